"""Whether an answer holds: asked again under every policy and every plausible value of what is estimated."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from temple_sim.analysis.fairness import seat_fairness
from temple_sim.analysis.games import module_of
from temple_sim.analysis.paired import verdict_of
from temple_sim.core.errors import UserError
from temple_sim.core.ruleset import Ruleset
from temple_sim.core.spec import GameSpec

Answer = Callable[[pd.DataFrame], str | None]  # a run's frame in one word; None when the intervals do not decide it
AS_IT_IS = "as it is"
SAME, OTHER, OPEN = "same", "other", "open"  # an answer against the report's own; open: not settled there
REMARKS = (
    "other values change the answer",
    "other values change it under other policies",
    "other values not tried",
)
SEATS = "seats"
ONE_POLICY, UNDECIDED = "one policy, values as they are", "undecided"  # words of verdicts


@dataclass(frozen=True)
class Setting:
    """One policy in all seats under one assumption about what is estimated."""

    policy: str
    assumed: str = AS_IT_IS
    key: str = ""  # the estimated rule that differs, "" for the ruleset as it is


@dataclass(frozen=True)
class Check:
    """What a setting's games say: W by seat, and the game's questions answered."""

    setting: Setting
    seats: pd.DataFrame
    answers: Mapping[str, str | None]


def answers_of(game: str, margin: float) -> dict[str, Answer]:
    """The questions a report asks of every setting, by name: the seats', then the game's own `ANSWERS`."""
    own: dict[str, Answer] = getattr(module_of(game), "ANSWERS", {})
    return {SEATS: lambda frame: fair_seats(seat_fairness(frame), margin)} | own


def asked(checks: Sequence[Check]) -> list[str]:
    """The questions that some setting answers: alone at the table, for one, nobody asks whether seats are fair."""
    names = checks[0].answers if checks else ()
    return [name for name in names if any(check.answers[name] is not None for check in checks)]


def check(setting: Setting, frame: pd.DataFrame, answers: Mapping[str, Answer], margin: float) -> Check:
    """Ask a frame of one setting every question."""
    return Check(setting, seat_fairness(frame), {name: answer(frame) for name, answer in answers.items()})


def seat_word(table: pd.DataFrame, margin: float) -> str:
    """A seat table in one word: different if any seat is, equivalent if all are, else undecided."""
    rows = table.to_dict("records")
    judged = [verdict_of(row["low"] - row["equal"], row["high"] - row["equal"], margin) for row in rows]
    return "different" if "different" in judged else "undecided" if "undecided" in judged else "equivalent"


def fair_seats(table: pd.DataFrame, margin: float) -> str | None:
    """Whether the seats are fair within the margin; None when that is not settled."""
    if len(table) < 2:
        return None
    return {"different": "unfair", "equivalent": "fair"}.get(seat_word(table, margin))


def assumptions(game: GameSpec, ruleset: Ruleset) -> Iterator[tuple[Setting, Ruleset]]:
    """The ruleset as it is, then with each plausible value of each estimated key that can be played."""
    yield Setting(""), ruleset
    for key, declared in game.schema.keys.items():
        for place, value in enumerate(declared.plausible if key in ruleset.estimated() else ()):
            try:
                changed = ruleset.overlay_flat({key: value}, key)
                game.pack_rules(changed)
            except UserError:
                continue
            yield Setting("", f"{key}={brief(value, place)}", key), changed


def brief(value: Any, place: int) -> str:
    """A value in a few characters; a long one by its place among the plausible values."""
    text = ", ".join(f"{k}: {v}" for k, v in value.items() if v is not None) if _is_flat(value) else str(value)
    return text if len(text) <= 34 else f"alternative {place + 1}"


def _is_flat(value: Any) -> bool:
    return isinstance(value, dict) and not any(isinstance(v, dict | list) for v in value.values())


def word_of(own: str | None, checks: list[Check], name: str, strongest: str) -> str:
    """Robust, policy-dependent, data-dependent or undecided, naming the settings that say otherwise."""
    if own is None:
        return UNDECIDED
    if not checks:
        return ONE_POLICY
    against = [check.setting for check in checks if check.answers.get(name) not in (own, None)]
    policies = dict.fromkeys(s.policy for s in against if not s.key)
    keys = dict.fromkeys(s.key for s in against if s.key and s.policy == strongest)
    if policies and keys:
        return f"policy-dependent and data-dependent (not under {_listed(policies)}, nor with other {_listed(keys)})"
    if policies:
        return f"policy-dependent (not under {_listed(policies)})"
    if keys:
        return f"data-dependent (not with other {_listed(keys)})"
    if against:
        both = _listed(dict.fromkeys(s.policy for s in against)), _listed(dict.fromkeys(s.key for s in against))
        return f"data-dependent (not under {both[0]} with other {both[1]})"
    agreeing = sum(check.answers.get(name) == own for check in checks)
    return "robust" if agreeing > 1 else f"{UNDECIDED} (no other setting settles it)"


def agreement_of(own: str | None, checks: list[Check], name: str, strongest: str) -> dict[str, str]:
    """An answer against that of every policy, then against other values of each estimated key under the strongest."""
    found: dict[str, list[str | None]] = {}
    for check in checks:
        setting = check.setting
        if not setting.key:
            found.setdefault(setting.policy, []).append(check.answers.get(name))
        elif setting.policy == strongest:
            found.setdefault(setting.key, []).append(check.answers.get(name))
    return {column: _against(own, answers) for column, answers in found.items()}


def _against(own: str | None, answers: list[str | None]) -> str:
    if own is None or all(answer is None for answer in answers):
        return OPEN
    return OTHER if any(answer not in (own, None) for answer in answers) else SAME


def _listed(words: Iterable[str]) -> str:
    return ", ".join(words)


def resting_on(ruleset: Ruleset, checks: list[Check], own: str | None, name: str, strongest: str) -> tuple[str, ...]:
    """The estimated components behind an answer, grouped by what other values of them do to it."""
    groups: dict[str, list[str]] = {remark: [] for remark in REMARKS}
    for key in ruleset.estimated():
        tried = [check for check in checks if check.setting.key == key]
        against = {check.setting.policy for check in tried if own and check.answers.get(name) not in (own, None)}
        remark = REMARKS[0] if strongest in against else REMARKS[1] if against else "" if tried else REMARKS[2]
        groups.setdefault(remark, []).append(key)
    return tuple(f"{_listed(groups[remark])} ({remark})" for remark in REMARKS if groups[remark])
