"""Tension: how early a game is decided, whether the leader holds on, and how often a game is shared."""

import pandas as pd

from temple_sim.analysis.actions import decided
from temple_sim.analysis.fairness import clustered, leader_wins, ties
from temple_sim.analysis.games import standings_of
from temple_sim.reports import figures
from temple_sim.reports.document import Figure, Section, Verdict, exact_percent, percent, table_of
from temple_sim.reports.material import Material
from temple_sim.reports.robust import ONE_POLICY, UNDECIDED
from temple_sim.reports.wording import amount, basis, rate, with_interval

EARLY, LATE = 0.5, 0.2  # decided by half-way: more than this is early, less is late


def tension(material: Material) -> Section | None:
    """How early games are decided, lead changes, comebacks and ties."""
    if material.main_players < 2:
        return None
    leader, certain = _leader(material), _decided(material)
    drawn = [figure for figure, _ in (leader, certain) if figure]
    verdict = _verdict(material, leader[1], certain[1])
    return Section("tension", "Tension", _lead(material), figures=tuple(drawn), verdicts=(verdict,) if verdict else ())


def _lead(material: Material) -> str:
    tied = ties(material.main)
    lead = f"Games with more than one winner: {rate(tied._asdict())}."
    if "lead_changes" in material.main:
        changes = amount(clustered(material.main, "lead_changes")._asdict())
        lead += f" Times that the sole lead changes hands in a game: {changes}."
    return lead


def _leader(material: Material) -> tuple[Figure | None, pd.DataFrame | None]:
    found = standings_of(material.runs[material.main_players].match, material.main)
    if found is None:
        return None, None
    frame = leader_wins(*found).dropna(subset=["value"])
    if frame.empty:
        return None, None
    renamed = frame.rename(columns={"last_wins": "last still wins", "changed": "leader changed since"})
    shown = with_interval(renamed, name="leader wins")
    formats = {"last still wins": percent, "leader changed since": percent, "detects": exact_percent}
    table = table_of("leader", "How often the leader at a moment wins, and the one who is last", shown, formats)
    told = ", ".join(f"{row['moment']} {percent(row['value'])}" for row in frame.to_dict("records"))
    caption = f"The leader wins: {told}. Dashed: an equal share; band: {basis(frame, material.margin)}."
    equal = 1 / material.main_players
    figure = Figure(
        "leader", "Does the leader win?", f"Curve of the leader's win share. {caption}", caption,
        lambda: figures.curve(list(frame["moment"]), frame, "moment", "leader wins, percent", equal), table,
    )  # fmt: skip
    return figure, frame


def _decided(material: Material) -> tuple[Figure | None, pd.DataFrame | None]:
    """How far the mover's chances, by rollouts, are from equal: the measure that no choice of "leader" distorts."""
    phase = next(iter(material.valued), None)
    if phase is None or material.valued[phase].empty:
        return None, None
    frame = decided(material.valued[phase], material.main_players)
    names = parts_of(int(frame["stage"].max()) + 1)
    table = table_of(
        "decided", f"How much of the game is decided, by part of its decisions of phase {phase}",
        with_interval(frame.assign(stage=[names[stage] for stage in frame["stage"]]), name="decided"),
    )  # fmt: skip
    told = ", ".join(percent(max(value, 0.0)) for value in frame["value"])
    caption = (
        f"From the first part to the last, {told} of who wins is decided. Variance of the mover's chances by rollouts, "
        "as a share of that of a known winner; band: 95% bootstrap over games; "
        f"{int(frame['decisions'].sum()):,} decisions."
    )
    shown = [names[stage].removeprefix("the ") for stage in frame["stage"]]
    figure = Figure(
        "decided", "When is a game decided?", f"Curve. {caption}", caption,
        lambda: figures.curve(shown, frame, f"part of the game ({phase} decisions)", "decided, percent"), table,
    )  # fmt: skip
    return figure, frame


def parts_of(count: int) -> list[str]:
    """Names for the parts of a game that decisions are sampled from."""
    if count == 4:
        return ["the first quarter", "the second quarter", "the third quarter", "the last quarter"]
    return [f"part {place + 1} of {count}" for place in range(count)]


def _verdict(material: Material, leader: pd.DataFrame | None, certain: pd.DataFrame | None) -> Verdict | None:
    question, rests = "Is a game decided early?", tuple(material.ruleset.estimated())
    told, badge = "", ONE_POLICY
    if leader is not None:
        row = leader.iloc[(len(leader) - 1) // 2]
        told = (
            f"The leader ({row['moment']}) wins {rate(row)}, the last one still {percent(row['last_wins'])}; an equal "
            f"share is {percent(1 / material.main_players)}; n = {int(row['blocks']):,} blocks."
        )
    if certain is not None and len(certain):
        row, names = certain.iloc[max(0, len(certain) // 2 - 1)], parts_of(len(certain))
        when, n = names[int(row["stage"])], int(row["decisions"])
        middle = f"{rate(row)} of it is decided in {when} of the game, n = {n:,} decisions"
        within = "In part" if row["low"] > LATE and row["high"] < EARLY else "Not settled"
        word = "Yes" if row["low"] > EARLY else "No" if row["high"] < LATE else within
        told, badge = f"{word}: {middle}. {told}", ONE_POLICY if word != "Not settled" else UNDECIDED
    return Verdict(question, badge, told.strip(), rests) if told else None
