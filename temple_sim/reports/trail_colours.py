"""One colour or several, and what moves the drones, in Trail's report."""

import pandas as pd

from temple_sim.analysis import trail as questions
from temple_sim.reports import figures
from temple_sim.reports.document import Figure, Section, Verdict, percent
from temple_sim.reports.material import Material
from temple_sim.reports.shared import estimated_behind, robust_word, value_forest
from temple_sim.reports.trail_text import elsewhere, of_w
from temple_sim.reports.wording import (
    ONE_POLICY,
    UNDECIDED,
    amount,
    basis,
    change,
    enough,
    in_points,
    rate_lines,
    settled,
    value_lines,
)

COLOURS, DRIVES = "colours to collect", "what moves drones"
HELD = {"new": "a colour not yet held", "main": "the own main colour", "second": "another colour held"}


def colours(material: Material) -> Section | None:
    """One colour or several."""
    if material.main_players < 2:
        return None
    frame, drawn, tables = questions.concentration(material.main), [], []
    kept = enough(frame)
    if len(kept):
        top, end = kept.iloc[0], kept.iloc[-1]
        caption = (
            f"{str(top['concentration']).capitalize()}: {of_w(top)}; {end['concentration']}: {of_w(end)}. W minus "
            "that of seats with as many artifact tokens in the same seat, by how much of them the biggest colour has. "
            f"Colours are chosen, not drawn: read it beside RA. {basis(kept, material.margin)}."
        )
        axis = "points of W at an equal number of tokens (band: margin)"
        title = "W by concentration on one colour"
        table = rate_lines("concentration-table", title, frame, in_points, "adjusted, points of W")
        drawn.append(Figure(
            "concentration", "One colour or several", f"Dots with intervals. {caption}", caption,
            lambda: figures.forest(kept, "concentration", reference=0.0, margin=material.margin, xlabel=axis), table,
        ))  # fmt: skip
    valued = material.valued.get("play")
    held = questions.colour_choice(valued) if valued is not None else None
    if held is not None:
        named = held.assign(held=held["held"].map(HELD))
        what = "Artifact tokens by what the seat holds of the colour, against other artifact tokens in reach"
        figure = value_forest(
            material, "play", "colour-choice", "Which colour to go on with", named, "held", what, "gain"
        )
        drawn += [figure] if figure else []
    numbers = questions.colours_collected(material.main)
    tables.append(
        rate_lines(
            "colours-held", "W by number of colours held at the end", numbers, in_points, "adjusted, points of W"
        )
    )
    return Section("colours", "One colour or several", figures=tuple(drawn), tables=tuple(tables),
                   verdicts=_colours_verdict(material, held))  # fmt: skip


def _colours_verdict(material: Material, held: pd.DataFrame | None) -> tuple[Verdict, ...]:
    apart = questions.one_colour_or_several(material.main)
    question = "Is collecting one colour better than several?"
    if apart.blocks < 2 or apart.low != apart.low:
        return (Verdict(question, UNDECIDED, "Too few games to tell.", estimated_behind(material, COLOURS)),)
    told = (
        f"the third of seats most in one colour wins {of_w(apart._asdict())} against the third most spread out, "
        "at as many tokens"
    )
    if apart.low > material.margin:
        answer = f"Yes: {told}."
    elif apart.high < -material.margin:
        answer = f"No, several are better: {told}."
    elif apart.low > -material.margin and apart.high < material.margin:
        answer = f"It makes no difference beyond {100 * material.margin:g} points of W: {told}."
    else:
        answer = f"Not settled at the margin of {100 * material.margin:g} points of W: {told}."
    kept = enough(held).dropna(subset=["gain"]) if held is not None else pd.DataFrame()
    if len(kept) > 1:
        best = kept.iloc[kept["gain"].argmax()]
        sure = (
            "is the best to take"
            if settled(best, len(kept), "gain", "gain_")
            else "looks best to take, which is not settled"
        )
        answer += (
            f" By rollouts, {HELD[best['held']]} {sure}: {of_w(best, 'gain', 'gain_')} against other artifact tokens."
        )
    text = f"{answer} n = {apart.blocks:,} blocks."
    return (Verdict(question, robust_word(material, COLOURS), text, estimated_behind(material, COLOURS)),)


