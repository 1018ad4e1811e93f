"""Control flow as functions, with JAX's signatures, differentiable through all of them."""

from typing import Any, Callable, Sequence

from . import _control, _cotan, _mistakes, _nest
from ._core import as_tensor, can_join, describe, here, is_tensor_like, line_here
from ._late import np
from ._places import is_integer
from ._signatures import found as shown
from ._structures import where_differ
from ._traced import Shape, shape_of


def _applied(name, function, *args):
    """What a user's function returns, if it takes these arguments; nothing else may change."""
    _mistakes.check_call(function, args, {})
    return _control.given(name, function, *args)


class _Functions(Exception):
    """A branch returned functions: which one is chosen is what Python's own `if` finds out."""


def _result(name, shapes, function, *args):
    """The tensors `function` returns; their shape is added to `shapes`."""
    result = _applied(name, function, *args)
    if _control.holds_functions(result):
        raise _Functions
    shapes.append(shape_of(result, f"ct.{name}: the result of {_mistakes.name_of(function)}", "result"))
    return shapes[-1].tensors


def _unless_functions(trace):
    try:
        return trace()
    except _Functions:
        return None


def _same_shapes(name, shapes):
    first = shapes[0]
    for other in shapes[1:]:
        if not other.has_form_of(first):
            raise _cotan.TypeError(f"{here()}ct.{name}: one branch returned {_nest.text_of(first)}, another {_nest.text_of(other)}; "
                            f"all must return one structure{where_differ(first.structure, other.structure)}")


def cond(pred: Any, true_fun: Callable[..., Any], false_fun: Callable[..., Any], *operands: Any) -> Any:
    """`true_fun(*operands)` where `pred` holds, or is a number other than 0, else `false_fun(*operands)`: only one is run.

    >>> import cotan as ct
    >>> ct.cond(True, lambda x: x + 1, lambda x: x - 1, 5)
    Tensor(6, dtype=int64, weak_type=True)
    """
    _mistakes.check_function("cond", true_fun, "true_fun")
    _mistakes.check_function("cond", false_fun, "false_fun")
    if isinstance(pred, (int, float, np.number, np.ndarray, _cotan.Tensor)) and not isinstance(pred, bool):
        number = as_tensor(pred)
        pred = number != 0 if number.dtype.kind in "iuf" and number.ndim == 0 else number
    shape, found = Shape(operands, True, True), []  # objects go to the branches as they are
    branches = [lambda xs, f=f: _result("cond", found, f, *shape.filled(xs)) for f in (true_fun, false_fun)]
    results = _unless_functions(lambda: _cotan._cond(pred, *branches, shape.tensors))
    if results is None:
        return _control.if_exp(as_tensor(pred), lambda: true_fun(*operands), lambda: false_fun(*operands), line_here(),
                               kind="ct.cond")
    _same_shapes("cond", found)
    return found[0].filled(results)


def switch(index: Any, branches: Sequence[Callable[..., Any]], *operands: Any) -> Any:
    """`branches[index](*operands)`; an index outside chooses the first or the last.

    >>> import cotan as ct
    >>> ct.switch(1, [lambda x: x, lambda x: 10 * x], 7)
    Tensor(70, dtype=int64, weak_type=True)
    """
    if not isinstance(branches, (list, tuple)):
        raise _cotan.TypeError(f"{here()}ct.switch: 'branches' must be a list of functions, but is {shown(branches)}")
    if not branches:
        raise _cotan.ValueError(f"{here()}ct.switch: there are no branches; give at least one function")
    for i, branch in enumerate(branches):
        _mistakes.check_function("switch", branch, f"branches[{i}]")
    shape, found = Shape(operands, True, True), []
    traced = [lambda xs, f=f: _result("switch", found, f, *shape.filled(xs)) for f in branches]
    results = _unless_functions(lambda: _cotan._switch(index, traced, shape.tensors))
    if results is None:
        return _control.choose(as_tensor(index), [lambda f=f: f(*operands) for f in branches])
    _same_shapes("switch", found)
    return found[0].filled(results)


class _Carry:
    """What goes around in a loop function's body."""

    def __init__(self, name, what, initial):
        self.name, self.shape = name, shape_of(initial, f"ct.{name}: '{what}'", what)

    def checked(self, after):
        """The tensors of the nest the body returned."""
        new = shape_of(after, f"ct.{self.name}: what the body returned", "result")
        if not new.has_form_of(self.shape):
            raise _cotan.TypeError(f"{here()}ct.{self.name}: the body was given {_nest.text_of(self.shape)} but returned "
                            f"{_nest.text_of(new)}; it must return the structure it is given"
                            f"{where_differ(self.shape.structure, new.structure)}")
        for i, (old, now) in enumerate(zip(self.shape.tensors, new.tensors)):
            if not can_join(now, old):
                raise _cotan.TypeError(f"{here()}ct.{self.name}: variable {i} was {describe(old)}, but the body returned "
                                f"{describe(now)}; it must return the types and shapes it is given")
        return new.tensors


def _truth(found):
    if not is_tensor_like(found):
        raise _cotan.TypeError(f"{here()}ct.while_loop: the condition returned {shown(found)}; it must return one truth "
                               "value, as `i < n` does")
    return found


