"""Arguments that the caller of a compiled function gives away (ct.jit(donate_argnums=)): results may have their memory."""

from . import _cotan, _nest, _places
from ._core import Tensor, here
from ._traced import Traced


class Donation:
    """Which arguments are given away, by place and by name."""

    def __init__(self, name, parameters, numbers, names, static):
        self._name = name
        self._places, self._names = _places.chosen("donate", name, parameters, numbers, names)
        both = sorted(self._places & static[0]) or sorted(self._names & static[1])
        if both:
            raise _cotan.ValueError(f"{here()}ct.jit: {name} has the argument {both[0]!r} both static and given away; a static "
                                    "one is no tensor")

    def __bool__(self):
        return bool(self._places or self._names)

    def _leaves(self, args, keywords):
        chosen = ([x for i, x in enumerate(args) if i in self._places], [x for k, x in keywords.items() if k in self._names])
        return _nest.flatten(chosen)[0]

    def program(self, traced, shape):
        """The program, which takes the memory of these arguments."""
        numbered = shape.filled(range(len(shape.tensors)))
        numbers = [x for x in self._leaves(*numbered[:2]) if type(x) is int]
        return Traced(_cotan._donating(traced.program, numbers), traced.shape)

    def call(self, program, shape, args, keywords):
        """What the program returns; of the caller's tensors nothing is left."""
        tensors = [x for x in self._leaves(args, keywords) if isinstance(x, Tensor)]
        try:
            return _cotan._call_donating(program.program, shape, program.shape, tensors)
        except _cotan._NeedsRoom as problem:  # to begin again, it would need what is gone
            raise _cotan.Error(f"{here()}{self._name}: {problem}; call it without donate_argnums") from None
