"""How games end and what moves the drones there; what tiles and seats are worth."""

from collections.abc import Mapping

import pandas as pd

from temple_sim.analysis.fairness import clustered, rate_table
from temple_sim.games.trail.columns import ARRIVALS, ENDS
from temple_sim.games.trail.tables import MOVERS, TILES

Frames = Mapping[int, pd.DataFrame]
RATE = ["value", "low", "high", "blocks", "detects"]
MOVER_NAMES = dict(zip(MOVERS, ("drone tokens", "shrine", "tokens left behind", "solo toll"), strict=True))
ARRIVAL_NAMES = MOVER_NAMES | {"explorer": "an explorer", "nothing": "nothing (turn limit)"}
END_NAMES = {"explorer": "explorer", "drone": "drone", "both": "both in one turn", "limit": "turn limit"}


def _games(frame: pd.DataFrame) -> pd.DataFrame:
    return frame[frame["seat"] == 0]


def endings(frames: Frames) -> pd.DataFrame:
    """Which markers stand at the temple at the end, by player count. Columns: players, end, value, low, high, ..."""
    return _shares(frames, "ended_by", "end", [END_NAMES[name] for name in ENDS])


def arrivals(frames: Frames) -> pd.DataFrame:
    """What brought the first marker there, by player count. Columns: players, brought by, value, low, high, ..."""
    return _shares(frames, "arrival", "brought by", [ARRIVAL_NAMES[name] for name in ARRIVALS])


def _shares(frames: Frames, column: str, name: str, labels: list[str]) -> pd.DataFrame:
    lines = []
    for players, frame in frames.items():
        games = _games(frame)
        for code, label in enumerate(labels):
            estimate = clustered(games, games[column] == code, share=True)
            lines.append({"players": players, name: label} | estimate._asdict())
    return pd.DataFrame(lines, columns=["players", name, *RATE])


def lengths_by_end(frames: Frames) -> pd.DataFrame:
    """Mean turns by player count and by what ended the game. Columns: players, end, value, low, high, ..., games."""
    lines = []
    for players, frame in frames.items():
        games = _games(frame)
        for code, part in games.groupby("ended_by", sort=True):
            line = {"players": players, "end": END_NAMES[ENDS[int(code)]]}
            lines.append(line | clustered(part, "turns")._asdict() | {"games": len(part)})
    return pd.DataFrame(lines, columns=["players", "end", *RATE, "games"])


def movers(frame: pd.DataFrame) -> pd.DataFrame:
    """Spaces a game that all drones are moved by each source. Columns: source, value, low, high, ..., share of all."""
    games = _games(frame)
    spaces = {mover: _summed(games, f"moved_{mover}.") for mover in MOVERS}
    total = sum(float(moved.sum()) for moved in spaces.values())
    lines = []
    for mover, moved in spaces.items():
        share = float(moved.sum()) / total if total else float("nan")
        lines.append({"source": MOVER_NAMES[mover]} | clustered(games, moved)._asdict() | {"share of all": share})
    return pd.DataFrame(lines, columns=["source", *RATE, "share of all"])


def tokens_behind(frame: pd.DataFrame) -> pd.DataFrame:
    """Tokens a game that are taken and that fall behind, by kind. Columns: kind, taken, left behind with interval."""
    games = _games(frame)
    groups = {"artifact": [name.partition(".")[2] for name in frame if name.startswith("space.")]}
    groups |= {"explorer token": ["explorer1", "explorer2", "explorer3"], "crate": ["crate"], "drone token": ["drone"]}
    lines = []
    for kind, names in groups.items():
        taken = sum(frame[f"taken.{name}"].astype(int) for name in names).groupby(frame["game"]).sum()
        left = sum(games[f"left_behind.{name}"].astype(int) for name in names)
        lines.append({"kind": kind, "taken": float(taken.mean())} | clustered(games, left)._asdict())
    return pd.DataFrame(lines, columns=["kind", "taken", *RATE])


def _summed(games: pd.DataFrame, stem: str) -> pd.Series:
    return games[[name for name in games if name.startswith(stem)]].astype(int).sum(axis=1)


def drive_gap(frame: pd.DataFrame) -> pd.DataFrame:
    """Spaces moved by tokens left behind minus those by drone tokens, a game. One line: value, low, high, ..."""
    games = _games(frame)
    apart = _summed(games, "moved_left_behind.") - _summed(games, "moved_token.")
    return pd.DataFrame([clustered(games, apart)._asdict()], columns=RATE)


def tile_luck(frame: pd.DataFrame) -> pd.DataFrame:
    """What each kind of tile does to W of the seat that reveals it.

    Which kind lies where is drawn at random and hidden, so the kinds can be compared with each other although seats
    that reveal tiles differ from others: `value` is W of the finder minus the mean finder's over all kinds.
    Columns: tile, value, low, high, ..., W, games (share in which it was revealed). Empty when no tile was revealed.
    """
    found = {tile: frame[f"found.{tile}"].astype(float) for tile in TILES}
    everyone = sum(found.values())
    if frame["seat"].nunique() < 2 or not float(everyone.sum()):
        return pd.DataFrame(columns=["tile", *RATE, "W", "games"])
    mean = float((everyone * frame["share"]).sum() / everyone.sum())
    games, lines = frame["game"].nunique(), []
    for tile, count in found.items():
        if count.sum():
            part = frame[count > 0]
            estimate = clustered(part, count[part.index] * (part["share"] - mean), count[part.index])
            more = {"W": estimate.value + mean, "games": float(count.sum()) / games}
            lines.append({"tile": tile.replace("_", " ")} | estimate._asdict() | more)
    table = pd.DataFrame(lines, columns=["tile", *RATE, "W", "games"])
    return table.sort_values("value", ascending=False, ignore_index=True)


def seat_advantage(frames: Frames) -> pd.DataFrame:
    """W, points and first arrivals by seat, for every player count above one.

    Columns: players, seat, value (W), low, high, ..., gap (W minus an equal share), points, brings first marker.
    """
    tables = []
    for players, frame in frames.items():
        if players < 2:
            continue
        table = rate_table(frame, ["seat"]).drop(columns="lines")
        table.insert(0, "players", players)
        means = frame.assign(first=frame["from_bonus"] > 0).groupby("seat")[["score", "first"]].mean()
        table["gap"] = table["value"] - 1 / players
        table["points"], table["brings first marker"] = means["score"].to_numpy(), means["first"].to_numpy()
        tables.append(table)
    columns = ["players", "seat", *RATE, "gap", "points", "brings first marker"]
    return pd.concat(tables, ignore_index=True) if tables else pd.DataFrame(columns=columns)
