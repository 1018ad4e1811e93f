"""Compiled functions inside of others: each is traced once for the same types and constants."""

import types

from . import _axes, _control, _cotan, _nest
from ._core import Tensor
from ._outside import Static
from ._traced import Shape, trace

# What may change without our seeing it is passed on as it is.
_CONSTANTS = (int, float, complex, str, bytes, type, types.FunctionType)


class Parts:
    """The programs of a function that are parts of other functions' programs."""

    def __init__(self, function, are_inline=False):
        self._function, self.are_inline = function, are_inline
        self._programs = {}  # by the room they have, the axes with names around, and what they are called with
        self._reads_traced = False  # from outside, so that its programs are parts of one function only

    def call(self, args, keywords):
        is_function = type(self._function) is types.FunctionType
        if is_function and (again := _control.called_again(self._function, args, keywords)):
            return again[0]
        given = self._given(args, keywords)
        try:
            if given:
                return self._program(given, args, keywords)(given)
        except _control.Elsewhere:
            pass  # it calls a function that is being traced, and is a part of that one
        return _control.call(self._function)(*args, **keywords)

    def _given(self, args, keywords):
        """The Shape of the call, numbers as constants: they may be axes and counts. None if it is to be
        traced each time."""
        if self.are_inline or self._reads_traced or type(self._function) is not types.FunctionType:
            return None
        leaves, structure = _nest.flatten((args, keywords))
        if not all(map(_is_typed, leaves)):
            return None
        leaves = [leaf if isinstance(leaf, Tensor) else Static(leaf) for leaf in leaves]
        return Shape((*_nest.unflatten(structure, leaves), self._function))

    def _program(self, shape, args, keywords):
        programs = self._programs.setdefault((_control.room_here(), _axes.here()), {})
        program = programs.get(shape)
        if program is None:
            with _control.apart():
                program = trace(self._function, shape, _apply)
            if _cotan._is_closed(program.program):
                # What tracing changed outside, as a counter, is not what is changed between calls.
                programs[self._given(args, keywords).types_only()] = program
            else:
                self._reads_traced = True
        return program


def _is_typed(leaf):
    """Whether it is a constant, or a tensor whose sizes are known."""
    if isinstance(leaf, Tensor):
        return None not in leaf._sizes
    return isinstance(leaf, _CONSTANTS)


def _apply(_, args, keywords, function):
    args, keywords = _nest.map_leaves(lambda x: x.value if isinstance(x, Static) else x, (args, keywords))
    return _control.call(function)(*args, **keywords)
