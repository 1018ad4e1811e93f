"""Functions of nests, traced as programs of lists of tensors."""

from typing import Any

from . import _control, _cotan, _mistakes, _nest
from ._core import describe, here
from ._cotan import _NestShape as Shape


class Traced:
    """A program, and the shape of what it returns."""

    def __init__(self, program: Any, shape: Any) -> None:
        self.program: Any = program
        self.shape: Any = shape

    def __call__(self, arguments: Any) -> Any:
        """What it returns for a nest of the Shape it was traced for."""
        return _cotan._call_nest(self.program, arguments, self.shape)


def shape_of(tree, owner, name):
    """The Shape of a nest that is given as `name`; errors begin with `owner`, as "scan: 'init'"."""
    try:
        return without_types(owner, Shape(tree))
    except _nest.UnknownLeaf as unknown:
        raise _cotan.TypeError(unknown.text(owner, name, unknown.path)) from None


def without_types(owner, shape):
    """Refuses types in the places of tensors."""
    for x in shape.tensors:
        if isinstance(x, _cotan.ShapeDtypeStruct):
            raise _cotan.TypeError(f"{here()}{owner}: found the type {describe(x)} where a tensor must be; f.lower and "
                                   "ct.eval_shape take types")
    return shape


def shape_of_argument(function, place, argument):
    """The Shape of one argument of `function`, by position."""
    name = _mistakes.parameter(function, place)
    return shape_of(argument, f"argument '{name}' of {_mistakes.name_of(function)}", name)


def shape_of_call(function, args, keywords, passes_on=False, types=False):
    """The Shape of what `function` is called with. With `passes_on`, objects that are no nests go
    through as they are; with `types`, there may be types in the places of tensors."""
    try:
        shape = Shape((args, keywords), True, passes_on)
    except _nest.UnknownLeaf as unknown:
        raise _cotan.TypeError(_mistakes.unknown_argument(function, unknown)) from None
    return shape if types else without_types(_mistakes.name_of(function), shape)


def applied(function, *args, **keywords):
    """What a user's function returns, if it takes these arguments."""
    _mistakes.check_call(function, args, keywords)
    return _control.call(function)(*args, **keywords)


def applied_to_each(function):
    """`applied` for many calls with as many arguments, which are looked at in the first."""
    called = []

    def call(*args):
        if not called:
            _mistakes.check_call(function, args, {})
            called.append(_control.call(function))
        return called[0](*args)

    return call


def _apply(function, args, keywords):
    return _control.call(function)(*args, **keywords)


def trace(function, arguments, apply=_apply, options=()):
    """`function` of a nest (args, keywords) of this Shape. `options` are those of the program: `calls` and the
    members of `decomposition`, as of ct.jit."""
    shape = []
    _mistakes.check_call(function, *arguments.filled(arguments.tensors)[:2])

    def flat(tensors):
        result = _control.closed(apply(function, *arguments.filled(tensors)))
        try:
            shape[:] = [Shape(result)]
        except _nest.UnknownLeaf as unknown:
            raise _cotan.TypeError(_mistakes.unknown_result(function, unknown)) from None
        return shape[0].tensors

    try:
        with _mistakes.explained():
            program = _cotan._trace(arguments.tensors, flat, *options)
    except _control.TooDeep as problem:
        raise _control.without_end(problem) from None
    return Traced(program, shape[0].types_only())  # the tensors belong to the trace, which has ended
