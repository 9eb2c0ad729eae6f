"""What actions are worth by rollouts (RA): chains, cells, cards, tiles. Frames of valued actions in, tables out."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from temple_sim.analysis.actions import bootstrap_mean, values_among
from temple_sim.analysis.five.points import GODS

LONG = 9  # chains from here on are one class
GROWS = {-1: "-1 or less", 0: "0", 1: "1", 2: "2", 3: "3 or more"}
TOPS = ("barred", "4", "5 or 6", "7 or 8", "9 or more")
GAIN = {"mean": "gain", "mean_low": "gain_low", "mean_high": "gain_high"}
EFFECTS = {
    "reuse": "using a chain again", "extra": "a third chain", "two_bonus": "two bonus pieces",
    "own_card": "a card of one's own",
}  # fmt: skip
PIECES = {0: "one cell, no piece", 2: "one cell with a two-space piece", 3: "one cell with a three-space piece"}


def known(valued: pd.DataFrame, column: str) -> pd.DataFrame:
    """The actions that have a fact, or none when the frame does not know it."""
    return valued[valued[column].notna()] if column in valued else valued.iloc[:0]


def _table(part: pd.DataFrame, by: Sequence[str]) -> pd.DataFrame:
    """`action_values`, and the gain against the mean other kind of the same decision, by which lines are ordered.

    RA compares with what the policy takes, which differs between decisions that offer one kind or another: only the
    gain ranks. Each kind is one action of a decision, the mean of its members, so that copies do not dilute it.
    """
    columns = [*by, "offered", "chosen", "W", "RA", "low", "high", "games", *GAIN.values()]
    if part.empty:
        return pd.DataFrame(columns=columns)
    means = {name: (name, "mean") for name in ("value", "first", "second", "RA")}
    kinds = part.groupby(["game", "decision", *by], observed=True, sort=False)
    each = kinds.agg(**means, chosen=("chosen", "any")).reset_index()
    table = values_among(each, by).rename(columns=GAIN)[columns]
    return table.sort_values(["gain", "RA"], ascending=False, ignore_index=True, na_position="last")


def chain_values(valued: pd.DataFrame) -> pd.DataFrame:
    """RA of using a chain, by its length (priest decisions)."""
    part = known(valued, "length")
    if part.empty:
        return _table(part, ["length"])
    names = part["length"].map(lambda n: f"{int(n)}" if n < LONG else f"{LONG}+")
    return _table(part.assign(length=names), ["length"]).sort_values("length", ignore_index=True)


def order_values(valued: pd.DataFrame) -> pd.DataFrame:
    """RA of a first, second or later chain, of a bonus piece and of stopping, by chains used so far in the turn."""
    return _table(known(valued, "order"), ["used", "order"]).sort_values(["used", "order"], ignore_index=True)


def claim_values(valued: pd.DataFrame, values: Mapping[str, Any]) -> pd.DataFrame:
    """RA of a blessing by number of cells filled; single cells by the piece they earn under the ruleset's values."""
    return _table(with_claims(valued, values), ["claim"])


def with_claims(valued: pd.DataFrame, values: Mapping[str, Any]) -> pd.DataFrame:
    """Blessings with `claim` (what is filled, in words) and `piece` (length of the piece a single cell earns, or 0)."""
    part = known(valued, "claimed")
    if part.empty:
        return part.assign(claim=[], piece=[])
    piece = [_piece(line, values) if line.claimed == 1 else 0 for line in part.itertuples()]
    several = part["claimed"].map(lambda n: f"{int(n)} cells" if n < 4 else "4 cells or more")
    claim = np.where(part["claimed"] == 1, pd.Series(piece).map(PIECES), several)
    return part.assign(claim=claim, piece=piece)


def _piece(line: Any, values: Mapping[str, Any]) -> int:
    """Length of the piece that a single cell earns; one that would bear both symbols bears the longer."""
    place = line.places[0]
    number = int(line.cells[place])
    three, two = values["blessings.symbols.three_space"], values["blessings.symbols.two_space"]
    if number == three:
        return 3
    return 2 if two == number or (two == "last" and place == len(line.cells) - 1) else 0


def card_values(valued: pd.DataFrame) -> pd.DataFrame:
    """RA of filling cells of a card, by side (colour gods, supreme god) and the card's cells."""
    return _table(known(valued, "cells"), ["side", "cells"])


def god_values(valued: pd.DataFrame) -> pd.DataFrame:
    """RA of filling cells of a god's card, by the god's name."""
    part = known(valued, "god")
    return _table(part.assign(god=part["god"].map(GODS)) if len(part) else part, ["god"])


def share_values(valued: pd.DataFrame) -> pd.DataFrame:
    """RA of the tile kept in the exchange, by kind; what a fitting colour adds is told by `contrasts`."""
    return _table(known(valued, "keep"), ["keep"])


def special_values(valued: pd.DataFrame) -> pd.DataFrame:
    """RA of the special tile taken: colour tiles as one, effect tiles by name."""
    part = known(valued, "special")
    return _table(part.assign(special=part["special"].replace(EFFECTS)) if len(part) else part, ["special"])


def effect_contrasts(valued: pd.DataFrame) -> pd.DataFrame:
    """Each effect tile against a colour tile, within draws of both. Columns: effect, then those of `versus`."""
    part, lines = known(valued, "special"), []
    for effect, name in EFFECTS.items():
        pair = part[part["special"].isin([effect, "colour"])]
        pair = pair.assign(taken=pair["special"] == effect) if len(pair) else pair
        lines.append({"effect": name} | versus(pair, "taken"))
    return pd.DataFrame(lines)


