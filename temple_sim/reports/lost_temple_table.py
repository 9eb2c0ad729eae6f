"""Lost Temple's sections on the table: curses and robberies, number of players, estimated components."""

from collections.abc import Mapping
from typing import Any

import pandas as pd

from temple_sim.analysis import lost_temple as questions
from temple_sim.reports import figures, panels
from temple_sim.reports.document import Figure, Section, Table, Verdict, percent, table_of
from temple_sim.reports.lost_temple_words import rests_on
from temple_sim.reports.material import Material
from temple_sim.reports.robust import AS_IT_IS, SEATS
from temple_sim.reports.shared import robust_word
from temple_sim.reports.wording import (
    NOTHING,
    ONE_POLICY,
    amount,
    basis,
    blocks_needed,
    enough,
    listed,
    rate,
    rate_lines,
    value_lines,
    with_interval,
    withheld,
)


def interference(material: Material) -> Section:
    """How often curses and robberies hit, and what naming a character is worth."""
    table = questions.interference(material.main)
    kept = enough(table)
    tables = [rate_lines("loot", "What a hit brings (events: hits)", questions.loot(material.main), amount, "mean")]
    for phase, title in (("curse", "Value of cursing a character"), ("rob", "Value of robbing a character")):
        if phase in material.valued:
            tables.append(value_lines(f"names-{phase}", title, questions.name_values(material.valued[phase])))
    if kept.empty:
        return Section("interference", "Curses and robberies", NOTHING, tables=tuple(tables))
    told = rate_lines("interference", "Curses and robberies", table[["kind", *table.columns.drop("kind")]])
    lines = kept.assign(line=kept["kind"] + ": " + kept["what"])
    caption = (
        f"{_hits(kept)}. Share of the curses and robberies spoken, and of all turns of characters; "
        f"{basis(kept, material.margin)}{withheld(table, kept)}."
    )
    measure = panels.Measure(lines, "line", "percent")
    figure = Figure("interference", "Do curses and robberies hit?", f"Dots, a rate a line. {caption}", caption,
                    lambda: panels.dot_columns(list(lines["line"]), [measure]), told)  # fmt: skip
    verdicts = _hits_verdict(material, kept)
    return Section("interference", "Curses and robberies", figures=(figure,), tables=tuple(tables), verdicts=verdicts)


def _hits_verdict(material: Material, kept: pd.DataFrame) -> tuple[Verdict, ...]:
    """Which of the two hits more often: the question of `ANSWERS`."""
    hits = kept[kept["what"] == "hits another seat"].sort_values("value", ascending=False)
    if len(hits) < 2:
        return ()
    most, least = hits.iloc[0], hits.iloc[-1]
    told = f"a {most['kind']} hits another seat in {rate(most)} of cases, a {least['kind']} in {rate(least)}"
    lead = f"The {most['kind']}" if most["low"] > least["high"] else "Not settled"
    answer = f"{lead}: {told}. n = {hits['events'].min():,.0f} or more of each in {int(hits['blocks'].min()):,} blocks."
    return (Verdict("Which hits more often, a curse or a robbery?", robust_word(material, "hits more"), answer,
                    rests_on(material, "hits more")),)  # fmt: skip


def _hits(kept: pd.DataFrame) -> str:
    """The rates in a sentence."""
    parts = {
        kind: [f"{row['what']} {rate(row)}" for row in part.to_dict("records")]
        for kind, part in kept.groupby("kind", sort=False)
    }
    return "; ".join(f"{str(kind).capitalize()}: {', '.join(told)}" for kind, told in parts.items())


def players(material: Material) -> Section | None:
    """What the number of players changes."""
    if len(material.frames) < 2:
        return None
    table = questions.player_counts(material.frames)
    kept = enough(table)
    kept = kept.assign(share=kept["what"].isin(questions.SHARES_BY_PLAYERS))
    told = _counts_table(table, kept)
    if kept.empty:
        return Section("players", "Number of players", NOTHING, tables=(told,))
    measures = {str(what): part for what, part in kept.groupby("what", sort=False)}
    finding = "; ".join(_change(part) for part in measures.values())
    blocks = int(kept["blocks"].min())
    shows = blocks_needed(kept[kept["share"]], material.margin)
    caption = (
        f"{_most_changed(measures)} Means and shares by number of players, lowest to highest; 95% intervals over "
        f"{blocks:,} blocks or more{f'; {shows} of the shares' * bool(shows)}{withheld(table, kept)}."
    )
    figure = Figure("players", "What changes with the number of players", f"Small panels of lines. {caption}", caption,
                    lambda: panels.by_players(measures), told)  # fmt: skip
    answer = f"{finding[0].upper()}{finding[1:]}. n = {blocks:,} blocks or more."
    verdict = Verdict("What changes with the number of players?", ONE_POLICY, answer, rests_on(material))
    return Section("players", "Number of players", figures=(figure, *_lift_figure(material)), verdicts=(verdict,))


