"""The drone race in Trail's report: odds from where a drone stands, and whether they can be trusted."""

from collections.abc import Callable
from typing import Any

import pandas as pd

from temple_sim.analysis import trail as questions
from temple_sim.reports import panels
from temple_sim.reports.document import Figure, Section, Table, Verdict, percent, table_of
from temple_sim.reports.material import Material
from temple_sim.reports.shared import estimated_behind, robust_word
from temple_sim.reports.wording import (
    UNDECIDED,
    Row,
    basis,
    enough,
    listed,
    rate,
    rate_lines,
    with_interval,
    withheld,
)

RANKS = ("1st", "2nd", "3rd", "4th", "5th", "6th")
HALF = questions.MOMENTS[1]
RACE = "half-way leader x2"


def drones(material: Material) -> Section:
    """Odds of the final factors and ranks by quarter, with their calibration."""
    by_rank, by_lead = questions.drone_odds(material.main), questions.drone_odds(material.main, "band")
    drawn = (
        _ladder(material, by_rank, "rank"),
        _ladder(material, by_lead, "band"),
        _final_ranks(material),
        _trust(material),
    )
    lead = (
        "The way of the leading marker, explorer or drone, is cut into quarters; the drones are looked at after the "
        "first turn beyond each. A drone's rank is one more than the drones strictly further ahead, so equal drones "
        "share the better rank, and so do their final factors. "
        f"{base_rate(material)}."
    )
    skill = questions.skill_by_moment(material.main)
    tables = (_skill_table(skill),) if len(skill) else ()
    return Section(
        "drones",
        "The drone race",
        lead,
        figures=tuple(filter(None, drawn)),
        tables=tables,
        verdicts=_race_verdict(material, by_rank),
    )


def base_rate(material: Material) -> str:
    """What share of all drones ends at each factor: odds are read against it."""
    base = questions.drone_base(material.main)
    told = listed([f"{rate(row)} at x{int(row['factor'])}" for row in base.to_dict("records")])
    return f"Of all drones, wherever they stand, {told}"


def _grids(odds: pd.DataFrame, by: str, outcome: str) -> dict[str, pd.DataFrame]:
    """By checkpoint: what thick cells say, a line a rank or lead, a column an outcome."""
    grids = {}
    for moment in questions.MOMENTS:
        part = odds[odds["moment"] == moment]
        if len(part):
            grid = part.pivot(index=by, columns=outcome, values="value").dropna(how="all")
            ordered = grid[sorted(grid.columns, reverse=outcome == "factor")]
            grids[moment] = ordered.rename(columns=shown_as(outcome), index=shown_as(by))
    return grids


def rank_of(row: Row) -> str:
    """The rank of a line in words."""
    return RANKS[int(row["rank"]) - 1]


def shown_as(what: str) -> Callable[[Any], Any]:
    """How a label of a rank, lead or factor is shown."""
    if what == "factor":
        return lambda value: f"x{value}"
    return (lambda value: value) if what == "band" else (lambda value: RANKS[int(value) - 1])


def _ladder(material: Material, odds: pd.DataFrame, by: str) -> Figure | None:
    kept = enough(odds)
    if kept.empty:
        return None
    kept = kept.assign(**{by: kept[by].astype(object)})
    what = "rank" if by == "rank" else "lead over the mean of the other drones, spaces"
    top = kept["factor"].max()
    last = kept[(kept["factor"] == top) & (kept["moment"] == kept["moment"].iloc[-1])]
    best, worst = last.loc[last["value"].idxmax()], last.loc[last["value"].idxmin()]
    name = shown_as(by)
    finding = (
        f"At {best['moment']} of the way a drone that is {name(best[by])} ends at x{top} in {rate(best)} of games, "
        f"one that is {name(worst[by])} in {rate(worst)}"
    )
    grids = _whole_scale(_grids(kept, by, "factor"), [name(v) for v in _order(odds, by)])
    size = f"{basis(kept, material.margin)}{withheld(odds, kept)}{_blank(grids)}"
    caption = f"{finding}. {base_rate(material)}. Bars: share of drones by final factor and {what}; {size}."
    shown = rate_lines(f"drone-odds-{by}-table", f"Final factor of a drone by checkpoint and {what}", odds)
    return Figure(
        f"drone-odds-{by}", f"Odds of a drone's final factor, by {what}", f"Stacked bars. {caption}", caption,
        lambda: panels.share_bars(grids, what if by == "rank" else ""), shown,
    )  # fmt: skip


def _order(odds: pd.DataFrame, by: str) -> list:
    return list(range(1, len(RANKS) + 1)) if by == "rank" else [n for n in questions.LEAD_NAMES if n in set(odds[by])]


def _whole_scale(grids: dict[str, pd.DataFrame], lines: list[str]) -> dict[str, pd.DataFrame]:
    """All panels with the same lines, those withheld left blank."""
    return {moment: grid.reindex(lines) for moment, grid in grids.items()}


