"""Transformations of functions whose arguments and results are tensors, by position."""

import functools

from . import _cotan


def _to_list(function, results):
    """`function` of a list of tensors; whether it gave one tensor is written into `results`."""

    def flat(tensors):
        result = function(*tensors)
        results.clear()
        if isinstance(result, (tuple, list)):
            return list(result)
        results.append("one")
        return [result]

    return flat


def _from_list(tensors, results):
    return tensors[0] if results else tuple(tensors)


def jit(function):
    """Compile `function` on its first call with arguments of these shapes and element types."""
    results = []
    compiled = _cotan._jit(_to_list(function, results))

    @functools.wraps(function)
    def call(*args):
        return _from_list(compiled(args), results)

    return call


def value_and_grad(function, argnums=0, has_aux=False):
    """The value of `function` and its gradient with respect to the arguments `argnums`."""
    places = [argnums] if isinstance(argnums, int) else list(argnums)

    @functools.wraps(function)
    def call(*args):
        values, slopes = _cotan._value_and_grad(_to_list(function, []), args, places)
        value = (values[0], *values[1:]) if has_aux else values[0]
        return value, slopes[0] if isinstance(argnums, int) else tuple(slopes)

    return call


def grad(function, argnums=0, has_aux=False):
    """The gradient of `function`, which returns one floating-point number.

    >>> import cotan as ct
    >>> ct.grad(lambda x: x**2)(3.0)
    Tensor(6., dtype=float32, weak_type=True)
    """
    both = value_and_grad(function, argnums, has_aux)

    @functools.wraps(function)
    def call(*args):
        value, slope = both(*args)
        return (slope, *value[1:]) if has_aux else slope

    return call


def vjp(function, *args):
    """The value of `function`, and the function from a cotangent of it to those of the arguments."""
    results = []
    values, back = _cotan._vjp(_to_list(function, results), args)
    is_one = bool(results)

    def pull(cotangents):
        return tuple(back([cotangents] if is_one else list(cotangents)))

    return _from_list(values, results), pull


def jvp(function, primals, tangents):
    """The value of `function`, and its derivative along `tangents`."""
    results = []
    values, directions = _cotan._jvp(_to_list(function, results), primals, tangents)
    return _from_list(values, results), _from_list(directions, results)


def cond(pred, true_fun, false_fun, *operands):
    """`true_fun(*operands)` if `pred` is true, else `false_fun(*operands)`."""
    results = []
    values = _cotan._cond(pred, _to_list(true_fun, results), _to_list(false_fun, results), operands)
    return _from_list(values, results)


def switch(index, branches, *operands):
    """The branch of this number, of `operands`; an index outside goes to the first or last."""
    results = []
    values = _cotan._switch(index, [_to_list(branch, results) for branch in branches], operands)
    return _from_list(values, results)


def _state(value):
    """A loop's variables as a list, and how functions of them are called."""
    is_one = not isinstance(value, (tuple, list))

    def call(function, *tensors):
        return function(*tensors[:-1], tensors[-1][0] if is_one else tuple(tensors[-1]))

    def listed(result):
        return [result] if is_one else list(result)

    return is_one, call, listed


def while_loop(cond_fun, body_fun, init_val):
    """`init_val`, changed by `body_fun` as long as `cond_fun` of it is true."""
    is_one, call, listed = _state(init_val)
    values = _cotan._while_loop(lambda xs: [call(cond_fun, xs)], lambda xs: listed(call(body_fun, xs)), listed(init_val))
    return values[0] if is_one else tuple(values)


def fori_loop(lower, upper, body_fun, init_val):
    """`init_val`, changed by `body_fun(i, value)` for each i from `lower` to below `upper`."""
    is_one, call, listed = _state(init_val)
    values = _cotan._fori_loop(lower, upper, lambda xs: listed(call(body_fun, xs[0], xs[1:])), listed(init_val))
    return values[0] if is_one else tuple(values)


def scan(f, init, xs, length=None, reverse=False):
    """`f(carry, row)` for each row of `xs`: the last carry, and what `f` gave beside it, stacked."""
    if xs is None:
        xs = _cotan.arange(length)
    one_carry, _, carries = _state(init)
    one_row, _, rows = _state(xs)
    inits, count, outs = carries(init), len(carries(init)), []

    def body(tensors):
        carry, row = tensors[:count], tensors[count:]
        new, out = f(carry[0] if one_carry else tuple(carry), row[0] if one_row else tuple(row))
        outs.clear()
        outs.append("none" if out is None else "one" if not isinstance(out, (tuple, list)) else "several")
        return carries(new) + ([] if out is None else [out] if outs[0] == "one" else list(out))

    values = _cotan._scan(body, inits, rows(xs), reverse)
    last, stacked = values[:count], values[count:]
    out = {"none": None, "one": stacked[0] if stacked else None, "several": tuple(stacked)}[outs[0]]
    return (last[0] if one_carry else tuple(last)), out
