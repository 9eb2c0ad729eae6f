"""Tokens, cards and location tiles in Trail's report."""

import pandas as pd

from temple_sim.analysis import trail as questions
from temple_sim.analysis.paired import verdict_of
from temple_sim.reports import figures, panels
from temple_sim.reports.document import Figure, Section, Verdict, table_of
from temple_sim.reports.material import Material
from temple_sim.reports.shared import estimated_behind, robust_word, value_forest
from temple_sim.reports.trail_text import MOVERS, of_w, part_of_game
from temple_sim.reports.wording import (
    ONE_POLICY,
    UNDECIDED,
    amount,
    basis,
    enough,
    in_points,
    leaning,
    rate_lines,
    settled,
    value_lines,
    with_interval,
    withheld,
    word,
)

TILES = "tiles matter"


def tokens(material: Material) -> Section | None:
    """What each kind of token is worth, by part of the game and by the number on it."""
    points = rate_lines(
        "token-points",
        "Points of the game that a token taken earns in the end",
        questions.token_points(material.main),
        amount,
        "points of the game",
    )
    valued = material.valued.get("play")
    if valued is None:
        return Section("tokens", "Tokens", "Action values were not played in these runs.", tables=(points,))
    kinds = questions.token_values(valued)
    taking = kinds[kinds["kind"] != "temple"]
    what = f"What a card takes{_temple(kinds)}"
    forest = value_forest(material, "play", "token-kinds", "What a token is worth", taking, "kind", what, "gain")
    drawn = tuple(filter(None, (forest, _stages(valued))))
    units = value_lines(
        "token-units", "Tokens by the number on them (explorer tokens: first place)", questions.unit_values(valued)
    )
    return Section("tokens", "Tokens", figures=drawn, tables=(units, points), verdicts=_token_verdict(material, kinds))


def _temple(kinds: pd.DataFrame) -> str:
    """What reaching the temple is worth: it ends the game and takes nothing, so it is no token to compare."""
    row = enough(kinds[kinds["kind"] == "temple"]).dropna(subset=["gain"])
    worth = f" ({of_w(row.iloc[0], 'gain', 'gain_')})" if len(row) else ""
    return f"; reaching the temple{worth} takes no token, ends the game and is left out"


def _stages(valued: pd.DataFrame) -> Figure | None:
    table = questions.token_values_by_stage(valued)
    table = table[table["kind"] != "temple"]
    kept = enough(table).dropna(subset=["gain"])
    if kept["kind"].nunique() < 2 or kept["stage"].nunique() < 2:
        return None
    parts = int(valued["stage"].max()) + 1
    grid = 100 * kept.pivot(index="kind", columns="stage", values="gain")
    grid = grid.rename(columns=lambda stage: part_of_game(int(stage), parts))
    named = table.sort_values(["kind", "stage"]).assign(
        stage=lambda lines: [part_of_game(int(stage), parts) for stage in lines["stage"]]
    )
    caption = (
        f"Gain against the mean other action, in points of W, by part of the turns of a game; "
        f"{valued['decision'].nunique():,} decisions{withheld(table, kept)}; intervals are in the table. Reaching the "
        "temple ends the game and is left out."
    )
    return Figure(
        "token-stages", "Tokens as the game goes on", f"Heat map of kinds by part of the game. {caption}", caption,
        lambda: figures.heat(grid, "Taking a token, by part of the game", "points of W", 0.0),
        value_lines("token-stages-table", "Kinds of tokens by part of the game", named),
    )  # fmt: skip


