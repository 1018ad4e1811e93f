"""What helps to find a mistake: numbers that are none, where they come to be; functions that are not compiled."""

from typing import Any

from . import _cotan, _mistakes
from ._named import with_checked_calls


class _NumberCheck:
    """What `debug_nans` and `debug_infs` share: set when it is made, and back at the end of `with`."""

    _which = 0

    def __init__(self, on: bool = True) -> None:
        _mistakes.check_flag(type(self).__name__, "on", on)
        self._before = _cotan._number_checks()
        wanted = list(self._before)
        wanted[self._which] = bool(on)
        _cotan._set_number_checks(*wanted)

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *problem: object) -> None:
        _cotan._set_number_checks(*self._before)


class debug_nans(_NumberCheck):
    """Makes NaN an error, FloatingPointError, at the operation that makes it of other numbers.

    From then on, in all threads, or within a `with`: `ct.debug_nans()`, `ct.debug_nans(False)`. A
    compiled function runs as fast as before, but if there is NaN in its results it is run again,
    operation by operation, to say which one made it: on which line, in which turn of which loop, of
    what operands. NaN that is given to a function is no error. As JAX's jax_debug_nans.

    >>> import cotan as ct
    >>> with ct.debug_nans():
    ...     try:
    ...         ct.log(ct.array([1.0, -1.0]))
    ...     except ct.FloatingPointError as error:
    ...         print(str(error).split(": ")[-1])
    gives nan at [1] of float32[2], of float32[2] [ 1.0, -1.0]
    """

    _which = 0


class debug_infs(_NumberCheck):
    """Makes infinity an error, as `debug_nans` does NaN.

    >>> import cotan as ct
    >>> with ct.debug_infs():
    ...     try:
    ...         ct.jit(lambda x: 1 / x)(0.0)
    ...     except ct.FloatingPointError as error:
    ...         print(str(error).split(": ")[-1])
    gives inf, of float64[] 1.0; float64[] 0.0
    """

    _which = 1


@with_checked_calls("ct.disable_jit")
class disable_jit:
    """Runs functions of `ct.jit` as they are written, one operation after the other: for a debugger, or prints.

    From then on, in all threads, or within a `with`: `ct.disable_jit()`, `ct.disable_jit(False)`. What is
    traced anyway, as within `ct.grad` or `ct.scan`, stays so. As `jax.disable_jit`.

    >>> import cotan as ct
    >>> @ct.jit
    ... def f(x):
    ...     return x * len(seen)
    >>> seen = []
    >>> with ct.disable_jit():
    ...     f(ct.ones(1)).is_traced
    False
    """

    _on = False  # in all threads

    def __init__(self, disable: bool = True) -> None:
        _mistakes.check_flag("disable_jit", "disable", disable)
        self._before, disable_jit._on = disable_jit._on, bool(disable)

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *problem: object) -> None:
        disable_jit._on = self._before
