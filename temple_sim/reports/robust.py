"""Whether an answer holds: asked again under every policy and every plausible value of what is estimated."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
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
    "other values tried, not settled",
    "other values not tried",
    "other values change nothing",
)
SEATS = "seats"
ONE_POLICY, UNDECIDED = "one policy, values as they are", "undecided"  # words of verdicts


@dataclass(frozen=True)
class Setting:
    """One policy in all seats under one assumption about what is estimated."""

    policy: str
    assumed: str = AS_IT_IS
    key: str = ""  # the estimated rule that differs, "" for the ruleset as it is
    value: str = ""  # its value, written out


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
            yield Setting("", f"{key}={brief(value, place)}", key, json.dumps(value)), changed


def brief(value: Any, place: int) -> str:
    """A value in a few characters; a long one by its place among the plausible values."""
    text = ", ".join(f"{k}: {v}" for k, v in value.items() if v is not None) if _is_flat(value) else str(value)
    return text if len(text) <= 34 else f"alternative {place + 1}"


def _is_flat(value: Any) -> bool:
    return isinstance(value, dict) and not any(isinstance(v, dict | list) for v in value.values())


def word_of(own: str | None, checks: list[Check], name: str, strongest: str) -> str:
    """Robust, policy-dependent, data-dependent or undecided, naming the settings that say otherwise.

    Robust: the same, and settled, under every policy and with every other value under the strongest one.
    """
    if own is None:
        return UNDECIDED
    others = [check for check in checks if check.setting.key or check.setting.policy != strongest]
    if not others:
        return ONE_POLICY
    told = [check for check in others if not check.setting.key or check.setting.policy == strongest]
    against = [check.setting for check in told if check.answers.get(name) not in (own, None)]
    policies = dict.fromkeys(s.policy for s in against if not s.key)
    keys = dict.fromkeys(s.key for s in against if s.key)
    if policies and keys:
        return f"policy-dependent and data-dependent (not under {_listed(policies)}, nor with other {_listed(keys)})"
    if policies:
        return f"policy-dependent (not under {_listed(policies)})"
    if keys:
        return f"data-dependent (not with other {_listed(keys)})"
    turned = [check.setting for check in others if check not in told and _turned(check, checks, name)]
    if turned:
        both = _listed(dict.fromkeys(s.policy for s in turned)), _listed(dict.fromkeys(s.key for s in turned))
        return f"data-dependent (not under {both[0]} with other {both[1]})"
    still_open = sum(check.answers.get(name) is None for check in told)
    if still_open:
        return (
            f"{UNDECIDED} elsewhere (nothing contradicts it, but {still_open} of {len(told)} other settings are open)"
        )
    return "robust"


def _turned(check: Check, checks: list[Check], name: str) -> bool:
    """Whether another value, and not the policy alone, gives another answer: against the same policy as it is."""
    plain = {c.setting.policy: c.answers.get(name) for c in checks if not c.setting.key}
    return None not in (before := plain.get(check.setting.policy), after := check.answers.get(name)) and before != after


def agreement_of(own: str | None, checks: list[Check], name: str, strongest: str) -> dict[str, str]:
    """An answer against that of every other policy, then of other values of each estimated key under the strongest."""
    found: dict[str, list[str | None]] = {}
    for check in checks:
        setting = check.setting
        if (setting.policy == strongest) != (not setting.key):  # not the report's own setting, nor both changed at once
            found.setdefault(setting.key or setting.policy, []).append(check.answers.get(name))
    return {column: _against(own, answers) for column, answers in found.items()}


def _against(own: str | None, answers: list[str | None]) -> str:
    if own is not None and any(answer not in (own, None) for answer in answers):
        return OTHER
    return OPEN if own is None or None in answers else SAME


def _listed(words: Iterable[str]) -> str:
    return ", ".join(words)


def resting_on(ruleset: Ruleset, checks: list[Check], own: str | None, name: str, strongest: str) -> tuple[str, ...]:
    """The estimated components behind an answer, grouped by what other values of them do to it."""
    if own is None or not checks:
        return tuple(ruleset.estimated())
    groups: dict[str, list[str]] = {remark: [] for remark in REMARKS}
    for key in ruleset.estimated():
        groups[_remark(own, key, checks, name, strongest)].append(key)
    return tuple(f"{_listed(keys)} ({remark})" for remark, keys in groups.items() if keys)


def _remark(own: str, key: str, checks: list[Check], name: str, strongest: str) -> str:
    tried = [check for check in checks if check.setting.key == key]
    answers = [check.answers.get(name) for check in tried if check.setting.policy == strongest]
    if not tried:
        return REMARKS[3]
    if any(answer not in (own, None) for answer in answers):
        return REMARKS[0]
    if any(_turned(check, checks, name) for check in tried if check.setting.policy != strongest):
        return REMARKS[1]
    return REMARKS[2] if None in answers else REMARKS[4]
