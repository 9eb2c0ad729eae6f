"""Pig: roll and add up, or hold and keep; a 1 loses what the turn had earned. First to the target wins.

A whole game as a plug-in: `temple-sim run --game-file scripts/examples/pig/pig.py --n 1e5`.
"""

from pathlib import Path

from temple_sim.core.jit import jit
from temple_sim.core.metrics import Column
from temple_sim.core.random import begin_turn, below
from temple_sim.core.records import FINISHED, copy_record, record_dtype, state_dtype
from temple_sim.core.spec import Codec, GameSpec
from temple_sim.policies import Parameter, policy

SEATS = 10
ROLL, HOLD = 0, 1
DIE = 0  # the only source of chance

STATE = state_dtype([("pot", "i4"), ("score", "i4", (SEATS,)), ("busts", "i4", (SEATS,))])
RULES = record_dtype([("target", "i4"), ("faces", "i4")])


def pack(values, rules):
    rules.target, rules.faces = values["target"], values["faces"]


@jit
def setup(state, rules, players, rng):
    state.turn = 1
    begin_turn(rng, 1)


@jit
def legal_actions(state, rules, out):
    out[0], out[1] = ROLL, HOLD
    return 2


@jit
def apply_action(state, rules, action, rng):
    seat = state.to_move
    if action == ROLL:
        face = 1 + below(rng, DIE, rules.faces)
        if face > 1:
            state.pot += face
            return
        state.busts[seat] += 1
    else:
        state.score[seat] += state.pot
        if state.score[seat] >= rules.target:
            state.over, state.end_reason = 1, FINISHED
            return
    state.pot = 0
    state.to_move = (seat + 1) % state.players
    state.turn += 1
    begin_turn(rng, state.turn)


@jit
def observe(state, rules, seat, view):
    copy_record(view, state)  # nothing is hidden


@jit
def determinize(view, rules, seat, state, rng):
    copy_record(state, view)


@jit
def outcome(state, rules, shares, scores):
    for seat in range(state.players):
        scores[seat] = state.score[seat]
        shares[seat] = 1.0 if scores[seat] >= rules.target else 0.0


@jit
def record(state, rules, row):
    for seat in range(state.players):
        row.busts[seat] = state.busts[seat]


def state_dict(state, values):
    score = [int(points) for points in state.score[: state.players]]
    over = bool(state.over)
    return {
        "turn": int(state.turn), "to_move": None if over else int(state.to_move),
        "phase": "end" if over else "roll", "pot": int(state.pot), "score": score,
    }  # fmt: skip


def action_dict(action, state, values):
    return {"type": ("roll", "hold")[action]}


def narrate(before, action, after):
    return [f"Seat {before['to_move']} has {before['pot']} in the pot and {action['type']}s: {after['score']}"]


@policy("pig", "holds once the pot has reached a number", Parameter("at", 20, 1, 1000, "pot that is enough"))
def hold(view, rules, actions, n, params, rng):
    won = view.score[view.to_move] + view.pot >= rules.target
    return HOLD if won or view.pot >= params[0] else ROLL


@policy("pig", "holds at 20, but rolls on while an opponent is close to the target",
        Parameter("danger", 20, 0, 1000, "points short of the target that count as close"))  # fmt: skip
def racer(view, rules, actions, n, params, rng):
    seat, best = view.to_move, 0
    for other in range(view.players):
        if other != seat:
            best = max(best, view.score[other])
    enough = rules.target - view.score[seat] if rules.target - best <= params[0] else 20
    return HOLD if view.pot >= min(enough, rules.target - view.score[seat]) else ROLL


GAME = GameSpec(
    name="pig", title="Pig", players=(2, SEATS), default_players=2, default_line_up=("hold", "racer"), phases=("roll",),
    state=STATE, rules=RULES, columns=(Column("busts", "u2", "turns lost to a 1"),), max_actions=2,
    ruleset_file=Path(__file__).with_name("ruleset.toml"), pack=pack, codec=Codec(state_dict, action_dict, narrate),
    setup=setup, legal_actions=legal_actions, apply_action=apply_action, observe=observe, determinize=determinize,
    outcome=outcome, record=record, policies=(hold, racer),
)  # fmt: skip
