"""vectorize: a function of small tensors as one of any number of them."""

import functools
import re
from typing import Any, Callable, Iterable

from . import _cotan, _mistakes
from ._core import as_tensor, describe, here
from ._places import integers
from ._signatures import found as shown
from ._traced import applied
from ._vmap import vmap


def _core_axes(signature, count):
    """The names of the axes that each argument has itself: "(m,n),(n)->(m)"."""
    if signature is None:
        return [()] * count
    if not re.fullmatch(r"\([\w,\s]*\)(,\([\w,\s]*\))*->\([\w,\s]*\)(,\([\w,\s]*\))*", signature.replace(" ", "")):
        raise _cotan.ValueError(f"{here()}ct.vectorize: the signature {signature!r} is not of the form '(m,n),(n)->(m)'")
    arguments = re.findall(r"\(([^)]*)\)", signature.split("->")[0])
    if len(arguments) != count:
        raise _cotan.TypeError(f"{here()}ct.vectorize: the signature {signature!r} has {len(arguments)} arguments, but "
                        f"{count} were given")
    return [tuple(name.strip() for name in names.split(",") if name.strip()) for names in arguments]


def _check_sizes(tensors, axes, signature):
    sizes = {}
    for x, names in zip(tensors, axes):
        if x.ndim < len(names):
            raise _cotan.ValueError(f"{here()}ct.vectorize: found {describe(x)} where the signature {signature!r} has "
                             f"{len(names)} axes")
        for name, size in zip(names, x._sizes[x.ndim - len(names):]):
            if size is not None and sizes.setdefault(name, size) != size:
                raise _cotan.ValueError(f"{here()}ct.vectorize: axis {name} of {signature!r} is {sizes[name]} in one argument "
                                 f"and {size} in another")


def _squeezed(x, mapped, rank):
    """`x`, as if it had `rank` axes, without those of the first that are not mapped."""
    shape = (1,) * (rank - x.ndim) + tuple(x.shape)
    return _cotan.reshape(x, [s for i, s in enumerate(shape) if i >= len(mapped) or mapped[i]])


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
        tensors = [as_tensor(args[i]) for i in chosen]
        axes = _core_axes(signature, len(tensors))
        _check_sizes(tensors, axes, signature)
        outer = [x._sizes[:x.ndim - len(names)] for x, names in zip(tensors, axes)]
        if all(None not in sizes for sizes in outer):
            _cotan.broadcast_shapes(*outer)  # says which do not go together
        rank = max(map(len, outer))
        outer = [(1,) * (rank - len(sizes)) + tuple(sizes) for sizes in outer]
        longest = [max(sizes, key=lambda size: size != 1) for sizes in zip(*outer)]
        mapped = [[size != 1 or most == 1 for size, most in zip(sizes, longest)] for sizes in outer]

        def one_call(*some):
            new = list(args)
            for i, x in zip(chosen, some):
                new[i] = x
            return applied(pyfunc, *new)

        for axis in reversed(range(rank)):
            one_call = vmap(one_call, tuple(0 if whether[axis] else None for whether in mapped))
        return one_call(*(_squeezed(x, whether, rank + len(names))
                         for x, whether, names in zip(tensors, mapped, axes)))

    return vectorized
