"""Functions of nests, traced as programs of lists of tensors."""

from . import _control, _cotan, _mistakes, _nest
from ._cotan import _NestShape as Shape


class Traced:
    """A program, and the shape of what it returns."""

    def __init__(self, program, shape):
        self.program, self.shape = program, shape

    def __call__(self, arguments):
        """What it returns for a nest of the Shape it was traced for."""
        return _cotan._call_nest(self.program, arguments, self.shape)


def trace(function, arguments, shown=None):
    """`function` of a nest (args, keywords) of this Shape; errors are about the function `shown`."""
    shape, shown = [], shown or function
    _mistakes.check_call(shown, *arguments.filled(arguments.tensors))

    def flat(tensors):
        args, keywords = arguments.filled(tensors)
        result = _control.call(function)(*args, **keywords)
        _mistakes.check_results(shown, _nest.flatten(result)[0])
        shape[:] = [Shape(result)]
        return shape[0].tensors

    with _mistakes.explained():
        program = _cotan._trace(arguments.tensors, flat)
    return Traced(program, shape[0].types_only())  # the tensors belong to the trace, which has ended