def _most_changed(measures: Mapping[str, pd.DataFrame]) -> str:
    """The measure whose highest value is the largest multiple of its lowest."""
    several = {what: part["value"] for what, part in measures.items() if len(part) > 1 and part["value"].min() > 0}
    if not several:
        return "No measure is known above 0 for two numbers of players."
    most = max(several, key=lambda what: several[what].max() / several[what].min())
    return f"Changes by the largest factor, {several[most].max() / several[most].min():.1f}: {most}."


def _change(part: pd.DataFrame) -> str:
    """The lowest and the highest value of a measure, and with how many players."""
    factor, unit, digits = (100, "%", 1) if part["share"].all() else (1, "", 2)
    ends = [part.loc[part["value"].idxmin()], part.loc[part["value"].idxmax()]]
    told = [f"{factor * row['value']:.{digits}f}{unit} with {int(row['players'])}" for row in ends]
    return f"{part['what'].iloc[0]}: {' to '.join(told)}"


def _counts_table(table: pd.DataFrame, kept: pd.DataFrame) -> Table:
    """One line a measure and player count."""
    told = [rate(row) if row["share"] else amount(row) for row in kept.to_dict("records")]
    shown = kept[["what", "players"]].assign(rate=told, blocks=kept["blocks"])
    return table_of("players", f"Rates by number of players{withheld(table, kept)}", shown)


def _lift_figure(material: Material) -> tuple[Figure, ...]:
    """How much more often than blindly a character is picked, by number of players."""
    parts = [questions.pick_share(frame).assign(players=count) for count, frame in material.frames.items()]
    table = pd.concat(parts, ignore_index=True)
    kept = enough(table)
    if kept.empty:
        return ()
    grid = kept.assign(lift=kept["value"] / kept["blind"]).pivot(index="character", columns="players", values="lift")
    means = grid.mean(axis=1).sort_values(ascending=False)
    grid = grid.loc[means.index]
    caption = (
        f"Over all player counts the {means.index[0]} is picked {means.iloc[0]:.1f} times as often as blindly, the "
        f"{means.index[-1]} {means.iloc[-1]:.1f} times. Pick share when offered over that of a blind pick; "
        f"{basis(kept, material.margin)} of pick share{withheld(table, kept)}."
    )
    shown = with_interval(kept[["character", "players", "value", "low", "high", "blind", "blocks"]], name="picked")
    told = table_of("lift", f"Pick share by number of players{withheld(table, kept)}", shown, {"blind": percent})

    def draw() -> Any:
        axes = figures.heat(grid, "Picked as often as blindly", "times", 1.0)
        axes.set_xlabel("players")
        return axes

    return (Figure("lift", "Demand by number of players", f"Heat map. {caption}", caption, draw, told),)


def assumptions(material: Material) -> Section | None:
    """How far conclusions depend on each estimated component."""
    checks = [check for check in material.checks if check.setting.policy == material.strongest]
    base = next((check for check in checks if check.setting.assumed == AS_IT_IS), None)
    others = [check for check in checks if check.setting.key]
    if base is None or not others:
        return None
    tried = [
        (check.setting.key, question, base.answers.get(question), answer)
        for check in others
        for question, answer in check.answers.items()
        if question != SEATS
    ]
    table = questions.dependence(tried)
    changed, still = table[table["changed"] > 0], int((table["open"] == table["tried"]).sum())
    keys, asked = (listed(list(dict.fromkeys(changed[name]))) for name in ("component", "question"))
    if changed.empty:
        text = "No component that was tried: other plausible values change no answer that is settled with both."
    else:
        text = f"Measure {keys} on the real game first: other plausible values change the answer to: {asked}."
    text += (
        f" {table['component'].nunique()} components tried; {still} of {len(table)} pairs of component and question "
        f"are open. n = {int(base.seats['blocks'].min()):,} blocks a value."
    )
    verdict = Verdict("Which estimates matter?", ONE_POLICY, text)
    caption = (
        "Other plausible values of estimated components: how many leave the answer the same, change it, or are open"
    )
    lead = f"{material.main_players} players; policy: {material.strongest}. Other policies: see Robustness."
    return Section("assumptions", "Estimated components", lead, tables=(_wide(table, caption),), verdicts=(verdict,))


def _wide(table: pd.DataFrame, caption: str) -> Table:
    """A line a component, a column a question: what the other values say."""
    told = [
        ", ".join(text for count, text in ((row["same"], "same"), (row["changed"], row["others"])) if count) or "open"
        for row in table.to_dict("records")
    ]
    wide = table.assign(told=told).pivot(index="component", columns="question", values="told")
    order = list(dict.fromkeys(table["question"]))
    shown = wide.loc[list(dict.fromkeys(table["component"])), order].reset_index()
    return table_of("assumptions", caption, shown)
