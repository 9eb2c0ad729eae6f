"""Luck and skill: what decides who wins, and how many games it takes to tell players apart."""

import pandas as pd

from temple_sim.analysis.games import module_of
from temple_sim.analysis.luck import adjusted, games_to_tell, variance_parts
from temple_sim.reports import figures
from temple_sim.reports.document import Figure, Section, Table, Verdict, percent, table_of
from temple_sim.reports.material import Material
from temple_sim.reports.wording import in_points, listed, rate, with_interval

GAIN = 1.1  # a variance reduction below this is called none


def luck(material: Material) -> Section | None:
    """Luck and skill, from the runs of different policies and of one policy in all seats."""
    players = material.main_players if material.main_players in material.mixed else next(iter(material.mixed), 0)
    if not players:
        return None
    frame = material.mixed[players].frame
    parts, tell = variance_parts(frame), games_to_tell(frame)
    drawn = [_parts_figure(parts, players)] if len(parts) else []
    tables = [_tell_table(tell, players)] if len(tell) else []
    tables += _adjusted_tables(material)
    verdicts = (_verdict(parts, tell, players),) if len(parts) and len(tell) else ()
    lead = f"{players} players, each with another policy: {', '.join(map(str, frame['policy'].cat.categories))}."
    return Section("luck", "Luck and skill", lead, figures=tuple(drawn), tables=tuple(tables), verdicts=verdicts)


def _parts_figure(parts: pd.DataFrame, players: int) -> Figure:
    shown = with_interval(parts, name="share of the spread")
    table = table_of("luck", f"What explains who wins, {players} players with different policies", shown)
    told = ", ".join(f"{row['part']} {percent(row['value'])}" for row in parts.to_dict("records"))
    told += " (below 0: none seen)" if (parts["value"] < 0).any() else ""
    blocks = f"{int(parts['blocks'].iloc[0]):,} blocks"
    caption = f"Of the spread of the win share: {told}. Variance components with 95% bootstrap intervals, {blocks}."
    return Figure(
        "luck", "Luck and skill", f"Dots: share of the spread of the win share. {caption}", caption,
        lambda: figures.forest(parts, "part", xlabel="share of the spread of W, percent"), table,
    )  # fmt: skip


def _tell_table(tell: pd.DataFrame, players: int) -> Table:
    shown = with_interval(tell, write=in_points, name="W better minus W worse, points")
    games = [f"{int(n):,}" if n == n and n is not None else "not told apart" for n in shown["games"]]
    caption = f"Games until the better policy leads with probability 95%, {players} players, seats changing"
    return table_of("games-to-tell", caption, shown.assign(games=games))


def _verdict(parts: pd.DataFrame, tell: pd.DataFrame, players: int) -> Verdict:
    share = parts.set_index("part").loc["policy"]
    best = tell[tell["better"] == tell["better"].iloc[0]]
    told = listed([f"{row['worse']} {_after(row['games'])}" for row in best.to_dict("records")])
    answer = (
        f"How one plays explains {rate(share)} of who wins a single game of {players}; the rest is luck and what the "
        f"others do. With probability 95% {best['better'].iloc[0]} leads {told}. n = {int(share['blocks']):,} blocks."
    )
    return Verdict("Is it luck or skill?", "these policies, values as they are", answer)


def _after(games: float) -> str:
    return f"after {int(games):,} game{'s' * (games != 1)}" if games == games else "after more games than were played"


def _adjusted_tables(material: Material) -> list[Table]:
    """W by seat with the luck of the draw taken out, for games that name such luck."""
    controls = getattr(module_of(material.game.name), "controls", None)
    run = material.same.get(material.main_players)
    if controls is None or run is None or material.main_players < 2 or run.frame["block"].nunique() < 20:
        return []
    covariates = controls(run.frame, run.match)
    frame = adjusted(run.frame, covariates)
    gain = float(frame["VRF"].mean())
    named = ", ".join(map(str, covariates.columns)) if covariates.shape[1] <= 4 else f"{covariates.shape[1]} covariates"
    finding = f"saves {100 * (1 - 1 / gain):.0f}% of the blocks" if gain >= GAIN else "gains nothing here"
    caption = f"W by seat, luck of the draw taken out by control variates ({named}): it {finding}"
    shown = with_interval(with_interval(frame, "adjusted"), "plain", ends="plain ")
    return [table_of("adjusted", caption, shown[["seat", "plain", "adjusted", "blocks", "VRF"]])]
