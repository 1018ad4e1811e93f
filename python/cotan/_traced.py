"""Functions of nests, traced as programs of lists of tensors."""

from . import _control, _cotan
from ._cotan import _NestShape as Shape


class Traced:
    """A program, and the shape of what it returns."""

    def __init__(self, program, shape):
        self.program, self.shape = program, shape

    def __call__(self, arguments):
        """What it returns for a nest of the Shape it was traced for."""
        return _cotan._call_nest(self.program, arguments, self.shape)


def trace(function, arguments):
    """`function` of a nest (args, keywords) of this Shape."""
    shape = []

    def flat(tensors):
        args, keywords = arguments.filled(tensors)
        shape[:] = [Shape(_control.call(function)(*args, **keywords))]
        return shape[0].tensors

    program = _cotan._trace(arguments.tensors, flat)
    return Traced(program, shape[0].types_only())  # the tensors belong to the trace, which has ended
