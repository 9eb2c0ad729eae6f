"""Which colour's tokens to take when, in Trail's report: what an artifact will earn by rank of its drone."""

import pandas as pd

from temple_sim.analysis import trail as questions
from temple_sim.reports import figures
from temple_sim.reports.document import Figure, Section, Verdict
from temple_sim.reports.material import Material
from temple_sim.reports.shared import value_forest
from temple_sim.reports.trail_drones import HALF, RANKS, rank_of, shown_as
from temple_sim.reports.trail_text import of_game, of_w
from temple_sim.reports.wording import (
    ONE_POLICY,
    amount,
    basis,
    enough,
    rate_lines,
    settled,
    withheld,
)


def moments(material: Material) -> Section | None:
    """Which colour's tokens to take at a given moment."""
    worth = questions.artifact_worth(material.main)
    valued = material.valued.get("play")
    ranked = questions.token_values_by_rank(valued) if valued is not None else None
    drawn = tuple(filter(None, (_worth(material, worth), _by_rank(material, ranked))))
    if not drawn:
        return None
    return Section(
        "moments", "Which colour to take when", figures=drawn, verdicts=_colour_verdict(material, worth, ranked)
    )


def _worth(material: Material, worth: pd.DataFrame) -> Figure | None:
    kept = enough(worth)
    if kept.empty:
        return None
    best, worst = kept.loc[kept["value"].idxmax()], kept.loc[kept["value"].idxmin()]
    finding = (
        f"An artifact earns most when its drone is {rank_of(best)} at {best['moment']} ({of_game(best)}), "
        f"least when {rank_of(worst)} at {worst['moment']} ({amount(worst)})"
    )
    caption = (
        f"{finding}. Mean final points of the game of an artifact by checkpoint and rank of its drone; "
        f"{basis(kept)}{withheld(worth, kept)}."
    )
    grid = kept.assign(moment=kept["moment"].astype(str)).pivot(index="rank", columns="moment", values="value")
    grid = grid[[moment for moment in questions.MOMENTS if moment in grid]].rename(index=shown_as("rank"))
    table = rate_lines(
        "artifact-worth-table", "Final points of the game of an artifact", worth, write=amount, name="points"
    )
    return Figure(
        "artifact-worth", "What an artifact will earn", f"Heat map. {caption}", caption,
        lambda: figures.heat(grid, "Points of the game of an artifact by rank of its drone", digits=2), table,
    )  # fmt: skip


def _by_rank(material: Material, ranked: pd.DataFrame | None) -> Figure | None:
    if ranked is None or ranked.empty:
        return None
    named = ranked.sort_values("rank").assign(
        rank=[f"drone {RANKS[int(r) - 1]}" for r in ranked.sort_values("rank")["rank"]]
    )
    what = "Artifact tokens by rank of their drone when taken, against other artifact tokens in reach"
    return value_forest(
        material, "play", "token-rank", "Artifact tokens by rank of the drone", named, "rank", what, "gain"
    )


def _colour_verdict(material: Material, worth: pd.DataFrame, ranked: pd.DataFrame | None) -> tuple[Verdict, ...]:
    half = enough(worth[worth["moment"] == HALF]).sort_values("rank")
    if len(half) < 2:
        return ()
    first, last = half.iloc[0], half.iloc[-1]
    earned = f"{amount(first)}, of the {rank_of(last)} {of_game(last)}"
    told = f"half-way an artifact of the first drone will earn {earned}"
    clear = first["low"] > last["high"]
    answer = f"{'Those of the drone in front' if clear else 'No rank stands out'}: {told}."
    kept = enough(ranked).dropna(subset=["gain"]) if ranked is not None else pd.DataFrame()
    if len(kept):
        top = kept.iloc[kept["gain"].argmax()]
        sure = "" if settled(top, len(kept), "gain", "gain_") else ", which is not settled by these decisions"
        told = f"{of_w(top, 'gain', 'gain_')} against other artifact tokens{sure}"
        answer += f" Taken, one of the {rank_of(top)} drone comes out best: {told}."
    text = f"{answer} n = {int(half['blocks'].min()):,} blocks or more."
    return (
        Verdict(
            "Which colour's tokens are worth most at a given moment?",
            ONE_POLICY,
            text,
            tuple(material.ruleset.estimated()),
        ),
    )
