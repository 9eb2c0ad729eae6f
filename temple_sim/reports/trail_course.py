"""How games of Trail end, what seats are worth, who is ahead when, where points come from."""

import pandas as pd

from temple_sim.analysis import trail as questions
from temple_sim.analysis.fairness import score_anatomy
from temple_sim.reports import figures, panels
from temple_sim.reports.document import Figure, Section, Verdict, exact_percent, percent, points, table_of
from temple_sim.reports.material import Material
from temple_sim.reports.shared import estimated_behind, robust_word
from temple_sim.reports.trail_text import more_of_game
from temple_sim.reports.wording import (
    UNDECIDED,
    amount,
    basis,
    enough,
    listed,
    rate,
    rate_lines,
    with_interval,
    withheld,
)

ENDING = "what ends games"


def ends(material: Material) -> Section:
    """What ends games and what brought the marker there, by player count; how long games last by it."""
    ended, arrived = questions.endings(material.frames), questions.arrivals(material.frames)
    lengths = questions.lengths_by_end(material.frames)
    drawn = (
        _shares(material, ended, "end", "ends", "Markers at the temple at the end"),
        _shares(material, arrived, "brought by", "arrivals", "What brought the first marker to the temple"),
    )
    table = rate_lines("lengths-by-end", "Turns of a game by what ended it", lengths, write=amount, name="turns")
    return Section(
        "ends",
        "How games end",
        figures=tuple(filter(None, drawn)),
        tables=(table,),
        verdicts=_end_verdict(material, ended, lengths),
    )


def _shares(material: Material, table: pd.DataFrame, by: str, identity: str, title: str) -> Figure | None:
    kept = enough(table)
    if kept.empty:
        return None
    happened = kept.groupby(by, sort=False)["value"].transform("max") > 0
    grid = kept[happened].pivot(index="players", columns=by, values="value")
    grid = grid[[name for name in kept[by].unique() if name in grid]]
    grid.index = [f"{players} player{'s' * (players > 1)}" for players in grid.index]
    first = kept.loc[kept.groupby("players")["value"].idxmax()]
    told = ", ".join(f"{row['players']}: {row[by]} {rate(row)}" for row in first.to_dict("records"))
    size = f"{basis(kept, material.margin)}{withheld(table, kept)}"
    caption = f"Most often by number of players: {told}. Shares of games; {size}."
    return Figure(
        identity, title, f"Stacked bars by number of players. {caption}", caption,
        lambda: panels.share_bars({title: grid}, unit="games, percent"),
        rate_lines(f"{identity}-table", title, table, name="share of games"),
    )  # fmt: skip


def _end_verdict(material: Material, ended: pd.DataFrame, lengths: pd.DataFrame) -> tuple[Verdict, ...]:
    own = enough(ended[ended["players"] == material.main_players])
    question = "How do games end, and how long do they last?"
    if own.empty:
        return (Verdict(question, UNDECIDED, "Too few games to tell.", estimated_behind(material, ENDING)),)
    first = own.loc[own["value"].idxmax()]
    mine = enough(lengths[lengths["players"] == material.main_players])
    told = ", ".join(f"{amount(row)} turns when by {row['end']}" for row in mine.to_dict("records"))
    players = f"{material.main_players} player{'s' * (material.main_players > 1)}"
    answer = f"With {players} most end by {first['end']}: {rate(first)} of games"
    if first["end"] == "explorer" and first["low"] > 0.5:
        answer += ". A shorter drone track would give drones more of the ends"
    elif first["end"] == "drone" and first["low"] > 0.5:
        answer += ". A longer drone track would give explorers more of the ends"
    text = f"{answer}. Length: {told or 'too few games'}. n = {int(first['blocks']):,} blocks."
    return (Verdict(question, robust_word(material, ENDING), text, estimated_behind(material, ENDING)),)


def seat_edge(material: Material) -> Section | None:
    """What the seat does to points and to the race for the temple, beside W."""
    table = questions.seat_advantage(material.frames)
    if enough(table).empty:
        return None
    kept = enough(table)
    lines = with_interval(kept, name="W").rename(columns={"points": "points of the game"})
    formats = {"gap": points, "brings first marker": percent, "detects": exact_percent}
    games = {players: len(frame) // players for players, frame in material.frames.items() if players > 1}
    told = listed([f"{count:,} with {players}" for players, count in games.items()])
    shown = table_of("seat-edge", f"W, points of the game, first arrivals; games: {told}{withheld(table, kept)}",
                     lines, formats)  # fmt: skip
    lead = (
        "Whether the seats are fair is answered in the section on seats, which may rest on more games; this table says "
        "what a seat does to points and arrivals. Points to make up for a seat are no rule of this game and were not "
        "played: equal mean points are not equal W, so a handicap would have to be found by trying."
    )
    return Section("seat-edge", "Start-player advantage", lead, tables=(shown,))


def anatomy(material: Material) -> Section | None:
    """Points by source, winners beside the others."""
    won = material.main["share"] > 0
    if won.all() or not won.any():
        return None
    frame = score_anatomy(material.main, list(questions.SOURCES)).replace({"source": questions.SOURCES})
    kept = enough(frame)
    if kept.empty:
        return None
    most = kept.loc[kept["difference"].abs().idxmax()]
    who = "winners" if material.main_players > 1 else "games in which the Institute is beaten"
    caption = (
        f"{who.capitalize()} differ most in points for {most['source']}: {more_of_game(most, 'difference')}. Mean "
        f"points of the game a seat by source; 95% intervals over {int(kept['blocks'].min()):,} blocks that hold both."
    )
    shown = with_interval(kept, "difference", more_of_game)
    table = table_of(
        "points-by-source-table",
        f"Points of the game by source, winners beside the others{withheld(frame, kept)}",
        shown,
    )
    figure = Figure("points-by-source", "Where winners' points come from", f"Bars. {caption}", caption,
                    lambda: figures.anatomy(kept), table)  # fmt: skip
    return Section("anatomy", "Score anatomy", figures=(figure,))
