"""How games of Trail end, what seats are worth, who is ahead when, where points come from."""

import pandas as pd

from temple_sim.analysis import trail as questions
from temple_sim.analysis.fairness import score_anatomy
from temple_sim.reports import figures, panels
from temple_sim.reports.document import Figure, Section, Verdict, exact_percent, percent, points, table_of
from temple_sim.reports.material import Material
from temple_sim.reports.shared import estimated_behind, robust_word
from temple_sim.reports.wording import (
    UNDECIDED,
    amount,
    basis,
    change,
    enough,
    rate,
    rate_lines,
    with_interval,
    withheld,
)

ENDING, SEATS = "what ends games", "first or last seat"


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
    formats = {"gap": points, "brings first marker": percent, "detects": exact_percent}
    shown = table_of("seat-edge", f"W, points and first arrivals by seat{withheld(table, kept)}",
                     with_interval(kept, name="W"), formats)  # fmt: skip
    lead = "The forest of W by seat is in the section on seats; this table says where the difference comes from."
    return Section("seat-edge", "Start-player advantage", lead, tables=(shown,), verdicts=_seat_verdict(material, kept))


def _seat_verdict(material: Material, kept: pd.DataFrame) -> tuple[Verdict, ...]:
    own = kept[kept["players"] == material.main_players].sort_values("seat")
    if len(own) < 2:
        return ()
    first, last = own.iloc[0], own.iloc[-1]
    apart = (
        f"the first seat wins {rate(first)} and scores {first['points']:.2f}, "
        f"the last {rate(last)} and {last['points']:.2f}"
    )
    if first["low"] > last["high"] or last["low"] > first["high"]:
        gets = "last" if first["value"] > last["value"] else "first"
        gap = abs(first["points"] - last["points"])
        answer = (
            f"{apart[0].upper()}{apart[1:]}. Try about {gap:.0f} points at the start for the {gets} seat, the gap in "
            "points, and more or less by what W then says."
        )
    else:
        answer = f"No difference that these games show: {apart}."
    question = f"Does it matter who starts, with {material.main_players} players?"
    text = f"{answer} n = {int(own['blocks'].min()):,} blocks."
    return (Verdict(question, robust_word(material, SEATS), text, estimated_behind(material, SEATS)),)


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
        f"{who.capitalize()} differ most in points for {most['source']}: {change(most, 'difference')} points. Mean "
        f"points a seat and game by source; 95% intervals over {int(kept['blocks'].min()):,} blocks that hold both."
    )
    shown = with_interval(kept, "difference", change)
    table = table_of(
        "points-by-source-table", f"Points by source, winners beside the others{withheld(frame, kept)}", shown
    )
    figure = Figure("points-by-source", "Where winners' points come from", f"Bars. {caption}", caption,
                    lambda: figures.anatomy(kept), table)  # fmt: skip
    return Section("anatomy", "Score anatomy", figures=(figure,))
