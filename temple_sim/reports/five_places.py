"""Where the seats' difference comes from: the place in the last round, which the first player token settles."""

import pandas as pd

from temple_sim.analysis import five as questions
from temple_sim.reports import five_extra as extra
from temple_sim.reports.document import Section, Verdict, exact_percent, points, table_of
from temple_sim.reports.five_text import of_w
from temple_sim.reports.material import Material
from temple_sim.reports.wording import ONE_POLICY, UNDECIDED, enough, rate, with_interval, withheld

ROUNDS = "level3.rounds"
FOLLOWS = (
    " Without level 3 the advantage moves with the place, not with the seat: that speaks for the last round as cause."
)
STAYS = " Without level 3 the advantage stays with the seat: that speaks against the last round as cause."


def places(material: Material) -> Section | None:
    """W by place in the last round, also without level 3: a round less turns the order of the last by one seat."""
    values = material.ruleset.values
    table = questions.last_places(material.frames, values)
    if enough(table).empty:
        return None
    turned = _round_less(material)
    both = pd.concat([table.assign(rounds="as they are"), *([turned] if turned is not None else [])], ignore_index=True)
    kept = enough(both)
    columns = ["players", "rounds", "place", "seat", "value", "low", "high", "gap", "detects", "blocks"]
    shown = table_of("last-round", f"W by place in the last round (place 1 acts first){withheld(both, kept)}",
                     with_interval(kept[columns], name="W"), {"gap": points, "detects": exact_percent})  # fmt: skip
    lead = (
        "Seat 0 has the first player token in round 1; it passes left after every round, so the number of rounds and "
        "of players settles who acts first and last in the last round. Without level 3 it turns by one seat."
    )
    return Section("last-round", "Place in the last round", lead, tables=(shown,),
                   verdicts=_verdict(material, enough(table), turned))  # fmt: skip


def _round_less(material: Material) -> pd.DataFrame | None:
    """The same table of games without the one round of level 3; None when they cannot be played."""
    if not extra.plays(material) or material.main_players < 2 or not material.ruleset.values[ROUNDS]:
        return None
    match = extra.changed(material, {ROUNDS: 0})
    if match is None:
        return None
    table = questions.last_places({material.main_players: extra.frame_of(match)}, match.ruleset.values)
    return table.assign(rounds="without level 3")


def _verdict(material: Material, table: pd.DataFrame, turned: pd.DataFrame | None) -> tuple[Verdict, ...]:
    own = table[table["players"] == material.main_players]
    if len(own) < 2:
        return ()
    best, worst = own.loc[own["value"].idxmax()], own.loc[own["value"].idxmin()]
    apart = bool(best["low"] > worst["high"])
    weak = f"seat {int(worst['seat'])}"
    told = (
        f"with {material.main_players} players place {int(best['place'])} of the last round (seat {int(best['seat'])}) "
        f"wins {rate(best)}, place {int(worst['place'])} ({weak}) {rate(worst)}"
    )
    cause = _cause(best, worst, turned) if apart else ""
    answer = f"{told[0].upper()}{told[1:]}.{cause}" if apart else f"No place stands out: {told}."
    if apart:
        answer += (
            f" To even it out, change who holds the token in the last round, or give {weak} a part of a priest's "
            f"worth at the start.{_price(material)}"
        )
    text = f"{answer} n = {int(own['blocks'].min()):,} blocks."
    question = "Does the place in the last round make the better seat?"
    sure = ONE_POLICY if cause == FOLLOWS else UNDECIDED
    return (Verdict(question, sure, text, tuple(material.ruleset.estimated())),)


def _cause(best: pd.Series, worst: pd.Series, turned: pd.DataFrame | None) -> str:
    """Whether the advantage follows the place or the seat when the token is turned."""
    kept = enough(turned) if turned is not None else pd.DataFrame()
    if len(kept) < 2:
        return " Seat and place go together in these games, so which of the two counts is open."
    by_place, by_seat = kept.set_index("place"), kept.set_index("seat")
    held = by_place.loc[best["place"], "low"] > by_place.loc[worst["place"], "high"]
    seat = by_seat.loc[best["seat"], "low"] > by_seat.loc[worst["seat"], "high"]
    if held == seat:
        return " Without level 3 the order turns, and neither place nor seat alone explains who then wins."
    return FOLLOWS if held else STAYS


def _price(material: Material) -> str:
    """What a priest is worth, as the section on priests says."""
    found = extra.lever(material, "priest")
    kept = enough(questions.prices(found)) if found is not None else pd.DataFrame()
    if kept.empty:
        return ""
    told = ", ".join(f"{of_w(row, 'W')} on level {row['level']}" for row in kept.to_dict("records"))
    return f" One priest more in hand is worth {told}."
