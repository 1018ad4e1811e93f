"""vectorize: a function of small tensors as one of any number of them."""

import functools
from typing import Any, Callable, Iterable

from . import _cotan, _mistakes
from ._core import as_tensor, here
from ._places import integers
from ._signatures import found as shown
from ._traced import applied
from ._vmap import vmap


def vectorize(pyfunc: Callable[..., Any], *, excluded: Iterable[int] = frozenset(),
              signature: str | None = None) -> Callable[..., Any]:
    """`pyfunc` for each element of its arguments, whose shapes are brought together.

    With a signature as "(m,n),(n)->(m)", for each of their slices with these axes. Arguments whose numbers
    are in `excluded` are given to every call whole.

    >>> import cotan as ct
    >>> ct.vectorize(ct.dot, signature="(n),(n)->()")(ct.array([[1, 2], [3, 4]]), ct.array([1, 1]))
    Tensor([3, 7], dtype=int64)
    """

    _mistakes.check_function("vectorize", pyfunc)
    if not isinstance(signature, (str, type(None))):
        raise _cotan.TypeError(f"{here()}ct.vectorize: 'signature' must be a text or None, but is {shown(signature)}")
    excluded = set(integers("vectorize", "excluded", excluded))

    @functools.wraps(pyfunc)
    def vectorized(*args):
        chosen = [i for i in range(len(args)) if i not in excluded]
        tensors, maps = _cotan._vectorized([as_tensor(args[i]) for i in chosen], signature)

        def one_call(*some):
            new = list(args)
            for i, x in zip(chosen, some):
                new[i] = x
            return applied(pyfunc, *new)

        for axes in reversed(maps):
            one_call = vmap(one_call, tuple(axes))
        return one_call(*tensors)

    return vectorized
