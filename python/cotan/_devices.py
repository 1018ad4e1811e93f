"""Where tensors are: there is one device."""

from typing import Any

from . import _cotan, _mistakes, _nest
from ._core import Tensor, as_own_tensor, here, is_tensor_like
from ._signatures import found

__all__ = ["block_until_ready", "copy", "device_get", "device_put", "devices"]


def devices(backend: str | None = None) -> list[str]:
    """The devices that there are.

    >>> import cotan as ct
    >>> ct.devices()
    ['cpu']
    """
    _check("devices", "backend", backend)
    return ["cpu"]


def _check(name, what, given):
    if not (given is None or isinstance(given, str) and given == "cpu"):
        raise _cotan.TypeError(f"{here()}ct.{name}: '{what}' must be 'cpu', the only device, but is {found(given)}")


def device_put(x: Any, device: Any = None, *, donate: bool = False, may_alias: bool | None = None) -> Any:
    """The nest with tensors of its numbers and arrays, which share no memory with these.

    `donate` and `may_alias` change nothing: tensors stay where they are.

    >>> import cotan as ct
    >>> ct.device_put({"w": [1.0, 2.0], "name": "w"})
    {'name': 'w', 'w': [Tensor(1., dtype=float32, weak_type=True), Tensor(2., dtype=float32, weak_type=True)]}
    """
    _check("device_put", "device", device)
    _mistakes.check_flag("device_put", "donate", donate)
    if may_alias is not None:
        _mistakes.check_flag("device_put", "may_alias", may_alias)
    return _nest.map_leaves(lambda leaf: as_own_tensor(leaf, "ct.device_put") if is_tensor_like(leaf) else leaf, x)


def device_get(x: Any) -> Any:
    """The nest with NumPy's arrays of its tensors.

    >>> import cotan as ct
    >>> ct.device_get({"w": ct.arange(3)})
    {'w': array([0, 1, 2])}
    """
    return _nest.map_leaves(lambda leaf: _numpy(leaf) if isinstance(leaf, Tensor) else leaf, x)


def _numpy(x):
    if x.is_traced:
        raise _cotan.TypeError(f"{here()}ct.device_get: found a tensor that has no value while the function is compiled; "
                               "return it, and take its value then")
    return x.numpy()


def block_until_ready(x: Any) -> Any:
    """The nest itself: operations have ended when they return.

    >>> import cotan as ct
    >>> ct.block_until_ready(ct.arange(3))
    Tensor([0, 1, 2], dtype=int64)
    """
    return x


def copy(a: Any, order: str | None = None) -> Tensor:
    """A tensor of the same numbers, which shares no memory with an array of NumPy's. Tensors do not change.

    >>> import cotan as ct
    >>> ct.copy([1, 2])
    Tensor([1, 2], dtype=int64)
    """
    _mistakes.check_kind("copy", "order", order, str, "a text", or_none=True)
    if order not in (None, "K", "A", "C", "F"):
        raise _cotan.ValueError(f"{here()}ct.copy: 'order' must be 'K', 'A', 'C' or 'F', but is {order!r}; it makes no difference")
    return as_own_tensor(a, "ct.copy")
