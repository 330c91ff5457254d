"""Figures in Python source, taken from its syntax tree: nothing is executed."""

from __future__ import annotations

import ast

from ctxlab.errors import ProfileError, Where
from ctxlab.model.profile import MAX_TOKENS

#: No figure needs larger steps on the way; a power beyond this would only cost time.
_LARGEST_STEP = 10**18
_LARGEST_POWER = 60


def parse_module(text: str, file: str = "") -> ast.Module:
    """The syntax tree of Python source.

    Raises:
        ProfileError: It is no Python.
    """
    try:
        return ast.parse(text)
    except SyntaxError as error:
        raise ProfileError(
            f"this is no Python: {error.msg}", where=Where(file=file, line=error.lineno)
        ) from None
    except (ValueError, RecursionError, MemoryError) as error:
        reason = str(error) or "nested too deeply"
        raise ProfileError(f"this is no Python: {reason}", where=Where(file=file)) from None


def figure_of(node: ast.expr, name: str, file: str = "") -> int | None:
    """A figure in tokens: a number, or sums, differences, products and quotients of numbers; None for `None`.

    Raises:
        ProfileError: It is anything else, or no number of tokens.
    """
    where = Where(file=file, line=node.lineno, key=name)
    if isinstance(node, ast.Constant) and node.value is None:
        return None
    try:
        value = _value(node)
    except (ArithmeticError, TypeError, RecursionError) as error:
        reason = str(error) or "nested too deeply"
        hint = "only numbers and simple arithmetic are read; nothing is executed"
        raise ProfileError(f"cannot be read: {reason}", where=where, hint=hint) from None
    if value != int(value) or not 0 <= value <= MAX_TOKENS:
        raise ProfileError(
            f"cannot be {value}", where=where, hint=f"allowed: a whole number from 0 to {MAX_TOKENS:,}"
        )
    return int(value)


def _value(node: ast.expr) -> int | float:
    match node:
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
            out: int | float = value
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            out = -_value(operand)
        case ast.UnaryOp(op=ast.UAdd(), operand=operand):
            out = _value(operand)
        case ast.BinOp(left=left, op=op, right=right):
            out = _combined(_value(left), op, _value(right))
        case _:
            raise TypeError(f"{ast.unparse(node)[:60]!r} is no number")
    if not -_LARGEST_STEP <= out <= _LARGEST_STEP:
        raise OverflowError("the number is far too large")
    return out


def _combined(left: int | float, op: ast.operator, right: int | float) -> int | float:
    match op:
        case ast.Add():
            return left + right
        case ast.Sub():
            return left - right
        case ast.Mult():
            return left * right
        case ast.Div():
            return left / right
        case ast.FloorDiv():
            return left // right
        case ast.Pow() if 0 <= right <= _LARGEST_POWER:
            return float(left) ** right
        case _:
            raise TypeError("this operator is not read")