def while_loop(cond_fun: Callable[[Any], Any], body_fun: Callable[[Any], Any], init_val: Any) -> Any:
    """`val = body_fun(val)` while `cond_fun(val)`, beginning with `init_val`.

    The number of turns may depend on data; derivatives of any order and in both modes go through.

    >>> import cotan as ct
    >>> ct.grad(lambda x: ct.while_loop(lambda y: y < 80.0, lambda y: y * y, x))(ct.float32(3.0))
    Tensor(108., dtype=float32)
    """
    _mistakes.check_function("while_loop", cond_fun, "cond_fun")
    _mistakes.check_function("while_loop", body_fun, "body_fun")
    if _control.holds_functions(init_val):
        return _control.loop(cond_fun, body_fun, init_val, "ct.while_loop")
    _control.act()
    carry = _Carry("while_loop", "init_val", init_val)
    results = _cotan._while_loop(
        lambda xs: [_truth(_applied("while_loop", cond_fun, carry.shape.filled(xs)))],
        lambda xs: carry.checked(_applied("while_loop", body_fun, carry.shape.filled(xs))),
        carry.shape.tensors)
    return carry.shape.filled(results)


def _check_bound(what, bound):
    tensor = as_tensor(bound) if is_tensor_like(bound) else None
    if tensor is None or tensor._sizes != () or tensor.dtype.kind not in "iu":
        raise _cotan.TypeError(f"{here()}ct.fori_loop: '{what}' must be one integer, but is "
                               f"{shown(bound) if tensor is None else describe(tensor)}")


def fori_loop(lower: Any, upper: Any, body_fun: Callable[[Any, Any], Any], init_val: Any) -> Any:
    """`val = body_fun(i, val)` for i from `lower` to below `upper`.

    >>> import cotan as ct
    >>> ct.fori_loop(0, 4, lambda i, total: total + i, 0)
    Tensor(6, dtype=int64)
    """
    _mistakes.check_function("fori_loop", body_fun, "body_fun")
    for what, bound in (("lower", lower), ("upper", upper)):
        _check_bound(what, bound)
    if _control.holds_functions(init_val):
        return _control.loop(lambda held: held[0] < upper, lambda held: (held[0] + 1, body_fun(*held)),
                             (as_tensor(lower), init_val), "ct.fori_loop")[1]
    _control.act()
    carry = _Carry("fori_loop", "init_val", init_val)
    results = _cotan._fori_loop(
        lower, upper, 1,
        lambda xs: carry.checked(_applied("fori_loop", body_fun, xs[0], carry.shape.filled(xs[1:]))),
        carry.shape.tensors)
    return carry.shape.filled(results)


def scan(f: Callable[[Any, Any], tuple[Any, Any]], init: Any, xs: Any = None, length: int | None = None,
         reverse: bool = False) -> tuple[Any, Any]:
    """`carry, y = f(carry, x)` for each row x of `xs`, or `length` times for None; returns the last carry and all y, stacked.

    >>> import cotan as ct
    >>> ct.scan(lambda total, x: (total + x, total), 0, ct.array([1, 2, 3]))
    (Tensor(6, dtype=int64), Tensor([0, 1, 3], dtype=int64))
    >>> ct.scan(lambda power, _: (2 * power, power), 1, length=4)[1].tolist()
    [1, 2, 4, 8]
    """
    return _scan("scan", f, init, xs, length, reverse)


def _number_of_rows(name, rows, length):
    if length is not None and (not is_integer(length) or length < 0):
        raise _cotan.TypeError(f"{here()}ct.{name}: 'length' must be a number of turns or None, but is {shown(length)}")
    lengths = {x._sizes[0] if x.ndim else "no axes" for x in rows.tensors} | ({length} - {None})
    if len(lengths) != 1 or "no axes" in lengths:
        raise _cotan.ValueError(f"{here()}ct.{name}: xs must be tensors with one number of rows, or length be given; found "
                         f"{', '.join(sorted(str(n) for n in lengths)) or 'no tensor'} in {_nest.text_of(rows)}")
    return lengths.pop()


def _scan(name, f, init, xs, length=None, reverse=False):
    _mistakes.check_function(name, f, "f")
    _mistakes.check_flag(name, "reverse", reverse)
    _control.act()
    carry, rows, stacked = _Carry(name, "init", init), shape_of(xs, f"ct.{name}: 'xs'", "xs"), []
    turns, count = _number_of_rows(name, rows, length), len(carry.shape.tensors)

    def body(tensors):
        row = rows.filled(tensors[count:] if rows.tensors else [])
        result = _applied(name, f, carry.shape.filled(tensors[:count]), row)
        if not isinstance(result, tuple) or len(result) != 2:
            raise _cotan.TypeError(f"{here()}ct.{name}: the body must return a pair, the carry and what is stacked, but "
                                   f"returned {shown(result)}")
        stacked[:] = [shape_of(result[1], f"ct.{name}: what the body returned to be stacked", "result")]
        return [*carry.checked(result[0]), *stacked[0].tensors]

    inputs = rows.tensors or [_cotan.zeros((turns,))]  # only their number counts
    results = _cotan._scan(body, carry.shape.tensors, inputs, bool(reverse))
    return carry.shape.filled(results[:count]), stacked[0].filled(results[count:])


def map(f: Callable[[Any], Any], xs: Any) -> Any:
    """`f` of each row of the tensors of the nest `xs`, one after the other, with the results stacked.

    `vmap` computes the same for all rows together.

    >>> import cotan as ct
    >>> ct.map(lambda x: x * x, ct.array([1, 2, 3]))
    Tensor([1, 4, 9], dtype=int64)
    """
    _mistakes.check_function("map", f, "f")
    return _scan("map", lambda _, x: ((), _applied("map", f, x)), (), xs)[1]