def _blank(grids: dict[str, pd.DataFrame]) -> str:
    """Which lines of a panel are withheld, for a caption."""
    blank = [
        f"{line} at {moment} of the way"
        for moment, grid in grids.items()
        for line in grid.index[grid.isna().all(axis=1)]
    ]
    return f"; withheld, as no drone or too few stood there: {listed(blank)}" if blank else ""


def _final_ranks(material: Material) -> Figure | None:
    odds = questions.final_rank_odds(material.main)
    kept = enough(odds)
    if kept.empty:
        return None
    stays = kept[(kept["rank"] == 1) & (kept["final_rank"] == 1)]
    told = ", ".join(f"{row['moment']} {rate(row)}" for row in stays.to_dict("records"))
    caption = (
        f"A drone that leads ends first: {told or 'too few games'}. Percent of drones of a rank (lines) that end at "
        f"each rank (columns), ties sharing the better one; {basis(kept, material.margin)}{withheld(odds, kept)}."
    )
    grids = {
        f"{moment} of the way": grid.reindex(index=RANKS, columns=RANKS)
        for moment, grid in _grids(kept, "rank", "final_rank").items()
    }
    table = rate_lines("final-ranks-table", "Final rank of a drone by checkpoint and rank there",
                       odds.rename(columns={"final_rank": "final rank"}))  # fmt: skip
    return Figure(
        "final-ranks", "From rank to final rank", f"Heat maps, one a checkpoint. {caption}", caption,
        lambda: panels.heats(grids, "final rank", "rank then"), table,
    )  # fmt: skip


def _trust(material: Material) -> Figure | None:
    frame, skill = questions.calibration(material.main), questions.skill(material.main)
    kept = enough(frame)
    if kept.empty or skill is None:
        return None
    off = (kept["predicted"] < kept["low"]) | (kept["predicted"] > kept["high"])
    gap = float(((kept["predicted"] - kept["value"]).abs() * kept["drones"]).sum() / kept["drones"].sum())
    finding = (
        f"The odds are {100 * gap:.1f} percentage points off on average, and within the interval in "
        f"{int((~off).sum())} of {len(kept)} bins (both halves are samples); Brier score "
        f"{_score(skill.score._asdict())}, against {skill.plain.value:.3f} "
        f"when every drone gets the same odds: {100 * skill.gained:.0f}% saved"
    )
    caption = (
        f"{finding}. Odds by checkpoint, rank and lead from the even blocks, checked on the odd ones; 0 is perfect, 2 "
        f"the worst. {basis(kept, material.margin)}{withheld(frame, kept)}."
    )
    table = rate_lines("calibration-table", "Predicted and observed odds", frame, name="observed")
    return Figure(
        "calibration", "Can the odds be trusted?", f"Observed against predicted shares. {caption}", caption,
        lambda: panels.calibration(kept), table,
    )  # fmt: skip


def _score(row: Row, value: str = "value", ends: str = "") -> str:
    """A Brier score with its interval: they differ in the third decimal."""
    return f"{row[value]:.3f} [{row[f'{ends}low']:.3f}, {row[f'{ends}high']:.3f}]"


def _skill_table(skill: pd.DataFrame) -> Table:
    caption = (
        "How much the place of a drone tells about its final factor: Brier score, and share saved against equal odds"
    )
    shown = with_interval(skill, write=_score, name="Brier score")
    short = dict.fromkeys(("plain", "detects"), lambda value: f"{value:.3f}")
    return table_of("drone-skill", caption, shown, {"saved": percent} | short)


def _race_verdict(material: Material, odds: pd.DataFrame) -> tuple[Verdict, ...]:
    question = "Can one tell half-way which drones will pay?"
    half = enough(odds[odds["moment"] == HALF])
    top = half[(half["factor"] == odds["factor"].max())].sort_values("rank")
    if len(top) < 2:
        return (Verdict(question, UNDECIDED, "Too few games reached half-way.", estimated_behind(material, RACE)),)
    first, last = top.iloc[0], top.iloc[-1]
    apart = (
        f"the drone in front ends at x{first['factor']} in {rate(first)} of games, the {rank_of(last)} in {rate(last)}"
    )
    if first["low"] > last["high"]:
        word = "Mostly" if first["low"] > 0.75 else "In part"
        answer = (
            f"{word}: {apart}. What can be changed to open or close the race: the numbers on drone tokens and on "
            "artifact tokens, which were not tried here, and the length of the track."
        )
    else:
        answer = f"No, as far as these games show: {apart}."
    text = f"{answer} {base_rate(material)}. n = {int(half['blocks'].min()):,} blocks in the thinnest cell."
    return (Verdict(question, robust_word(material, RACE), text, estimated_behind(material, RACE)),)
