"""What the forward functions of rules keep, and what the reverse functions give back."""

from . import _cotan, _mistakes, _nest, tree
from ._control.variables import is_dynamic
from ._core import as_tensor, describe, here, is_inexact, is_tensor_like
from ._signatures import found as shown
from ._structures import up_to, where_differ
from ._traced import applied


class _Primal:
    """An argument of a forward function that asks which have derivatives."""

    def __init__(self, value):
        self.value, self.perturbed = value, is_tensor_like(value) and is_inexact(as_tensor(value))


def of_primals(forward):
    def function(*args):
        return applied(forward, *_nest.map_leaves(_Primal, args))

    function.__name__ = _mistakes.name_of(forward)
    return function


class Residuals:
    """What a forward function keeps. Numbers of Python's, such as sizes, stay what they are."""

    def __init__(self):
        self._structure, self._numbers = None, {}

    def kept(self, forward):
        def function(*args):
            pair = applied(forward, *args)
            if not isinstance(pair, tuple) or len(pair) != 2:
                return pair  # an error, of which _trace_reverse knows more
            leaves, self._structure = _nest.flatten(pair[1])
            self._numbers = {i: x for i, x in enumerate(leaves) if type(x) in (bool, int, float, complex)}
            return pair[0], [x for i, x in enumerate(leaves) if i not in self._numbers]

        function.__name__ = _mistakes.name_of(forward)
        return function

    def given(self, reverse):
        def function(kept, cotangent):
            rest = iter(kept)
            count = len(kept) + len(self._numbers)
            leaves = [self._numbers[i] if i in self._numbers else next(rest) for i in range(count)]
            return applied(reverse, _nest.unflatten(self._structure, leaves), cotangent)

        return function


def _slopes(structure, arg, cotangent):
    """What belongs to each leaf of the argument; None stands for that of all of a part. None if the structures differ."""
    leaves, theirs = _nest.flatten(cotangent)
    if theirs == structure:
        return leaves
    found, theirs = tree.flatten(cotangent, is_leaf=lambda x: x is None)
    try:
        parts = [_nest.flatten(part) for part in up_to(theirs, arg)]
    except (_cotan.ValueError, _cotan.TypeError):
        return None
    if any(x is not None and not own.is_leaf for x, (_, own) in zip(found, parts)):
        return None
    return [x for x, (own, _) in zip(found, parts) for _ in own]


def checked(name, args, result):
    """The cotangents of the floats among the arguments, as tensors of their types."""
    if not isinstance(result, (tuple, list)) or len(result) != len(args):
        raise _cotan.TypeError(f"{here()}{name}: the reverse function must return a tuple of {len(args)} "
                        f"cotangents, one per argument, but returned {shown(result)}")
    tensors = []
    for i, (arg, cotangent) in enumerate(zip(args, result)):
        leaves, structure = _nest.flatten(arg)
        found = _slopes(structure, arg, cotangent)
        if found is None:
            theirs = _nest.flatten(cotangent)[1]
            raise _cotan.TypeError(f"{here()}{name}: the cotangent of argument {i} is {theirs}, the argument "
                            f"{structure}; they must have one structure, or the cotangent be None"
                            f"{where_differ(structure, theirs)}")
        for leaf, value in zip(leaves, found):
            if not is_dynamic(leaf) or not is_inexact(as_tensor(leaf)):
                continue
            leaf = as_tensor(leaf)
            value = _cotan.zeros_like(leaf) if value is None else as_tensor(value)
            if value._sizes != leaf._sizes:
                raise _cotan.TypeError(f"{here()}{name}: the cotangent of argument {i} is {describe(value)}, the "
                                f"argument {describe(leaf)}; they must have one shape")
            tensors.append(value.astype(leaf.dtype))
    return tensors