def top_values(valued: pd.DataFrame) -> pd.DataFrame:
    """RA of a colour tile for the top, by the chain it would make there; "barred" when that bears an own priest."""
    part = known(valued, "joined")
    if part.empty:
        return _table(part, ["joined"])
    classes = pd.cut(part["joined"].astype(float), [-1, 0, 4, 6, 8, 99], labels=list(TOPS))
    return _table(part.assign(joined=classes.astype(str)), ["joined"])


def build_values(valued: pd.DataFrame, column: str) -> pd.DataFrame:
    """RA of laying a tile, by what it does: `grows` (spaces of the longest chain), `regained` (own priests), `slot`."""
    part = known(valued, column)
    if column == "slot" or part.empty:
        return _table(part, [column])
    return _table(part.assign(**{column: part[column].clip(-1, 3).map(GROWS)}), [column])


def versus(valued: pd.DataFrame, column: str, keys: Sequence[str] = ("decision",)) -> dict[str, Any]:
    """Actions where a yes-or-no fact holds against those where it does not, within the same choices.

    keys    what must be equal for two actions to be compared, the decision among it
    mean    difference of the mean action of both kinds, in win share, with low and high
    best    difference of their best actions: the best is picked by one half of the rollouts and valued by the other,
            both ways round, as a pick and a value from the same noise would call luck skill
    choices and games say how much it rests on.
    """
    part = known(valued, column)
    if part.empty:
        nothing = dict.fromkeys(("mean", "low", "high", "best", "best_low", "best_high"), float("nan"))
        return {"choices": 0, "games": 0} | nothing
    part = part.assign(**{column: part[column].astype(bool)})
    both = part.groupby(list(keys))[column].transform("nunique") == 2
    part = part[both]
    games = part.groupby(list(keys))["game"].first().to_numpy()
    row: dict[str, Any] = {"choices": len(games), "games": len(np.unique(games))}
    for name, worth in (("mean", _mean), ("best", _best)):
        apart = worth(part[part[column]], keys) - worth(part[~part[column]], keys)
        low, high = bootstrap_mean(apart, games) if len(games) else (np.nan, np.nan)
        prefix = "" if name == "mean" else "best_"
        row |= {name: float(apart.mean()) if len(games) else np.nan, f"{prefix}low": low, f"{prefix}high": high}
    return row


def _mean(part: pd.DataFrame, keys: Sequence[str]) -> np.ndarray:
    return part.groupby(list(keys))["value"].mean().to_numpy()


def _best(part: pd.DataFrame, keys: Sequence[str]) -> np.ndarray:
    """Value of the best action, picked by the other half of the rollouts."""
    halves = []
    for pick, value in (("first", "second"), ("second", "first")):
        place = part.groupby(list(keys))[pick].idxmax()
        halves.append(part.loc[place, value].to_numpy())
    return (halves[0] + halves[1]) / 2


def contrasts(valued: Mapping[str, pd.DataFrame], values: Mapping[str, Any]) -> pd.DataFrame:
    """The yes-or-no questions of play, each within equal choices. Columns: question, then those of `versus`.

    The index names the lines: the fact that is compared.
    """
    asked: list[tuple[str, pd.DataFrame, str, tuple[str, ...]]] = []
    priest, bless, exchange, build = (valued.get(name) for name in ("priest", "bless", "exchange", "build"))
    if priest is not None:
        chains = known(priest, "chain")
        asked.append(("the chain's priest where a tile will cover it", chains, "coverable", ("decision", "chain")))
    if bless is not None:
        claims = with_claims(bless, values).assign(
            several=lambda part: part["claimed"] > 1, earns=lambda part: part["piece"] > 0,
            supreme=lambda part: part["god"] == "W",
        )  # fmt: skip
        single = claims[claims["claimed"] == 1]
        asked += [
            ("several cells instead of one", claims, "several", ("decision",)),
            ("one cell that earns a piece instead of one that does not", single, "earns", ("decision",)),
            ("the leftmost cell instead of another (same card, as many cells)", claims, "leftmost",
             ("decision", "god", "claimed")),
            ("the supreme god's card instead of the colour's", claims, "supreme", ("decision",)),
            ("a claim that leads on its card instead of one that does not", claims, "ahead", ("decision",)),
        ]  # fmt: skip
    if exchange is not None:
        asked += [
            ("keeping a tile that fits the own longest chain", exchange, "keep_fits", ("decision",)),
            ("giving the left neighbour a tile that fits theirs (same tile kept)", exchange, "left_fits",
             ("decision", "tile")),
        ]  # fmt: skip
    if build is not None:
        tiles = known(build, "grows").assign(longer=lambda part: part["grows"] > 0)
        tiles = tiles.assign(covers=tiles["regained"] > 0) if "regained" in tiles else tiles
        asked += [
            ("a tile that makes the longest chain longer", tiles, "longer", ("decision",)),
            ("a tile that brings an own priest back", tiles, "covers", ("decision",)),
        ]  # fmt: skip
    lines = {column: {"question": text} | versus(part, column, keys) for text, part, column, keys in asked}
    return pd.DataFrame.from_dict(lines, orient="index")
