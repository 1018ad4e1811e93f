"""A nest of tensors as one vector."""

import math
from typing import Any, Callable

from . import _cotan
from ._core import as_own_tensor, describe, here
from ._traced import shape_of

__all__ = ["ravel"]


def ravel(tree: Any) -> tuple[_cotan.Tensor, Callable[[Any], Any]]:
    """The numbers of all leaves as a vector, and a function that makes such a nest of a vector again.

    As `jax.flatten_util.ravel_pytree`: leaves of several element types become their common one, and what is made
    of a vector has theirs again.

    >>> import cotan as ct
    >>> flat, unravel = ct.tree.ravel({"w": ct.array([1.0, 2.0]), "b": ct.array(3.0)})
    >>> flat
    Tensor([3., 1., 2.], dtype=float32)
    >>> unravel(2 * flat)["w"]
    Tensor([2., 4.], dtype=float32)
    """
    shape = shape_of(tree, "ct.tree.ravel: 'tree'", "tree")
    tensors = shape.tensors
    for x in tensors:
        if None in x._sizes:
            raise _cotan.ValueError(f"{here()}ct.tree.ravel: found {describe(x)}; the sizes must be known when it is "
                                    "compiled, so leave out dynamic_axes")
    dtype = _cotan._common_type(tensors) if tensors else None
    flat = (_cotan.concatenate([_cotan.ravel(x).astype(dtype) for x in tensors]) if tensors
            else _cotan.zeros((0,), "float32"))
    return flat, _unravel(shape.types_only(), dtype)


def _unravel(shape, dtype):
    """The function that makes a nest of this Shape of a vector; the element type matters if there are several."""
    types = shape.tensors
    total = sum(math.prod(x.shape) for x in types)
    is_mixed = any(x.dtype != dtype for x in types)

    def unravel(flat: Any) -> Any:
        flat = as_own_tensor(flat, "ct.tree.ravel")
        if tuple(flat._sizes) != (total,):
            raise _cotan.ValueError(f"{here()}ct.tree.ravel: the function that makes a nest again was given "
                                    f"{describe(flat)}, but the nest has {total} numbers: give it a vector of so many")
        if is_mixed and flat.dtype != dtype:
            raise _cotan.TypeError(f"{here()}ct.tree.ravel: the function that makes a nest of several element types again "
                                   f"was given {describe(flat)}; convert it with astype('{dtype.name}')")
        parts, start = [], 0
        for like in types:
            end = start + math.prod(like.shape)
            part = _cotan.reshape(flat[start:end], like.shape)
            parts.append(_with_type(part, like.dtype) if is_mixed else part)
            start = end
        return shape.filled(parts)

    return unravel


def _with_type(x, dtype):
    if x.dtype.kind == "c" and dtype.kind != "c":
        x = _cotan.real(x)
    return x.astype(dtype)
