"""Arguments of compiled functions whose sizes stay open."""

from . import _cotan, _nest, _places
from ._core import describe, here, is_tensor_like
from ._cotan import ShapeDtypeStruct
from ._signatures import found
from ._traced import Shape


class OpenAxes:
    """The axes of a function's arguments that its program is compiled for any size of."""

    def __init__(self, function, parameters, axes, static):
        if not isinstance(axes, dict):
            raise _cotan.TypeError(f"{here()}ct.jit: 'dynamic_axes' must be a dict as {{'x': 0}}, but is {found(axes)}")
        for name in axes:
            parameters.check_name("jit", "dynamic_axes", name, function)
            if name in static:
                raise _cotan.ValueError(f"{here()}ct.jit: dynamic_axes names '{name}', which is static")
        self._names = parameters.places
        self._axes = {name: _places.integers("ct.jit", f"dynamic_axes['{name}']", a) for name, a in axes.items()}

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
            raise _cotan.ValueError(f"{here()}ct.jit: dynamic_axes chooses axis {axis} of '{name}', but it is "
                             f"{describe(tensor)}")
        sizes[axis] = None
    return ShapeDtypeStruct(sizes, tensor.dtype, tensor.weak_type)
