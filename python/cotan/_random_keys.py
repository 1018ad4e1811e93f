"""Names that jax.random has for keys: they are two numbers of uint32, of which each is as good as another."""

from typing import Any

from . import _cotan
from ._core import as_tensor, describe, here
from ._cotan import Tensor
from ._signatures import found

_IMPLEMENTATION = "threefry2x32"

PRNGKey = _cotan.random.key


def _checked(name, keys):
    tensor = as_tensor(keys, f"ct.random.{name}")
    if tensor.dtype.name != "uint32" or tensor.ndim < 1 or tensor.shape[-1] != 2:
        raise _cotan.TypeError(f"{here()}ct.random.{name}: 'keys' must be a key or several, uint32[...,2], but is "
                               f"{describe(tensor)}; make one by ct.random.key(seed)")
    return tensor


def clone(key: Any) -> Tensor:
    """The same key. A key may be used again here, too.

    >>> import cotan as ct
    >>> ct.random.clone(ct.random.key(3))
    Tensor([0, 3], dtype=uint32)
    """
    return _checked("clone", key)


def key_data(keys: Any) -> Tensor:
    """The numbers that keys are.

    >>> import cotan as ct
    >>> ct.random.key_data(ct.random.key(3))
    Tensor([0, 3], dtype=uint32)
    """
    return _checked("key_data", keys)


def wrap_key_data(key_bits_array: Any, *, impl: Any = None) -> Tensor:
    """Keys of numbers, uint32[...,2].

    >>> import cotan as ct
    >>> ct.random.wrap_key_data(ct.array([0, 3], "uint32"))
    Tensor([0, 3], dtype=uint32)
    """
    if impl is not None and not (isinstance(impl, str) and impl == _IMPLEMENTATION):
        raise _cotan.ValueError(f"{here()}ct.random.wrap_key_data: 'impl' must be {_IMPLEMENTATION!r}, the only one, or None, "
                                f"but is {found(impl)}")
    return _checked("wrap_key_data", key_bits_array)


def key_impl(keys: Any) -> str:
    """What makes numbers of keys.

    >>> import cotan as ct
    >>> ct.random.key_impl(ct.random.key(3))
    'threefry2x32'
    """
    _checked("key_impl", keys)
    return _IMPLEMENTATION
