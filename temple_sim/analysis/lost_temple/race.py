"""Start spaces, idol and tokens, curses and robberies, jungle, player count. A line per game and seat in."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from temple_sim.analysis.fairness import score_anatomy
from temple_sim.analysis.lost_temple.bands import ratios
from temple_sim.analysis.paired import compare
from temple_sim.games.lost_temple.tables import CHARACTERS, TOKENS

SHARES_BY_PLAYERS = (
    "curses that hit", "robberies that hit", "turns of characters that suffer either",
    "rounds whose idol a token decides",
)  # fmt: skip


OWN, SUFFERED = "meets one's own character", "turns of characters that suffer one"
ONE_CHARACTER = 4  # players from which on a seat has one character a round


def start_values(frame: pd.DataFrame) -> pd.DataFrame:
    """W of the seat dealt each start character. The deal is luck, so plain W says what the start is worth.

    Columns as of `ratios` (events: seats dealt it), equal (1 / seats) and gap (W above it).
    """
    dealt = {name: frame[f"start.{name}"] for name in CHARACTERS}
    won = {name: frame["share"] * start for name, start in dealt.items()}
    table = ratios(frame, "character", won, dealt, share=True)
    equal = 1 / frame["seat"].nunique()
    return table.assign(equal=equal, gap=table["value"] - equal)


def idol(frame: pd.DataFrame) -> pd.DataFrame:
    """How often a token decides on the idol, and W of its holder, once a round.

    The idol goes to the seat furthest behind, so W of a holder says how far behind it was, not what the idol is worth;
    `token_values` compares holders by luck. Columns: what, then as of `ratios`.
    """
    rounds, by_token = frame["idol_rounds"], frame["idol_tokens"]
    hindmost = rounds - by_token
    values = {
        "rounds in which a token decides": by_token,
        "W of its holder, all rounds": frame["share"] * rounds,
        "W of its holder, as the hindmost": frame["share"] * hindmost,
        "W of its holder, by a token": frame["share"] * by_token,
    }
    weights = dict(zip(values, (rounds, rounds, hindmost, by_token), strict=True))
    return ratios(frame, "what", values, weights, share=True)


def first_picks(frame: pd.DataFrame) -> pd.DataFrame:
    """W by place in the first round's draft, of games in which all seats start alike (the variant `EQUAL_STARTS`).

    The last seat counts as the last holder, so it holds the first idol (LT-3) and the others follow in order. As the
    seats differ in nothing else, W above an equal share is what the place is worth.
    Columns: place (1: the idol's holder), then as of `ratios`, equal and gap (W above an equal share).
    """
    seats = frame["seat"].nunique()
    place = (frame["seat"] + 1) % seats + 1
    here = {str(number): (place == number).astype(float) for number in range(1, seats + 1)}
    won = {number: frame["share"] * one for number, one in here.items()}
    table = ratios(frame, "place", won, here, share=True)
    return table.assign(place=table["place"].astype(int), equal=1 / seats, gap=table["value"] - 1 / seats)


def token_values(frame: pd.DataFrame) -> pd.DataFrame:
    """W of seats that reveal a chance token of a kind, against those that reveal another kind.

    Which token lies where is luck but for what seers swap, so the difference is near to what the token is worth.
    Columns: token, W (once a reveal), value (difference), low, high, blocks, events (reveals).
    """
    kinds = {kind: frame[f"revealed.{kind}"].astype(float) for kind in TOKENS}
    everything = sum(kinds.values(), pd.Series(0.0, index=frame.index))
    rows = []
    for kind, count in kinds.items():
        apart = compare(_won_and_met(frame, everything - count), _won_and_met(frame, count))
        low, high = apart.interval()
        row = {"token": kind, "W": apart.variant, "value": apart.effect, "low": low, "high": high}
        rows.append(row | {"blocks": apart.blocks, "events": float(count.sum())})
    return pd.DataFrame(rows)


def _won_and_met(frame: pd.DataFrame, count: pd.Series) -> tuple[np.ndarray, np.ndarray]:
    """Sums by block of W, as often as something was met, and of how often it was."""
    blocks, place = np.unique(frame["block"], return_inverse=True)
    weight = count.to_numpy(float)
    won = frame["share"].to_numpy(float) * weight
    return np.bincount(place, won, len(blocks)), np.bincount(place, weight, len(blocks))


def interference(frame: pd.DataFrame) -> pd.DataFrame:
    """How often curses and robberies hit another seat or oneself, and turns that suffer one.

    From four players on a seat has one character, so that none can meet its own: that line is left out. Columns: kind,
    what, then as of `ratios` (events: curses, robberies, or turns).
    """
    turns = sum((frame[f"called.{name}"] for name in CHARACTERS), pd.Series(0, index=frame.index))
    parts = []
    for kind, spoken, suffered in (("curse", "curses", "cursed"), ("robbery", "robberies", "robbed")):
        values, weights = {"hits another seat": frame[f"{spoken}_hit"]}, {"hits another seat": frame[spoken]}
        if frame["seat"].nunique() < ONE_CHARACTER:
            values[OWN], weights[OWN] = frame[f"{spoken}_self"], frame[spoken]
        values[SUFFERED], weights[SUFFERED] = frame[suffered], turns
        parts.append(ratios(frame, "what", values, weights, share=True).assign(kind=kind))
    return pd.concat(parts, ignore_index=True)


def loot(frame: pd.DataFrame) -> pd.DataFrame:
    """Gems taken by a robbery that hits, and spaces gained by a curse that does. Columns: what, then as of `ratios`."""
    values = {"gems, a robbery that hits": frame["gems_robbed"], "spaces, a curse that hits": frame["spaces.shaman"]}
    weights = dict(zip(values, (frame["robberies_hit"], frame["curses_hit"]), strict=True))
    return ratios(frame, "what", values, weights)


def jungle(frame: pd.DataFrame) -> pd.DataFrame:
    """Moves stopped at deep jungle and machetes spent on it, a seat and game: winners and others.

    Columns: source, all with all_low and all_high, winners, others, difference with low and high, blocks.
    """
    labels = {"jungle_stops": "stops at deep jungle", "machetes_used": "machetes spent"}
    ones = pd.Series(1.0, index=frame.index)
    every = ratios(frame, "source", {name: frame[name] for name in labels}, ones)
    table = score_anatomy(frame, list(labels))
    for place, name in enumerate(("value", "low", "high")):
        table.insert(1 + place, ("all", "all_low", "all_high")[place], every[name])
    return table.assign(source=list(labels.values()))


def move_sources(frame: pd.DataFrame) -> pd.DataFrame:
    """Spaces gained by character, a seat and game: winners against the others, as `score_anatomy` gives them."""
    table = score_anatomy(frame, [f"spaces.{name}" for name in CHARACTERS])
    return table.assign(source=list(CHARACTERS))


def player_counts(frames: Mapping[int, pd.DataFrame]) -> pd.DataFrame:
    """What changes with the number of players. Columns: players, what, then as of `ratios`."""
    parts = [_counted(frame).assign(players=players) for players, frame in frames.items()]
    return pd.concat(parts, ignore_index=True)


def _counted(frame: pd.DataFrame) -> pd.DataFrame:
    """Rates of one player count."""
    seats = frame["seat"].nunique()
    turns = sum((frame[f"called.{name}"] for name in CHARACTERS), pd.Series(0, index=frame.index))
    games = pd.Series(1 / seats, index=frame.index)
    plain = {"rounds": (frame["rounds"] / seats, games), "turns of characters, a seat": (turns, games * seats),
             "jungle stops of a seat": (frame["jungle_stops"], games * seats)}  # fmt: skip
    pairs = ((frame["curses_hit"], frame["curses"]), (frame["robberies_hit"], frame["robberies"]),
             (frame["cursed"] + frame["robbed"], turns), (frame["idol_tokens"], frame["idol_rounds"]))  # fmt: skip
    shares = dict(zip(SHARES_BY_PLAYERS, pairs, strict=True))
    return pd.concat([_of_pairs(frame, plain, False), _of_pairs(frame, shares, True)], ignore_index=True)


def _of_pairs(frame: pd.DataFrame, pairs: Mapping[str, tuple[Any, Any]], share: bool) -> pd.DataFrame:
    values, weights = {k: v for k, (v, _) in pairs.items()}, {k: w for k, (_, w) in pairs.items()}
    return ratios(frame, "what", values, weights, share)
