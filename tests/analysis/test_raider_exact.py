"""Temple Raider cut down until every chance can be worked out: win shares, intervals and action values against it.

Two seats, ten relics each one step from the exit, dice of ten faces 1 to 10, no cards, no wilds, no lava. The policy takes
the first dice offered and uses each alone for the relic of its number. So a die helps a seat with k relics left with
probability k/10, a turn is three such dice (two for the active seat, then one for the other), and the chance to win
follows from the numbers of relics left alone.
"""

from functools import cache

import numpy as np
import pytest
from scipy.stats import binom

from temple_sim.analysis.actions import action_frame, bootstrap_mean
from temple_sim.analysis.estimate import BlockSums
from temple_sim.engine.match import MatchSpec
from temple_sim.engine.playout import Table
from temple_sim.engine.rollouts import Valued, value_match
from temple_sim.engine.runner import Workers

RELICS = 10
DICE = [
    {"name": name, "faces": list(range(1, RELICS + 1)), "lava": []}
    for name in ("white1", "white2", "white3", "yellow", "red")
]
RULES = {
    "temple.steps": [1] * RELICS,
    "temple.lava": [[]] * RELICS,
    "temple.head_start": [None] * 4,
    "dice": DICE,
    "rooms.altar": 0,
    "rooms.storage": 0,
    "cards.deck": [],
    "wild.from": 200,
}
POLICY = """
from temple_sim.games.raider.tables import RELIC, STOP, USE, dice_of, kind_of
from temple_sim.policies import policy


@policy("raider", "uses each die alone")
def single(view, rules, actions, n, params, rng):
    if view.phase != USE:
        return 0
    for k in range(n):
        dice = dice_of(actions[k])
        if kind_of(actions[k]) == RELIC and dice & (dice - 1) == 0:
            return k
    for k in range(n):
        if kind_of(actions[k]) == STOP:
            return k
    return 0
"""


@cache
def chance(active: int, other: int) -> float:
    """Probability that the seat about to roll wins, by relics left."""
    if active == 0 or other == 0:
        return 1.0 if active == 0 else 0.0
    base, stay = turn(active, other)
    base_other, stay_other = turn(other, active)
    # With no relic moved the seats swap: x = base + stay * (1 - y), y = base_other + stay_other * (1 - x).
    return (base + stay * (1 - base_other - stay_other)) / (1 - stay * stay_other)


def turn(active: int, other: int) -> tuple[float, float]:
    """(chance to win through a turn that moves something, probability of a turn that moves nothing)."""
    base, stay = 0.0, 0.0
    for left, weight in after(active, 2).items():
        for rest, more in after(other, 1).items():
            if (left, rest) == (active, other):
                stay += weight * more
            else:
                base += weight * more * (1.0 if left == 0 else 1 - chance(rest, left))
    return base, stay


def after(left: int, dice: int) -> dict[int, float]:
    """Relics left after some dice, with probabilities."""
    spread = {left: 1.0}
    for _ in range(dice):
        following: dict[int, float] = {}
        for k, p in spread.items():
            for result, q in ((k - 1, k / RELICS), (k, 1 - k / RELICS)):
                if q > 0:
                    following[result] = following.get(result, 0.0) + p * q
        spread = following
    return spread


@pytest.fixture(scope="module")
def match(tmp_path_factory):
    file = tmp_path_factory.mktemp("exact") / "single.py"
    file.write_text(POLICY)
    rules = tuple(RULES.items())
    return MatchSpec("raider", ("single", "single"), 5, 60_000, rules, None, (str(file),)).resolve()


@pytest.fixture(scope="module")
def first_wins(match):
    return Table(match).play(0, match.n)["share"][:, 0]


def test_the_chain_is_right_at_its_end():
    """One relic each: 1 - (9/10)^2 to win at once, else the other's die, else the same with the seats swapped."""
    win, miss = 1 - 0.9**2, 0.9**2 * 0.9
    assert chance(1, 1) == pytest.approx(win + miss * (1 - (win + miss * (1 - chance(1, 1)))))
    assert chance(1, 1) == pytest.approx((win + miss * (1 - win - miss)) / (1 - miss**2))


def test_W_of_the_first_seat(first_wins):
    exact = chance(RELICS, RELICS)
    error = np.sqrt(exact * (1 - exact) / len(first_wins))
    assert abs(first_wins.mean() - exact) < 4 * error


def test_intervals_cover_the_truth_in_93_to_97_of_100_runs(first_wins):
    """600 runs of 100 games; the share that covers may leave 93 to 97% by chance in 1 of 1000 such tests only."""
    exact, runs = chance(RELICS, RELICS), first_wins.reshape(600, 100)
    covered = 0
    for run in runs:
        sums = BlockSums()
        sums.add(run, np.ones(len(run)))
        estimate = sums.estimate(True)
        covered += estimate.low <= exact <= estimate.high
    low, high = binom.ppf([0.0005, 0.9995], len(runs), 0.95)
    assert low <= covered <= high


def exact_value(view, action) -> float:
    """The mover's chance if it takes the action and both play on by the policy; the dice of the turn are seen."""
    mover, active = view["to_move"], view["active"]
    left = [{column for column, _ in seat} for seat in view["relics"]]
    own = [die for die in view["dice"] if die["taken_by"] == mover and not die["used"]]
    free = [die["face"] for die in view["dice"] if die["taken_by"] is None]
    if action["type"] == "relic":
        left[mover].discard(action["column"])
        own = [die for die in own if die["die"] not in action["dice"]]
    else:
        own = []  # stop
    for die in own:
        left[mover].discard(die["face"])
    if mover == active:
        if not left[mover]:
            return 1.0
        left[1 - mover].discard(free[0])
    waiting, rolling = len(left[active]), len(left[1 - active])
    if not waiting or not rolling:
        return float(not left[mover])
    return chance(rolling, waiting) if mover != active else 1 - chance(rolling, waiting)


def test_action_values_agree_with_exact_ones(match):
    short = MatchSpec(**{**vars(match.spec), "n": 150}).resolve()
    parts = list(value_match(short, "use", 4, 60, Workers(1)))

    def keep(view, action):
        truth = exact_value(view, action) if action["type"] in ("relic", "stop") else float("nan")
        return {"exact": truth, "kind": action["type"] if len(action.get("dice", ())) < 2 else "sum"}

    frame = action_frame(Valued.join(parts), short, keep).dropna(subset="exact")
    assert {"relic", "stop", "sum"} <= set(frame["kind"])
    for kind, part in frame.groupby("kind"):
        low, high = wide_interval(part["value"] - part["exact"], part["game"])
        assert low <= 0 <= high, kind
    chosen = frame[frame["chosen"]].set_index("decision")["exact"]
    frame = frame[frame["decision"].isin(chosen.index)]
    gain = frame["exact"] - frame["decision"].map(chosen)
    low, high = wide_interval(frame["RA"] - gain, frame["game"])
    assert low <= 0 <= high
    assert gain[frame["kind"] == "stop"].mean() < 0  # giving up a relic costs something


def wide_interval(values, games):
    """A bootstrap interval half as wide again: four of them hold together with probability above 95%."""
    low, high = bootstrap_mean(values.to_numpy(), games.to_numpy())
    middle = (low + high) / 2
    return middle + 1.5 * (low - middle), middle + 1.5 * (high - middle)


def test_the_chosen_action_has_no_RA(match):
    short = MatchSpec(**{**vars(match.spec), "n": 20}).resolve()
    frame = action_frame(Valued.join(list(value_match(short, "use", 2, 4, Workers(1)))), short)
    assert (frame.loc[frame["chosen"], "RA"] == 0).all()
