"""The sections every game's report has. Each takes the material and gives a section, or None when it has nothing."""

import pandas as pd

from temple_sim.analysis.actions import policy_loss
from temple_sim.analysis.fairness import leader_wins, length_table, seat_fairness, seat_spread, ties
from temple_sim.analysis.games import module_of
from temple_sim.analysis.paired import verdict_of
from temple_sim.reports import figures
from temple_sim.reports.document import Figure, Section, Table, Verdict, percent, points, table_of, with_interval
from temple_sim.reports.material import Material

ENOUGH_BLOCKS = 100  # fewer, and a rate is flagged as thin


def seats(material: Material) -> Section | None:
    """W by seat, one policy in all seats, so that only the seat differs."""
    tables = {players: seat_fairness(frame) for players, frame in material.frames.items() if players > 1}
    if not tables:
        return None
    lines = [table.assign(players=players) for players, table in tables.items()]
    frame = pd.concat(lines, ignore_index=True)[["players", "seat", "value", "low", "high", "gap", "detects", "blocks"]]
    shown = with_interval(frame, "value", name="W")
    table = table_of("seats", "W by seat and number of players", shown, {"gap": points, "detects": percent})
    gaps = {players: seat_spread(table) for players, table in tables.items()}
    finding = "; ".join(
        f"{players} players: {100 * seen:.2f} points between best and worst seat (noise alone: up to {100 * noise:.2f})"
        for players, (seen, noise) in gaps.items()
    )
    worst = max(tables.values(), key=lambda t: t["detects"].max())
    blocks = f"{int(worst['blocks'].min()):,} blocks or more"
    caption = f"{finding}. Dots are W minus an equal share, lines 95% intervals over {blocks}."
    figure = Figure(
        "seats", "What a seat is worth", f"Forest plot of win share by seat. {finding}.", caption,
        lambda: figures.seat_forest(tables, material.margin), table,
    )  # fmt: skip
    return Section(
        "seats",
        "Seats",
        f"All seats play {material.strongest}.",
        figures=(figure,),
        verdicts=_seat_verdicts(material, tables),
    )


def _seat_verdicts(material: Material, tables: dict[int, pd.DataFrame]) -> tuple[Verdict, ...]:
    found = []
    for players, table in tables.items():
        judged = [_seat_verdict(row, material.margin) for row in table.to_dict("records")]
        top, bottom = table.loc[table["value"].idxmax()], table.loc[table["value"].idxmin()]
        best = f"seat {int(top['seat'])} wins {percent(top['value'])} [{100 * top['low']:.2f}, {100 * top['high']:.2f}]"
        worst = f"seat {int(bottom['seat'])} {percent(bottom['value'])}"
        answer = {
            "different": f"No: {best}, {worst}; more than {100 * material.margin:g} points off an equal share.",
            "equivalent": f"Yes, within {100 * material.margin:g} points: {best}, {worst}.",
            "undecided": f"Not settled at this number of games: {best}, {worst}.",
        }
        verdict = "different" if "different" in judged else "undecided" if "undecided" in judged else "equivalent"
        word = _robustness_word(material, verdict) if players == material.main_players else _alone(verdict)
        text = f"{answer[verdict]} n = {int(table['blocks'].min()):,} blocks."
        found.append(
            Verdict(f"Are the seats fair with {players} players?", word, text, tuple(material.ruleset.estimated()))
        )
    return tuple(found)


def _alone(verdict: str) -> str:
    return "undecided" if verdict == "undecided" else "one policy, values as they are"


def _seat_verdict(row: dict, margin: float) -> str:
    return verdict_of(row["low"] - row["equal"], row["high"] - row["equal"], margin)


def table_verdict(table: pd.DataFrame, margin: float) -> str:
    """A seat table in one word: different if any seat is, equivalent if all are, else undecided."""
    judged = [_seat_verdict(row, margin) for row in table.to_dict("records")]
    return "different" if "different" in judged else "undecided" if "undecided" in judged else "equivalent"