def _token_verdict(material: Material, kinds: pd.DataFrame) -> tuple[Verdict, ...]:
    kept = enough(kinds[kinds["kind"] != "temple"]).dropna(subset=["gain"])
    question, rests = "Which tokens are worth most?", tuple(material.ruleset.estimated())
    if len(kept) < 2:
        return (Verdict(question, UNDECIDED, "Too few decisions were valued to tell.", rests),)
    best, worst = kept.iloc[kept["gain"].argmax()], kept.iloc[kept["gain"].argmin()]
    ends = [f"{row['kind']}s {of_w(row, 'gain', 'gain_')}" for row in (best, worst)]
    told = f"{', '.join(ends)} against the mean other card"
    badge = UNDECIDED
    if settled(best, len(kept), "gain", "gain_") and settled(worst, len(kept), "gain", "gain_"):
        badge = ONE_POLICY
        answer = (
            f"{best['kind'].capitalize()}s most, {worst['kind']}s least: {told}. To even them out, raise what "
            f"{worst['kind']}s do or lower what {best['kind']}s earn."
        )
    else:
        answer = f"Not settled by these decisions: {told}."
    size = f"n = {int(kept['offered'].min()):,} decisions or more a kind."
    return (Verdict(question, badge, f"{answer} {size}", rests),)


def cards(material: Material) -> Section | None:
    """What a card of so many steps is worth: to play, and to be dealt."""
    run, valued = material.runs[material.main_players], material.valued.get("play")
    dealt = questions.dealt_cards(run.frame, run.match)
    played = (
        questions.card_values(valued) if valued is not None else pd.DataFrame({"offered": [], "gain": [], "steps": []})
    )
    tables = [
        rate_lines(
            "dealt-cards",
            "W for one card more of so many steps dealt, in place of an average one",
            dealt,
            in_points,
            "effect, points of W",
        )
    ]
    if valued is not None:
        tables.append(value_lines("played-cards", "Playing a card of so many steps", played))
        movers = questions.mover_values(valued)
        movers = movers.assign(mover=[MOVERS.get(int(place), str(place)) for place in movers["mover"]])
        tables.append(value_lines("movers-cards", "Moving an explorer, by its place before the move", movers))
    figure = _cards_figure(material, enough(played).dropna(subset=["gain"]), enough(dealt))
    return Section(
        "cards",
        "Cards",
        figures=(figure,) if figure else (),
        tables=tuple(tables),
        verdicts=_card_verdict(material, enough(dealt)),
    )


def _cards_figure(material: Material, played: pd.DataFrame, dealt: pd.DataFrame) -> Figure | None:
    if dealt.empty or material.main_players < 2:
        return None
    left = dealt.assign(label=[_steps(steps) for steps in dealt["steps"]])
    right = played.drop(columns=["low", "high"], errors="ignore").assign(
        label=[_steps(steps) for steps in played["steps"]]
    )
    right = right.rename(columns={"gain": "value", "gain_low": "low", "gain_high": "high"})
    best, worst = left.loc[left["value"].idxmax()], left.loc[left["value"].idxmin()]
    caption = (
        f"Being dealt one card more of {best['label']} is worth {of_w(best)}, one of {worst['label']} "
        f"{of_w(worst)}. Left: by chance of the deal; right: W when such a card is played minus the mean of the "
        f"other cards in hand, by rollouts. {basis(dealt, material.margin)}."
    )
    order = sorted({*left["label"], *right["label"]}, key=lambda text: int(text.split()[0]))
    columns = [
        panels.Measure(frame, "label", f"{title},\npoints of W (band: margin)", reference=0.0, margin=material.margin)
        for frame, title in ((left, "being dealt one more"), (right, "playing it now"))
    ]
    return Figure(
        "card-steps", "Cards by number of steps", f"Two columns of dots. {caption}", caption,
        lambda: panels.dot_columns(order, columns),
    )  # fmt: skip


def _steps(steps: float) -> str:
    return "1 step" if steps == 1 else f"{int(steps)} steps"


