"""What leaves the function that is being traced: functions hold by value what they have captured of it."""

import types

from .. import _nest
from .chosen import Choice, Chosen, Fixed, Nest, form_of, taken_apart


def closed(tree):
    """The nest, where functions hold by value what they have captured of the function that is being traced."""
    leaves, structure = _nest.flatten(tree)
    if not any(isinstance(x, types.FunctionType) for x in leaves) and not _has_chosen(tree):
        return tree
    return _closed(tree)


def _has_chosen(tree):
    if isinstance(tree, Chosen):
        return True
    apart = taken_apart(tree)
    return apart is not None and any(map(_has_chosen, apart[0]))


def _closed(value):
    if isinstance(value, (Chosen, types.FunctionType)):
        if type(value) not in (Chosen, types.FunctionType):  # in a row
            return value.closed()
        functions = value.functions() if isinstance(value, Chosen) else [value]
        form = Choice([form_of(function) for function in functions])
        if form.count == 1 and isinstance(value, types.FunctionType):
            return value
        number = value.number if isinstance(value, Chosen) else 0
        return Chosen(form, [number, *form.of_captured(dict(enumerate(functions)))])
    apart = taken_apart(value)
    if apart is None:
        return value
    form = Nest(apart[1], [Fixed(_closed(part)) for part in apart[0]])
    return form.decode(iter(()))
