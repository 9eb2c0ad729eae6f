"""The game alone in Trail's report: results by policy, and whether they hold under other assumptions."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pandas as pd

from temple_sim.analysis import trail as questions
from temple_sim.engine.match import Match, MatchSpec
from temple_sim.policies.registry import policies_of
from temple_sim.reports import panels
from temple_sim.reports.document import Figure, Section, Table, Verdict, table_of
from temple_sim.reports.material import Material
from temple_sim.reports.robust import AS_IT_IS, Check, Setting, assumptions, resting_on, word_of
from temple_sim.reports.wording import amount, rate, rate_lines, with_interval

GAMES = 4000  # a policy, when a report plays by itself
FEWER = 1000  # a policy and assumption
NAMES = {"lose": "lose", "museum": "museum (Institute beaten)", "treasure": "treasure (both beaten)"}
EASY, HARD = 0.8, 0.2  # share of treasures of the best policy
QUESTION = "solo result"


def solo(material: Material) -> Section | None:
    """The game alone: results by policy with Wilson intervals, and under other assumptions."""
    run = material.runs.get(1)
    own = questions.solo_results(run.frame) if run else pd.DataFrame()
    if run is None or own.empty:
        return None
    player = ", ".join(dict.fromkeys(entry.label for entry in run.match.line_up))
    table, assumed = own.assign(policy=player), pd.DataFrame()
    checks: list[Check] = []
    if material.rollouts:  # the report plays by itself
        others = [policy for policy in policies_of(material.game) if policy != player]
        table = pd.concat(
            [table, questions.solo_by_policy(run.match, others, min(run.games, GAMES))], ignore_index=True
        )
    if material.checks:
        checks, assumed = _assumed(material, run.match, min(run.games, FEWER), player, table)
    margins = questions.solo_margins(run.frame)
    tables = [
        rate_lines("solo-margins", f"Points of the game against the adversaries, {player}", margins, amount, "points")
    ]
    if len(assumed):
        tables.append(_lines("solo-assumed", f"Solo results of {player} under other assumptions", assumed, "assumed"))
    lead = "Alone, W is the share of games in which the Institute is beaten; only the results below tell more."
    verdict = _verdict(material, table, questions.solo_result(run.frame), checks, player)
    return Section("solo", "Playing alone", lead, figures=(_figure(table, material.margin),), tables=tuple(tables),
                   verdicts=(verdict,))  # fmt: skip


def _assumed(
    material: Material, match: Match, games: int, player: str, own: pd.DataFrame
) -> tuple[list[Check], pd.DataFrame]:
    """What every policy reaches under each plausible value of what is estimated; the lines of one policy as a table.

    own     results by policy under the rules as they are: the table a reader sees is the one that is judged by
    """
    checks = [_check(Setting(str(policy)), part) for policy, part in own.groupby("policy", sort=False)]
    lines = [own[own["policy"] == player].assign(assumed=AS_IT_IS)]
    for setting, ruleset in assumptions(material.game, material.ruleset):
        low, _ = material.game.seats_allowed(ruleset)
        if low > 1 or setting.assumed == AS_IT_IS:
            continue
        rules = tuple((key, here) for key, (_, here) in ruleset.changes().items())
        changed = MatchSpec(**{**vars(match.spec), "rules": rules, "n": games}).resolve()
        table = questions.solo_by_policy(changed, list(policies_of(material.game)), games)
        for policy, part in table.groupby("policy"):
            checks.append(_check(replace(setting, policy=str(policy)), part))
        lines.append(table[table["policy"] == player].assign(assumed=setting.assumed))
    return checks, pd.concat(lines, ignore_index=True)


def _check(setting: Setting, results: pd.DataFrame) -> Check:
    likely = results[results["low"] > 0.5]
    return Check(setting, results, {QUESTION: None if likely.empty else str(likely["result"].iloc[0])})


def _figure(table: pd.DataFrame, margin: float) -> Figure:
    grid = table.pivot_table(index="policy", columns="result", values="value", sort=False)[list(NAMES)]
    treasure = table[table["result"] == "treasure"]
    best = treasure.loc[treasure["value"].idxmax()]
    half = (table["high"] - table["low"]) / 2
    needed = int((table["games"] * (half / margin) ** 2).max()) + 1
    caption = (
        f"{best['policy']} beats both adversaries in {rate(best)} of games. Share of each result by policy; Wilson 95% "
        f"intervals, {int(table['games'].min()):,} games or more a policy; about {needed:,} games "
        f"bring all within {100 * margin:g} percentage points."
    )
    return Figure(
        "solo", "Results alone, by policy", f"Stacked bars. {caption}", caption,
        lambda: panels.share_bars({"": grid.rename(columns=NAMES)}, unit="games, percent"),
        _lines("solo-table", "Solo results by policy", table, "policy"),
    )  # fmt: skip


def _lines(identity: str, caption: str, table: pd.DataFrame, by: str) -> Table:
    ordered = table[[by, "result", "value", "low", "high", "games"]]
    return table_of(identity, caption, with_interval(ordered, name="share of games"))


def _verdict(material: Material, table: pd.DataFrame, own: str | None, checks: list[Check], player: str) -> Verdict:
    treasure, lost = table[table["result"] == "treasure"], table[table["result"] == "lose"]
    best, worst = treasure.loc[treasure["value"].idxmax()], lost.loc[lost["value"].idxmax()]
    told = f"{best['policy']} beats both adversaries in {rate(best)} of games"
    if worst["policy"] != best["policy"]:
        told += f"; {worst['policy']} loses most often, {rate(worst)}"
    if best["low"] > EASY:
        answer = f"Too easy for a good player: {told}. Raise what crates count for the Conservatory, or the toll"
    elif best["high"] < HARD:
        answer = f"Too hard: {told}. Lower what crates count for the Conservatory, or the toll"
    else:
        answer = f"It stays a challenge: {told}"
    text = (
        f"{answer}. n = {int(table['games'].min()):,} games or more a policy. Asked again of other policies and "
        "values: only which result (lost, Institute beaten, both beaten) comes in more than half of the games."
    )
    same_rules = [c for c in checks if c.setting.policy == player or c.setting.assumed == AS_IT_IS]
    word = word_of(own, same_rules, QUESTION, player)
    rests = tuple(_without_players(resting_on(material.ruleset, checks, own, QUESTION, player)))
    return Verdict("Is the solo game hard enough?", word, text, rests)


def _without_players(rests: Sequence[str]) -> Iterator[str]:
    """What a verdict rests on but for the number of players, of which there is one."""
    for line in rests:
        keys, bracket, remark = line.partition(" (")
        kept = [key for key in keys.split(", ") if key != "players"]
        if kept:
            yield f"{', '.join(kept)}{bracket}{remark}"
