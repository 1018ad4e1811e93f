"""Functions with a derivative rule of their own."""

import functools
import threading
from typing import Any, Callable

from . import _control, _cotan, _mistakes, _nest, _nodes
from ._control.variables import is_dynamic
from ._core import Function, as_tensor, describe, here, is_inexact, is_tracing
from ._signatures import found as shown
from ._traced import Shape, applied, shape_of_call, trace


# Derivatives of a higher order are those of the function as it is written.
_MOST_ORDERS = 3


def checkpoint(function: Callable[..., Any]) -> Function:
    """The same function, whose derivatives in reverse mode compute again what they need.

    They keep its arguments, and what it reads from outside, in place of all that is computed on the
    way: less memory, for the time of one more value. As `jax.checkpoint`; it is called `remat` there,
    too. What the function prints, it prints once. Forward mode keeps nothing anyway.

    >>> import cotan as ct
    >>> layer = ct.checkpoint(lambda x, w: ct.tanh(ct.tanh(x @ w) @ w))
    >>> ct.grad(lambda w: ct.sum(layer(ct.ones(2), w)))(ct.zeros((2, 2)))
    Tensor([[0., 0.],
            [0., 0.]], dtype=float32)
    """
    _mistakes.check_function("checkpoint", function)

    @functools.wraps(function)
    def checkpointed(*args, **keywords):
        if not is_tracing():
            return function(*args, **keywords)
        shape = shape_of_call(function, args, keywords, True)
        traced = trace(function, shape)
        return traced.shape.filled(_cotan._checkpointed_call(traced.program, shape.tensors))

    return checkpointed


class custom_vjp:
    """A function whose derivative in reverse mode is given: `f.defvjp(forward, reverse)`.

    `forward` takes the arguments of the function and returns a pair, its result and residuals, any
    nest. `reverse` takes the residuals and a cotangent of the result, and returns a tuple of
    cotangents, one per argument; None stands for zeros. Higher derivatives are those of `forward` and
    `reverse`, as they are written. There is no forward mode. The three may read tensors from outside
    that the derivative does not depend on; what it depends on must be an argument.

    >>> import cotan as ct
    >>> @ct.custom_vjp
    ... def clipped(x):  # its value, with a gradient of at most 1
    ...     return x * x
    >>> clipped.defvjp(lambda x: (x * x, x), lambda x, g: (ct.clip(2 * x * g, -1, 1),))
    >>> ct.grad(clipped)(ct.float32(3.0))
    Tensor(1., dtype=float32)
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        _mistakes.check_function("custom_vjp", function)
        functools.update_wrapper(self, function)
        self.__name__ = _mistakes.name_of(function)
        self._function, self._forward, self._reverse = function, None, None
        self._depth = threading.local()

    def defvjp(self, forward: Callable[..., Any], reverse: Callable[..., Any]) -> None:
        """Sets the two functions of the rule; they are described at the class.

        >>> import cotan as ct
        >>> halved = ct.custom_vjp(lambda x: x)  # passes half of its gradient on
        >>> halved.defvjp(lambda x: (x, None), lambda _, g: (g / 2,))
        >>> float(ct.grad(halved)(3.0))
        0.5
        """
        _mistakes.check_function("defvjp", forward, "forward")
        _mistakes.check_function("defvjp", reverse, "reverse")
        self._forward, self._reverse = forward, reverse

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        if self._forward is None:
            raise _cotan.TypeError(f"{here()}{self.__name__} has no rule yet; call {self.__name__}.defvjp(...)")
        if keywords:  # the rule knows arguments by position
            args = self._by_position(args, keywords)
        # A forward function may call the function itself. Each order of derivatives opens one more.
        depth = getattr(self._depth, "value", 0)
        if not is_tracing() or depth == _MOST_ORDERS:
            return _control.call(self._function)(*args)
        self._depth.value = depth + 1
        try:
            return self._traced(args)
        finally:
            self._depth.value = depth

    def _by_position(self, args, keywords):
        _mistakes.check_call(self._function, args, keywords)
        signature = _mistakes.signature_of(self._function)
        bound = signature.bind(*args, **keywords) if signature else None
        if bound is None or bound.kwargs:
            raise _cotan.TypeError(f"{here()}{self.__name__}: {', '.join(bound.kwargs if bound else keywords)} must be given "
                                   "by position, as the functions of its rule take it")
        return bound.args

    def _traced(self, args):
        shape = shape_of_call(self._function, args, {})
        program = trace(self._function, shape)
        forward = trace(self._forward, shape)
        reverse = _trace_reverse(self._reverse, self.__name__, args, program, forward)
        results = _cotan._custom_call(program.program, forward.program, reverse, shape.tensors)
        return program.shape.filled(results)


_nodes.register_constant(custom_vjp)


def _trace_reverse(function, name, args, program, forward):
    pair = forward.shape.filled(forward.shape.tensors)
    if not isinstance(pair, tuple) or len(pair) != 2:
        raise _cotan.TypeError(f"{here()}{name}: the forward function must return a pair, the result and residuals, but "
                               f"returned {_nest.text_of(forward.shape)}")
    result = Shape(pair[0])
    if not result.has_form_of(program.shape) or any(
            (x._sizes, x.dtype) != (y._sizes, y.dtype) for x, y in zip(result.tensors, program.shape.tensors)):
        raise _cotan.TypeError(f"{here()}{name}: the forward function's result is {_nest.text_of(result)}, the function's "
                               f"{_nest.text_of(program.shape)}; they must be alike")
    count = _cotan._num_results(program.program)
    types = forward.shape.tensors
    residuals = Shape(pair[1])
    floats = [i for i in range(count) if is_inexact(types[i])]

    def flat(tensors):
        given = residuals.filled(tensors[: len(types) - count])
        cotangents = dict(zip(floats, tensors[len(types) - count:]))
        cotangent = program.shape.filled([cotangents.get(i) for i in range(count)])
        return _checked(name, args, applied(function, given, cotangent))

    return _cotan._trace([*types[count:], *(types[i] for i in floats)], flat, "")


def _checked(name, args, result):
    """The cotangents of the floats among the arguments, as tensors of their types."""
    if not isinstance(result, tuple) or len(result) != len(args):
        raise _cotan.TypeError(f"{here()}{name}: the reverse function must return a tuple of {len(args)} "
                        f"cotangents, one per argument, but returned {shown(result)}")
    tensors = []
    for i, (arg, cotangent) in enumerate(zip(args, result)):
        leaves, structure = _nest.flatten(arg)
        found, theirs = ([None] * len(leaves), structure) if cotangent is None else _nest.flatten(cotangent)
        if theirs != structure:
            raise _cotan.TypeError(f"{here()}{name}: the cotangent of argument {i} is {theirs}, the argument "
                            f"{structure}; they must have one structure, or the cotangent be None")
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
