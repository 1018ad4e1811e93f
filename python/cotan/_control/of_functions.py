"""ct.cond, ct.switch and loop functions where what they give or carry holds functions: they do what
Python's own `if` and `while` do."""

from .. import _core, _nest
from .chosen import form_of, has_functions
from .conditions import if_exp
from .loops import while_
from .variables import NONE, Place

_CONTAINERS = (list, dict, set, frozenset, tuple)


def holds_functions(tree):
    """Whether there is a function in the nest; a method of a container is none: it may hold tensors."""
    if any(isinstance(getattr(x, "__self__", None), _CONTAINERS) for x in _nest.flatten(tree)[0]):
        return False
    return has_functions(form_of(tree))


def choose(index, branches):
    """The value of the branch that the index, an integer or 0-d tensor, says; it is clamped."""
    line = _core.line_here()

    def among(first):
        if first == len(branches) - 1:
            return branches[first]()
        return if_exp(index <= first, branches[first], lambda: among(first + 1), line, kind="ct.switch")

    return among(0)


def loop(test, body, start, kind):
    """What `body` makes of `start`, again and again while `test` says so; `kind` is what errors call it."""
    held = [start]
    line = _core.line_here()

    def turn():
        held[:] = [body(held[0])]

    variables = NONE.and_also("init_val", held)
    place = Place(line, [(line,) * len(variables.names)], kind=kind)
    while_(lambda: test(held[0]), None, turn, variables, place, False)
    return held[0]