def _card_verdict(material: Material, dealt: pd.DataFrame) -> tuple[Verdict, ...]:
    question = "Do the cards one is dealt matter?"
    if len(dealt) < 2 or material.main_players < 2:
        return ()
    best, worst = dealt.loc[dealt["value"].idxmax()], dealt.loc[dealt["value"].idxmin()]
    apart = {
        "value": best["value"] - worst["value"],
        "low": best["low"] - worst["high"], "high": best["high"] - worst["low"],
    }  # fmt: skip
    answer = (
        f"{leaning(apart['low'], apart['high'], material.margin)}: being dealt one card of {_steps(best['steps'])} in "
        f"place of one of {_steps(worst['steps'])} is worth {of_w(apart)} (the two intervals at their widest). A hand "
        f"holds {material.ruleset.values['cards.hand']} cards, and what they are worth adds up. Steps closer to each "
        f"other would even it out. n = {int(dealt['blocks'].min()):,} blocks."
    )
    known = word(apart) != UNDECIDED or verdict_of(apart["low"], apart["high"], material.margin) != "undecided"
    return (Verdict(question, ONE_POLICY if known else UNDECIDED, answer, tuple(material.ruleset.estimated())),)


def tiles(material: Material) -> Section | None:
    """What location tiles do to the seat that reveals them, and what choosing well at each is worth."""
    luck, drawn, tables = questions.tile_luck(material.main), [], []
    kept = enough(luck)
    if len(kept):
        best, worst = kept.iloc[0], kept.iloc[-1]
        caption = (
            f"Revealing {best['tile']}: {of_w(best)}; {worst['tile']}: {of_w(worst)}. W of the seat that reveals a "
            "kind of tile minus the mean over kinds; kinds are drawn at random and hidden, so this is their effect. "
            f"{basis(kept, material.margin)}{withheld(luck, kept)}."
        )
        axis = "points of W against the mean tile (band: margin)"
        shown = luck.rename(columns={"games": "revealed a game"})
        table = rate_lines(
            "tiles-table",
            "W of the seat that reveals a tile, against the mean tile",
            shown,
            in_points,
            "effect, points of W",
        )
        drawn.append(Figure(
            "tiles", "What a tile does to who reveals it", f"Dots with intervals. {caption}", caption,
            lambda: figures.forest(kept, "tile", reference=0.0, margin=material.margin, xlabel=axis), table,
        ))  # fmt: skip
    valued = material.valued.get("play")
    if valued is not None:
        steps = questions.tile_step_values(valued)
        named = steps.assign(tile=["over a face-down tile" if tile else "no tile under it" for tile in steps["tile"]])
        tables.append(value_lines("tile-steps", "Taking a token by what lies under it", named))
    choices = questions.tile_choices({phase: frame for phase, frame in material.valued.items() if phase != "play"})
    if len(choices):
        shown = with_interval(choices, "gain", in_points, "W of the choice minus a random one, points of W")
        tables.append(table_of("tile-choices", "What choosing well is worth, a decision, by kind of decision", shown))
    if not drawn and not tables:
        return None
    return Section(
        "tiles", "Location tiles", figures=tuple(drawn), tables=tuple(tables), verdicts=_tile_verdict(material, kept)
    )


def _tile_verdict(material: Material, kept: pd.DataFrame) -> tuple[Verdict, ...]:
    if kept.empty:
        return ()
    best, worst = kept.iloc[0], kept.iloc[-1]
    told = f"{best['tile']} {of_w(best)}, {worst['tile']} {of_w(worst)} for the seat that reveals it"
    beyond = (kept["low"] > material.margin) | (kept["high"] < -material.margin)
    inside = (kept["low"] > -material.margin) & (kept["high"] < material.margin)
    margin = f"{100 * material.margin:g} points of W"
    if beyond.any():
        answer = f"Yes, by more than {margin}: {told}. Change {' and '.join(kept.loc[beyond, 'tile'])} first."
    else:
        answer = f"No, within {margin}: {told}." if inside.all() else f"Not settled at {margin}: {told}."
    text = f"{answer} n = {int(kept['blocks'].min()):,} blocks or more."
    return (
        Verdict(
            "Does it matter which tile one reveals?",
            robust_word(material, TILES),
            text,
            estimated_behind(material, TILES),
        ),
    )
