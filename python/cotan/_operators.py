"""The rules of a single operator: its decomposition, and its own derivative."""

import functools
from typing import Any, Callable, Sequence

from . import _cotan, _mistakes
from ._core import here
from ._derivatives import _check_form, _check_sequence, _fitted
from ._traced import Shape, shape_of, shape_of_call, trace


def call_decomp(function: Callable[..., Any], *args: Any, **keywords: Any) -> Any:
    """What `function`, which is one operator, is made of: its results by the operator's decomposition rule.

    `keywords` are its further arguments, such as axes. The rule is applied once; inside of `jit` the simpler operators
    become those of the program.
    ValueError: a call with these arguments is not one operator, or the operator is a primitive, or its rule does not
    serve these operands, as where an axis is known only when the program runs.

    >>> import cotan as ct
    >>> ct.call_decomp(ct.nn.softmax, ct.zeros(2))
    Tensor([0.5, 0.5], dtype=float32)
    """
    _mistakes.check_function("call_decomp", function, makes_another=False)
    shape = shape_of_call(function, args, {}, True)
    traced = trace(functools.partial(function, **keywords), shape)
    return traced.shape.filled(_cotan._call(_cotan._decomposition(traced.program), shape.tensors))


def call_vjp(function: Callable[..., Any], inputs: Sequence[Any], outputs: Any, out_grads: Any,
             stop_gradients: Sequence[bool] | None = None, **keywords: Any) -> Any:
    """The cotangents of `inputs` by the own derivative rule of `function`, which is one operator.

    `outputs` is what the function returns for the inputs, and taken as it is given; `out_grads` are its cotangents,
    `keywords` its further arguments. Where a tensor of the inputs is in an entry whose `stop_gradients` is true, is no
    float, or gets nothing, None stands for it. ValueError: as of `call_decomp`, or the operator has no rule of its own.

    >>> import cotan as ct
    >>> x = ct.zeros(2)
    >>> y = ct.nn.softmax(x)
    >>> ct.call_vjp(ct.nn.softmax, (x,), y, ct.array([1.0, 0.0]))
    (Tensor([ 0.25, -0.25], dtype=float32),)
    """
    _mistakes.check_function("call_vjp", function, makes_another=False)
    _check_sequence("call_vjp", "inputs", inputs, "arguments")
    shape = shape_of_call(function, tuple(inputs), {}, True)
    traced = trace(functools.partial(function, **keywords), shape)
    results = traced.shape
    given, slopes = shape_of(outputs, "ct.call_vjp", "outputs"), shape_of(out_grads, "ct.call_vjp", "out_grads")
    _check_form("ct.call_vjp: outputs", given, "the function's results", results)
    _check_form("ct.call_vjp: out_grads", slopes, "the function's results", results)
    program, wrt, differentiable = _cotan._vjp_rule(traced.program, _stops(inputs, stop_gradients))
    extra = [_fitted("ct.call_vjp: an output", x, y) for x, y in zip(given.tensors, results.tensors)]
    cotangents, primals = slopes.tensors, results.tensors
    extra += [_fitted("ct.call_vjp: a cotangent", cotangents[i], primals[i]) for i in differentiable]
    found = dict(zip(wrt, _cotan._call(program, [*shape.tensors, *extra])))
    return shape.filled([found.get(i) for i in range(len(shape.tensors))])[0]


def _stops(inputs, stop_gradients):
    """For each tensor, whether its cotangent is not asked for."""
    if stop_gradients is None:
        stop_gradients = [False] * len(inputs)
    _check_sequence("call_vjp", "stop_gradients", stop_gradients, "truth values")
    if len(stop_gradients) != len(inputs):
        raise _cotan.ValueError(f"{here()}ct.call_vjp: stop_gradients has {len(stop_gradients)} entries for {len(inputs)} "
                                "inputs; give one for each")
    return [bool(stop) for x, stop in zip(inputs, stop_gradients) for _ in Shape(x, True, True).tensors]
