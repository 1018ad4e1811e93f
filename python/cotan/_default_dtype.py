"""The element type of floats that say nothing else."""

from typing import Any, overload

from . import _cotan
from ._core import here
from ._late import np
from ._standard import _dtype


class _Until:
    """Sets the type back at the end of `with`."""

    def __init__(self, before: str) -> None:
        self._before = before

    def __enter__(self) -> None:
        pass

    def __exit__(self, *problem: object) -> None:
        _cotan._set_default_dtype(self._before)


@overload
def default_dtype() -> "np.dtype[Any]": ...
@overload
def default_dtype(dtype: Any) -> _Until: ...
def default_dtype(dtype: Any = None) -> Any:
    """Sets the element type of floats that say nothing else, float32 or float64; without an argument, returns it.

    It is what Python's floats become where no tensor says otherwise, what `ct.zeros` and its kin, `ct.random` and the
    initializers make, and what integers become where a function is of floats. Complex numbers are twice as wide. From
    then on, in all threads, or within a `with`; functions are compiled once more for it. Tensors that are there keep
    their types. As `jax_enable_x64` of JAX for floats; integers have 64 bits anyway.

    >>> import cotan as ct
    >>> with ct.default_dtype("float64"):
    ...     ct.zeros(2).dtype, ct.sin(1).dtype, (ct.ones(2, "float32") + 0.5).dtype
    (dtype('float64'), dtype('float64'), dtype('float32'))
    >>> ct.default_dtype()
    dtype('float32')
    """
    before = _cotan._default_dtype()
    if dtype is None:
        return np.dtype(before)
    wanted = _dtype("default_dtype", "dtype", dtype)
    if wanted not in (np.dtype("float32"), np.dtype("float64")):
        raise _cotan.ValueError(f"{here()}ct.default_dtype: 'dtype' must be float32 or float64, but is {getattr(wanted, 'name', wanted)}")
    _cotan._set_default_dtype(wanted.name)
    return _Until(before)
