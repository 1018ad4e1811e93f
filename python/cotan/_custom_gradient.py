"""Functions that return their value and what takes its cotangent back, as one."""

import functools
from typing import Any, Callable

from . import _cotan, _mistakes, _nest
from ._core import as_tensor, here, is_inexact
from ._custom import custom_vjp
from ._registration import Partial
from ._signatures import found
from ._traced import applied, shape_of_call, trace


def custom_gradient(fun: Callable[..., Any]) -> custom_vjp:
    """A function with a derivative of its own, which it returns together with its value, as `jax.custom_gradient`.

    `fun` returns a pair: the value, any nest, and a function of the value's cotangent, of the same form, which returns
    a tuple of cotangents, one per argument (of one argument, it alone does, too); None stands for zeros. It may read
    what `fun` has computed. Higher derivatives are those of what is written. There is no forward mode, as with
    `custom_vjp`, which takes the functions apart.

    >>> import cotan as ct
    >>> @ct.custom_gradient
    ... def log1pexp(x):
    ...     e = ct.exp(x)
    ...     return ct.log(1 + e), lambda g: g * (1 - 1 / (1 + e))  # no inf / inf
    >>> float(ct.grad(log1pexp)(100.0))
    1.0
    """
    _mistakes.check_function("custom_gradient", fun, "fun")

    def pair(args):
        result = applied(fun, *args)
        if not isinstance(result, tuple) or len(result) != 2 or not callable(result[1]):
            raise _cotan.TypeError(f"{here()}ct.custom_gradient: {_mistakes.name_of(fun)} must return a pair, its value and a "
                                   f"function of the value's cotangent, but returned {found(result)}")
        return result

    @functools.wraps(fun)
    def value(*args):
        return pair(args)[0]

    def forward(*args):
        result, back = pair(args)
        return result, _with_what_it_reads(back, _nest.map_leaves(_cotangent_like, result))

    def reverse(back, cotangent):
        cotangents = back(cotangent)
        return cotangents if isinstance(cotangents, tuple) else (cotangents,)

    made = custom_vjp(value)
    made.defvjp(forward, reverse)
    return made


def _cotangent_like(x):
    return x if is_inexact(as_tensor(x)) else None


def _with_what_it_reads(back, cotangent):
    """The function as a nest of the tensors that it reads: it is called in another program."""
    traced = trace(back, shape_of_call(back, (cotangent,), {}))
    program, read = _cotan._closed(traced.program)

    def call(read, cotangent):
        given = shape_of_call(back, (cotangent,), {})
        return traced.shape.filled(_cotan._call(program, [*given.tensors, *read]))

    return Partial(call, read)
