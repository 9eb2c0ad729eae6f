"""A designer's objective: arithmetic over metrics, `abs(seat_gap) + 0.1*abs(turns.mean-30)`, and nothing else."""

import ast
import math
import operator
import re
from collections.abc import Callable, Mapping
from typing import Any

from temple_sim.core.errors import UserError, unknown

OPERATORS: dict[type, Callable[..., float]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
    ast.Pow: operator.pow, ast.USub: operator.neg, ast.UAdd: operator.pos,
}  # fmt: skip
FUNCTIONS: dict[str, Callable[..., float]] = {"abs": abs, "min": min, "max": max, "sqrt": math.sqrt}
NAME = re.compile(r"[A-Za-z_][\w]*(?:\.[\w]+)*")
LONGEST = 1000


class Objective:
    """A checked expression. Metric names may hold dots; they are read as one name each."""

    def __init__(self, text: str) -> None:
        """Parse; UserError when it is not arithmetic over names."""
        self.text = text
        self.names: list[str] = []
        if len(text) > LONGEST:
            raise UserError(f"The objective is longer than {LONGEST} characters.")
        plain = NAME.sub(self._placeholder, text)
        try:
            self._tree = ast.parse(plain.strip(), mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            raise UserError(f"The objective '{text}' is not arithmetic.") from None
        self._check(self._tree)
        if not self.names:
            raise UserError(f"The objective '{text}' names no metric.")

    def _placeholder(self, match: re.Match[str]) -> str:
        name = match[0]
        if name in FUNCTIONS:
            return name
        if name not in self.names:
            self.names.append(name)
        return f"m{self.names.index(name)}"

    def _check(self, node: ast.AST) -> None:
        if isinstance(node, ast.BinOp | ast.UnaryOp) and type(node.op) in OPERATORS:
            children: list[ast.AST] = [node.left, node.right] if isinstance(node, ast.BinOp) else [node.operand]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FUNCTIONS:
            if node.keywords or not node.args:
                raise UserError(f"The objective '{self.text}' calls {node.func.id} in a way it does not know.")
            children = list(node.args)
        elif (isinstance(node, ast.Name) and node.id not in FUNCTIONS) or (
            isinstance(node, ast.Constant) and isinstance(node.value, int | float) and not isinstance(node.value, bool)
        ):
            children = []
        else:
            raise UserError(
                f"The objective '{self.text}' holds more than arithmetic over metrics (+ - * / ** abs min max sqrt)."
            )
        for child in children:
            self._check(child)

    def check_names(self, known: Mapping[str, Any]) -> None:
        """UserError for a metric that does not exist."""
        for name in self.names:
            if name not in known:
                raise unknown("metric", name, known)

    def __call__(self, values: Mapping[str, float]) -> float:
        """The value for metric values; NaN where the arithmetic has none (a division by 0)."""
        try:
            return float(self._value(self._tree, values))
        except (ZeroDivisionError, OverflowError, ValueError, TypeError):
            return float("nan")

    def _value(self, node: ast.AST, values: Mapping[str, float]) -> Any:
        if isinstance(node, ast.BinOp):
            return OPERATORS[type(node.op)](self._value(node.left, values), self._value(node.right, values))
        if isinstance(node, ast.UnaryOp):
            return OPERATORS[type(node.op)](self._value(node.operand, values))
        if isinstance(node, ast.Call):
            assert isinstance(node.func, ast.Name)
            return FUNCTIONS[node.func.id](*(self._value(arg, values) for arg in node.args))
        if isinstance(node, ast.Name):
            return values[self.names[int(node.id[1:])]]
        assert isinstance(node, ast.Constant)
        return float(node.value)  # type: ignore[arg-type]  # powers of whole numbers could grow without end
