"""Functions of nests, traced as programs of lists of tensors."""

from . import _control, _cotan, _mistakes, _nest
from ._control.variables import is_dynamic
from ._core import as_tensor


class _Place:
    """Stands for a tensor among the leaves that are none."""

    def __repr__(self):
        return "*"


_TENSOR = _Place()


class Shape:
    """A nest's structure, and those of its leaves that are no tensors."""

    def __init__(self, tree):
        leaves, self.structure = _nest.flatten(tree)
        self.tensors = [as_tensor(x) for x in leaves if is_dynamic(x)]
        self.fixed = tuple(_TENSOR if is_dynamic(x) else x for x in leaves)

    def key(self):
        """Equal for nests that differ in the values of tensors only."""
        return self.structure, self.fixed, _cotan._signature(self.tensors)

    def filled(self, tensors):
        """The nest with these tensors."""
        tensors = iter(tensors)
        return _nest.unflatten(self.structure,
                               [next(tensors) if x is _TENSOR else x for x in self.fixed])


class Traced:
    """A program, and the shape of what it returns."""

    def __init__(self, program, shape):
        self.program, self.shape = program, shape

    def __call__(self, tensors):
        return self.shape.filled(_cotan._call(self.program, tensors))


def trace(function, arguments, shown=None):
    """`function` of a nest (args, keywords) of this Shape; errors are about the function `shown`."""
    shape, shown = [], shown or function
    _mistakes.check_call(shown, *arguments.filled(arguments.tensors))

    def flat(tensors):
        args, keywords = arguments.filled(tensors)
        shape[:] = [Shape(_control.call(function)(*args, **keywords))]
        _mistakes.check_results(shown, shape[0].fixed)
        return shape[0].tensors

    with _mistakes.explained():
        program = _cotan._trace(arguments.tensors, flat)
    shape[0].tensors = []  # they belong to the trace, which has ended
    return Traced(program, shape[0])