def drives(material: Material) -> Section:
    """What moves the drones: tokens left behind or drone tokens."""
    movers = enough(questions.movers(material.main).query("value > 0"))
    drawn = [_movers_figure(material, movers)] if len(movers) else []
    valued, choice = material.valued.get("play"), material.valued.get("drone")
    behind = rate_lines(
        "tokens-behind",
        "Tokens a game taken and left behind",
        questions.tokens_behind(material.main),
        amount,
        "left behind",
    )
    tables = [behind]
    values = questions.drive_values(valued) if valued is not None else None
    if values is not None:
        what = (
            "Cards by what they do to drones: take a drone token, or let artifact tokens fall behind, of colours of "
            "which the mover holds most (own) or not"
        )
        found = value_forest(
            material,
            "play",
            "drive-values",
            "Drone tokens or letting tokens fall behind",
            values,
            "drive",
            what,
            "gain",
        )
        drawn += [found] if found else []
    if choice is not None:
        stakes = questions.drone_choice(choice)
        tables.append(value_lines("drone-stakes", "Moving a drone by who holds most of its artifacts", stakes))
        tables.append(value_lines("drone-ranks", "Moving a drone by its rank", questions.drone_choice_by_rank(choice)))
    return Section(
        "drives",
        "Moving the drones",
        figures=tuple(drawn),
        tables=tuple(tables),
        verdicts=_drive_verdict(material, values),
    )


def _movers_figure(material: Material, movers: pd.DataFrame) -> Figure:
    told = ", ".join(f"{row['source']} {percent(row['share of all'])}" for row in movers.to_dict("records"))
    caption = (
        f"Spaces all drones go in a game come from: {told or 'nothing'}. Mean spaces a game by source; {basis(movers)}."
    )
    table = rate_lines("movers-table", "Spaces a game that drones are moved", movers, write=amount, name="spaces")
    return Figure(
        "movers", "What moves the drones", f"Dots with intervals. {caption}", caption,
        lambda: figures.forest(movers, "source", percent=False, xlabel="spaces a game, all drones together"), table,
    )  # fmt: skip


def _drive_verdict(material: Material, values: pd.DataFrame | None) -> tuple[Verdict, ...]:
    gap = questions.drive_gap(material.main).iloc[0]
    more = "tokens left behind" if gap["value"] > 0 else "drone tokens"
    sure = "move drones further" if gap["low"] > 0 or gap["high"] < 0 else "may move drones further"
    answer = f"{more.capitalize()} {sure} (left behind minus drone tokens: {change(gap)} spaces a game)."
    spaces = answer
    answer, word = "Too few decisions were valued to tell.", UNDECIDED
    kept = enough(values).dropna(subset=["gain"]).set_index("drive") if values is not None else pd.DataFrame()
    if "drone token" in kept.index and "own left behind" in kept.index:
        own, token = kept.loc["own left behind"], kept.loc["drone token"]
        apart = {
            "value": own["gain"] - token["gain"],
            "low": own["gain_low"] - token["gain_high"],
            "high": own["gain_high"] - token["gain_low"],
        }
        better = "Yes, own colours" if apart["value"] > 0 else "No, drone tokens are better"
        known = settled(apart, 1)
        word = ONE_POLICY if known else UNDECIDED
        told = f"own left behind {of_w(own, 'gain', 'gain_')}, drone token {of_w(token, 'gain', 'gain_')}"
        answer = f"{better if known else 'Not settled'}: {told}, each against the mean other card."
    again = elsewhere(material, DRIVES, "left behind" if gap["value"] > 0 else "drone tokens")
    text = (
        f"{answer} {spaces}{f' This about spaces holds {again}.' if again else ''} n = {int(gap['blocks']):,} blocks."
    )
    question = "Is letting tokens fall behind better than drone tokens?"
    return (Verdict(question, word, text, tuple(material.ruleset.estimated())),)
