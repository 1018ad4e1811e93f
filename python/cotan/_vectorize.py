"""vectorize: a function of small tensors as one of any number of them."""

import functools
from typing import Any, Callable, Iterable

from . import _cotan, _mistakes
from ._core import as_tensor, here
from ._places import integers
from ._signatures import found as shown
from ._traced import applied
from ._vmap import vmap


def vectorize(pyfunc: Callable[..., Any], *, excluded: Iterable[int | str] = frozenset(),
              signature: str | None = None) -> Callable[..., Any]:
    """`pyfunc` for each element of its arguments, whose shapes are brought together.

    With a signature as "(m,n),(n)->(m)", for each of their slices with these axes; what `pyfunc` returns must have the
    axes that it says. Arguments whose numbers or names are in `excluded` are given to every call whole, and so is None.

    >>> import cotan as ct
    >>> ct.vectorize(ct.dot, signature="(n),(n)->()")(ct.array([[1, 2], [3, 4]]), ct.array([1, 1]))
    Tensor([3, 7], dtype=int64)
    """

    _mistakes.check_function("vectorize", pyfunc)
    if not isinstance(signature, (str, type(None))):
        raise _cotan.TypeError(f"{here()}ct.vectorize: 'signature' must be a text or None, but is {shown(signature)}")
    whole = _excluded(excluded)

    @functools.wraps(pyfunc)
    def vectorized(*args, **keywords):
        given = {**dict(enumerate(args)), **keywords}
        chosen = [key for key, x in given.items() if key not in whole and (x is not None or signature is not None)]
        if any(given[key] is None for key in chosen):
            raise _cotan.ValueError(f"{here()}ct.vectorize: an argument is None, which has no axes as the signature "
                                    f"'{signature}' says; name it in 'excluded'")
        tensors, maps = _cotan._vectorized([as_tensor(given[key]) for key in chosen], signature)

        def one_call(*some):
            new = {**given, **dict(zip(chosen, some))}
            result = applied(pyfunc, *(new.pop(i) for i in range(len(args))), **new)
            if signature is not None:
                _check_results(signature, some, result)
            return result

        for axes in reversed(maps):
            one_call = vmap(one_call, tuple(axes))
        return one_call(*tensors)

    return vectorized


def _excluded(given):
    """Numbers of arguments, and names."""
    names = {x for x in given if isinstance(x, str)} if isinstance(given, (set, frozenset, list, tuple)) else set()
    numbers = integers("vectorize", "excluded", [x for x in given if x not in names] if names else given)
    negative = [number for number in numbers if number < 0]
    if negative:
        raise _cotan.ValueError(f"{here()}ct.vectorize: 'excluded' has {negative[0]}, but arguments are counted from 0")
    return names.union(numbers)


def _check_results(signature, arguments, result):
    several = signature.split("->")[1].count("(") > 1
    if several and not isinstance(result, (tuple, list)):
        raise _cotan.TypeError(f"{here()}ct.vectorize: the signature '{signature}' has several results, of which the function "
                               f"must return a tuple, but it returned {shown(result)}")
    results = result if isinstance(result, (tuple, list)) else [result]
    _cotan._check_vectorized(signature, arguments, [as_tensor(y) for y in results])