def _robustness_word(material: Material, verdict: str) -> str:
    """Whether the verdict holds over policies and plausible values of estimated components."""
    if verdict == "undecided" or not material.robust:
        return _alone(verdict)
    others = {(policy, assumed): table_verdict(table, material.margin) for policy, assumed, table in material.robust}
    contrary = {key for key, word in others.items() if word not in (verdict, "undecided")}
    if any(assumed != "as it is" for _, assumed in contrary):
        return "data-dependent"
    if contrary:
        return "policy-dependent"
    return "undecided" if all(word == "undecided" for word in others.values()) else "robust"


def policies(material: Material) -> Section | None:
    """Who beats whom, and what each policy gives away."""
    tables, drawn = [], []
    for players, cells in material.ladder.items():
        names = list(dict.fromkeys(cell.row for cell in cells))
        grid = pd.DataFrame(index=names, columns=names, dtype=float)
        for cell in cells:
            grid.loc[cell.row, cell.column] = 100 * cell.w.value
        order = grid.mean(axis=1).sort_values(ascending=False).index
        grid = grid.loc[order, order]
        frame = pd.DataFrame([{"policy": c.row, "against": c.column, **c.w._asdict()} for c in cells])
        shown = with_interval(frame, "value", name="W")
        table = table_of(f"payoff-{players}", f"W of one seat among {players}, all pairs", shown, {"detects": percent})
        caption = (
            f"{order[0]} is the strongest of {' > '.join(order)}. W in percent of one seat of the row's policy "
            f"among seats of the column's; an equal share is {100 / players:.1f}. {cells[0].w.blocks:,} blocks a pair."
        )
        drawn.append(_payoff_figure(players, grid, caption, table))
    losses = [policy_loss(frame).assign(phase=phase) for phase, frame in material.valued.items()]
    if losses:
        frame = pd.concat(losses, ignore_index=True)[["policy", "phase", "decisions", "loss", "low", "high", "wrong"]]
        shown = with_interval(frame, "loss", name="loss")
        caption = (
            "Win share given away a decision against the best action, by rollouts (wrong: both halves prefer another)"
        )
        tables.append(table_of("loss", caption, shown, {"wrong": percent}))
    return Section("policies", "Policies", figures=tuple(drawn), tables=tuple(tables)) if drawn or tables else None


def pace(material: Material) -> Section:
    """How long it takes."""
    frame = length_table(material.frames.items())
    shown = with_interval(frame, "turns", share=False)
    table = table_of("lengths", "Length of a game by number of players", shown)
    told = ", ".join(f"{row['turns']:.1f} with {row['players']}" for row in frame.to_dict("records"))
    caption = f"Mean turns: {told}. Distribution of the number of turns, {material.strongest} in all seats."
    turns = {players: part.loc[part["seat"] == 0, "turns"] for players, part in material.frames.items()}
    figure = Figure(
        "lengths", "How many turns", f"Distribution of turns. {caption}", caption, lambda: figures.lengths(turns), table
    )
    return Section("pace", "Pace", figures=(figure,))


def tension(material: Material) -> Section | None:
    """How early games are decided."""
    standings_of = getattr(module_of(material.game.name), "standings", None)
    if material.main_players < 2:
        return None
    drawn = []
    verdicts: tuple[Verdict, ...] = ()
    tied = ties(material.main)
    if standings_of:
        frame = leader_wins(material.main, standings_of(material.main))
        shown = with_interval(frame, "value", name="leader wins")
        table = table_of(
            "leader",
            "How often the leader at a moment wins",
            shown,
            dict.fromkeys(("detects", "last_wins", "changed"), percent),
        )
        told = ", ".join(f"{row['moment']} {percent(row['value'])}" for row in frame.to_dict("records"))
        blocks = f"{int(frame['blocks'].min()):,} blocks"
        caption = f"The leader wins: {told}. Band: 95% interval over {blocks}; dashed: an equal share."
        drawn.append(_leader_figure(frame, 1 / material.main_players, caption, table))
        verdicts = (_tension_verdict(frame, tuple(material.ruleset.estimated())),)
    lead = f"Games with more than one winner: {percent(tied.value)} [{100 * tied.low:.2f}, {100 * tied.high:.2f}]."
    return Section("tension", "Tension", lead, figures=tuple(drawn), verdicts=verdicts)


