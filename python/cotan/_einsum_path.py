"""In which order einsum would take the products."""

from typing import Any

from . import _cotan, _mistakes
from ._core import as_tensor, describe, here
from ._late import np

__all__ = ["einsum_path"]


def einsum_path(subscripts: str, *operands: Any, optimize: Any = "greedy") -> tuple[list[Any], str]:
    """In which order products of pairs are cheap, and a text about it, as numpy.einsum_path says it of such shapes.

    >>> import cotan as ct
    >>> ct.einsum_path("ij,jk,kl->il", ct.ones((2, 9)), ct.ones((9, 9)), ct.ones((9, 2)))[0]
    ['einsum_path', (0, 1), (0, 1)]
    """
    _mistakes.check_kind("einsum_path", "subscripts", subscripts, str, "a text")
    shapes = []
    for operand in operands:
        operand = as_tensor(operand, "ct.einsum_path")
        if None in operand._sizes:
            raise _cotan.ValueError(f"{here()}ct.einsum_path: found {describe(operand)}, but sizes must be known")
        shapes.append(np.broadcast_to(np.float32(0), operand.shape))
    try:
        return np.einsum_path(subscripts, *shapes, optimize=optimize)  # type: ignore[return-value]
    except (ValueError, TypeError, KeyError, IndexError, AttributeError) as problem:
        kind = _cotan.TypeError if isinstance(problem, TypeError) else _cotan.ValueError
        raise kind(f"{here()}ct.einsum_path: {problem}") from None
