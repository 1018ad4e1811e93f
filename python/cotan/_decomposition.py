"""What a program's user says about the decomposition of composite operators."""
from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from . import _cotan
from ._core import here
from ._named import with_checked_calls


@with_checked_calls("ct.Decomposition")
@dataclasses.dataclass(frozen=True)
class Decomposition:
    """Where composite operators, such as composite.softmax, are replaced by what they mean.

    By default each is replaced that has no kernel of its own, and before a derivative is taken each that
    has no derivative rule. `forward=False`: none is replaced in the program that runs. `reverse=False`:
    none before a derivative is taken. `skip` names operators that stay whole in both, `only`, if it is
    not empty, those that do not. An operator that stays whole and has no kernel, or no rule where a
    derivative flows through it, is an error that names it. Names are whole, as `cotan ops` lists them.

    Where no program says it, the environment does: COTAN_SKIP_DECOMPOSITION and COTAN_ONLY_DECOMPOSE,
    names with commas between them.

    >>> import cotan as ct
    >>> whole = ct.Decomposition(skip=["composite.attention"])
    >>> f = ct.jit(lambda x: ct.nn.dot_product_attention(x, x, x), decomposition=whole)
    >>> f(ct.ones((1, 2, 1, 2))).shape
    (1, 2, 1, 2)
    """

    forward: bool = True
    reverse: bool = True
    skip: Sequence[str] = ()
    only: Sequence[str] = ()

    def __post_init__(self) -> None:
        for name in ("skip", "only"):
            given = getattr(self, name)
            if not isinstance(given, (list, tuple, set, frozenset)) or not all(isinstance(x, str) for x in given):
                raise _cotan.TypeError(f"{here()}Decomposition: {name!r} is {given!r}; it is a list of names of "
                                       "operators, such as ['composite.softmax']")

    def _members(self) -> tuple[bool, bool, list[str], list[str]]:
        """As the extension module takes them."""
        return bool(self.forward), bool(self.reverse), list(self.skip), list(self.only)


def check(function: str, given: object) -> None:
    """TypeError if it is neither None nor a Decomposition."""
    if given is not None and not isinstance(given, Decomposition):
        raise _cotan.TypeError(f"{here()}{function}: 'decomposition' is {given!r}; it is a ct.Decomposition or None")