def _payoff_figure(players: int, grid: pd.DataFrame, caption: str, table: Table) -> Figure:
    return Figure(
        f"payoff-{players}", f"Payoff, {players} players", f"Matrix of win shares. {caption}", caption,
        lambda: figures.heat(grid, f"W, {players} players", "percent", 100 / players), table,
    )  # fmt: skip


def _leader_figure(frame: pd.DataFrame, equal: float, caption: str, table: Table) -> Figure:
    return Figure(
        "leader", "Does the leader win?", f"Curve of the leader's win share. {caption}", caption,
        lambda: figures.curve(list(frame["moment"]), frame, "moment", "leader wins, percent", equal), table,
    )  # fmt: skip


def _tension_verdict(frame: pd.DataFrame, estimated: tuple[str, ...]) -> Verdict:
    middle = frame.iloc[len(frame) // 2]
    leader, last = percent(middle["value"]), percent(middle["last_wins"])
    answer = f"The leader at {middle['moment']} wins {leader}, the last seat still {last}."
    return Verdict("Is a game decided early?", "one policy, values as they are", answer, estimated)


def robustness(material: Material) -> Section | None:
    """The seats' verdict under other policies and other values of what is estimated."""
    if not material.robust:
        return None
    policies = list(dict.fromkeys(policy for policy, _, _ in material.robust))
    assumed = list(dict.fromkeys(label for _, label, _ in material.robust))
    grid = pd.DataFrame(index=assumed, columns=policies, dtype=float)
    lines = []
    for policy, label, table in material.robust:
        gap = float(table["value"].max() - table["value"].min())
        grid.loc[label, policy] = 100 * gap
        lines.append(
            {
                "assumed": label,
                "policy": policy,
                "seat gap": gap,
                "blocks": int(table["blocks"].min()),
                "verdict": table_verdict(table, material.margin),
            }
        )
    table = table_of(
        "robustness",
        "Gap between best and worst seat under other policies and assumptions",
        pd.DataFrame(lines),
        {"seat gap": percent},
    )
    caption = (
        f"The gap between best and worst seat lies between {grid.min().min():.1f} and {grid.max().max():.1f} points. "
        f"{material.main_players} players, one policy in all seats; noise alone gives gaps above 0."
    )
    figure = Figure("robustness", "Seat gap by policy and assumption", f"Matrix of seat gaps. {caption}", caption,
                    lambda: figures.heat(grid, "Seat gap", "points"), table)  # fmt: skip
    return Section("robustness", "Robustness", figures=(figure,))


def alerts(material: Material, sections: list[Section]) -> Section:
    """What a reader must know before believing the rest."""
    notes = []
    for players, run in {**material.mixed, **material.same}.items():
        limits = (
            int((run.rows()["end_reason"] > 0).sum())
            if run.memory is not None
            else int((material.frames[players]["end_reason"] == "limit").sum() / players)
        )
        if limits:
            notes.append(f"{limits:,} games of {players} players hit a guard and ended without a winner.")
    for players, frame in material.frames.items():
        blocks = frame["block"].nunique()
        if blocks < ENOUGH_BLOCKS:
            notes.append(f"Only {blocks} blocks with {players} players: rates of it are rough.")
        table = seat_fairness(frame)
        if float((table["high"] - table["low"]).max()) / 2 > material.margin:
            margin = f"{100 * material.margin:g} points"
            notes.append(f"With {players} players the intervals of W are wider than the margin of {margin}.")
    thin = sum("thin cells" in section.lead for section in sections)
    if thin:
        notes.append("Some tables leave out cells with too few games; their captions say so.")
    return Section(
        "alerts",
        "Alerts",
        "" if notes else "Nothing to report: no guard was hit and no interval is wider than the margin.",
        tuple(notes),
    )
