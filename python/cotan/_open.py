"""Arguments of compiled functions whose sizes stay open."""

import inspect

from . import _nest
from ._core import describe, here, is_tensor_like
from ._cotan import ShapeDtypeStruct
from ._traced import Shape


class OpenAxes:
    """The axes of a function's arguments that its program is compiled for any size of."""

    def __init__(self, function, axes):
        names = list(inspect.signature(function).parameters)
        unknown = [name for name in axes if name not in names]
        if unknown:
            raise ValueError(f"{here()}jit: dynamic_axes names '{unknown[0]}', but the parameters of "
                             f"{function.__name__} are {', '.join(names)}")
        self._names = names
        self._axes = {name: (a,) if isinstance(a, int) else tuple(a) for name, a in axes.items()}

    def opened(self, args, keywords):
        """The arguments, with types in the place of those that have open sizes."""
        args = tuple(self._with_types(name, arg) for name, arg in zip(self._names, args)) + args[len(self._names):]
        return args, {name: self._with_types(name, arg) for name, arg in keywords.items()}

    def _with_types(self, name, arg):
        axes = self._axes.get(name)
        return arg if axes is None else _nest.map_leaves(lambda leaf: _with_type(name, leaf, axes), arg)


def _with_type(name, leaf, axes):
    if not is_tensor_like(leaf) and not isinstance(leaf, ShapeDtypeStruct):
        return leaf
    (tensor,) = Shape(leaf, copies=False).tensors
    sizes = list(tensor._sizes)
    for axis in axes:
        if not -len(sizes) <= axis < len(sizes):
            raise ValueError(f"{here()}jit: dynamic_axes chooses axis {axis} of '{name}', but it is "
                             f"{describe(tensor)}")
        sizes[axis] = None
    return ShapeDtypeStruct(sizes, tensor.dtype, tensor.weak_type)
