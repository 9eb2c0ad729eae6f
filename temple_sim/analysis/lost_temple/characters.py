"""How often characters are picked, what their turns bring, and how often they win. A line per game and seat in."""

import pandas as pd

from temple_sim.analysis.lost_temple.bands import ratios
from temple_sim.games.lost_temple.tables import CHARACTERS


def _columns(frame: pd.DataFrame, name: str) -> dict[str, pd.Series]:
    """A column of every character."""
    return {character: frame[f"{name}.{character}"] for character in CHARACTERS}


def picked(frame: pd.DataFrame) -> pd.DataFrame:
    """Share of the rounds in which somebody picks the character, and in which it is in the draft at all (`ceiling`).

    The rest of the rounds it lies set aside, so the share cannot be higher. Columns as of `ratios`, events: rounds.
    """
    seats = frame["seat"].nunique()
    rounds = frame["rounds"] / seats
    there = {name: frame[f"offered_at.{name}.1"] / seats for name in CHARACTERS}  # the first hand holds the whole draft
    table = ratios(frame, "character", _columns(frame, "picked"), rounds, share=True)
    ceiling = ratios(frame, "character", there, rounds, share=True)["value"]
    return table.assign(ceiling=ceiling)


def share_of_hands(frame: pd.DataFrame) -> pd.DataFrame:
    """Share of the hands (events) holding the character from which it was picked. Columns as of `ratios`."""
    return ratios(frame, "character", _columns(frame, "picked"), _columns(frame, "offered"), share=True)


def pick_share(frame: pd.DataFrame) -> pd.DataFrame:
    """As `share_of_hands`, with blind: what a pick at random from the same hands would give."""
    blind = blind_share(frame)
    return share_of_hands(frame).assign(blind=[blind[name] for name in CHARACTERS])


def blind_share(frame: pd.DataFrame) -> dict[str, float]:
    """By character: the mean of 1 / cards over the hands that held it. NaN if none did."""
    offered, picks = _by_place(frame, "offered_at"), _by_place(frame, "picked_at")
    cards = offered.sum() / picks.sum()  # in a hand, by draft position
    blind = (offered / cards).sum(axis=1) / offered.sum(axis=1)
    return {str(name): float(share) for name, share in blind.items()}


def _by_place(frame: pd.DataFrame, name: str) -> pd.DataFrame:
    """Sums by character (lines) and draft position (columns, from 1); positions nobody picks at are left out."""
    one = (frame["seat"] == 0).to_numpy()  # these columns are the game's: each seat repeats them
    prefix = f"{name}.{CHARACTERS[0]}."
    places = [column.removeprefix(prefix) for column in frame.columns if column.startswith(prefix)]
    sums = {int(p): {c: float(frame[f"{name}.{c}.{p}"].to_numpy()[one].sum()) for c in CHARACTERS} for p in places}
    grid = pd.DataFrame(sums)
    return grid.loc[:, grid.sum() > 0]


def pick_share_by_place(frame: pd.DataFrame) -> pd.DataFrame:
    """Pick share by character and draft position (1: the idol's holder). Columns: place, then as of `ratios`."""
    games = frame[frame["seat"] == 0]
    parts = []
    for place in _by_place(frame, "offered_at").columns:
        taken = {name: games[f"picked_at.{name}.{place}"] for name in CHARACTERS}
        offered = {name: games[f"offered_at.{name}.{place}"] for name in CHARACTERS}
        parts.append(ratios(games, "character", taken, offered, share=True).assign(place=place))
    return pd.concat(parts, ignore_index=True)


def spaces_a_turn(frame: pd.DataFrame) -> pd.DataFrame:
    """Spaces gained in a turn of the character; the shaman's are those of its swaps. Events: turns."""
    return ratios(frame, "character", _columns(frame, "spaces"), _columns(frame, "called"))


def gems_a_turn(frame: pd.DataFrame) -> pd.DataFrame:
    """Gems gained in a turn of the character, payments taken off; the thief's loot counts. Events: turns."""
    return ratios(frame, "character", _columns(frame, "gems"), _columns(frame, "called"))


def holders_win(frame: pd.DataFrame) -> pd.DataFrame:
    """W of the seats that picked the character, once a pick (events). Leaders pick differently: see RA beside it."""
    held = _columns(frame, "picked")
    won = {name: frame["share"] * picks for name, picks in held.items()}
    return ratios(frame, "character", won, held, share=True).assign(equal=1 / frame["seat"].nunique())


def won_by(frame: pd.DataFrame) -> pd.DataFrame:
    """Share of the games (events) that a turn of the character won."""
    games = pd.Series(1 / frame["seat"].nunique(), index=frame.index)
    return ratios(frame, "character", _columns(frame, "won_with"), games, share=True)


def turns_that_win(frame: pd.DataFrame) -> pd.DataFrame:
    """Share of the character's turns (events) that win the game."""
    return ratios(frame, "character", _columns(frame, "won_with"), _columns(frame, "called"), share=True)
