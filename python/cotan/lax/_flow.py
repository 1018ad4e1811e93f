"""Control flow with jax.lax's further arguments, and what asks a compiler for something."""

from typing import Any, Callable, Sequence

from .. import _cotan, _loops, _nest
from .._cotan import Tensor
from .._core import is_traced
from .._places import is_integer
from .._signatures import found
from .._vmap import vmap
from ._checks import function, public, refuse, tensor


def cond(pred: Any, true_fun: Callable[..., Any], false_fun: Callable[..., Any], *operands: Any, operand: Any = ...) -> Any:
    """ct.cond: `true_fun(*operands)` where `pred` holds, else `false_fun(*operands)`.

    >>> import cotan as ct
    >>> ct.lax.cond(True, lambda x: x + 1, lambda x: x - 1, operand=5.0)
    Tensor(6., dtype=float32, weak_type=True)
    """
    return _loops.cond(pred, true_fun, false_fun, *_operands("cond", operands, operand))


def switch(index: Any, branches: Sequence[Callable[..., Any]], *operands: Any, operand: Any = ...) -> Any:
    """ct.switch: `branches[index](*operands)`; an index outside chooses the first or the last.

    >>> import cotan as ct
    >>> ct.lax.switch(1, [lambda x: x, lambda x: 10 * x], 7.0)
    Tensor(70., dtype=float32, weak_type=True)
    """
    return _loops.switch(index, branches, *_operands("switch", operands, operand))


def _operands(name, operands, operand):
    if operand is ...:
        return operands
    if operands:
        refuse(_cotan.TypeError, name, "operands are given by position and by the name 'operand'; give them by position")
    return (operand,)


def _check_unroll(name, unroll):
    if not isinstance(unroll, bool) and not (is_integer(unroll) and unroll >= 0):
        kind = _cotan.ValueError if is_integer(unroll) else _cotan.TypeError
        refuse(kind, name, f"'unroll' must be an integer of 0 or more, or a truth value, but is {found(unroll)}")


def scan(f: Callable[[Any, Any], tuple[Any, Any]], init: Any, xs: Any = None, length: int | None = None, reverse: bool = False,
         unroll: int | bool = 1) -> tuple[Any, Any]:
    """ct.scan: `carry, y = f(carry, x)` for each x along the first axis; returns the last carry and all y. How many turns
    are compiled as one is not for `unroll` to say here.

    >>> import cotan as ct
    >>> ct.lax.scan(lambda c, x: (c + x, c * x), 0, ct.array([1, 2, 3]))
    (Tensor(6, dtype=int64), Tensor([0, 2, 9], dtype=int64))
    """
    _check_unroll("scan", unroll)
    return _loops.scan(f, init, xs, length, reverse)


def fori_loop(lower: Any, upper: Any, body_fun: Callable[[Any, Any], Any], init_val: Any, *, unroll: int | bool | None = None) -> Any:
    """ct.fori_loop: `val = body_fun(i, val)` for i from `lower` to `upper`, without it; `unroll` changes nothing.

    >>> import cotan as ct
    >>> ct.lax.fori_loop(0, 4, lambda i, val: val + i, 0)
    Tensor(6, dtype=int64)
    """
    if unroll is not None:
        _check_unroll("fori_loop", unroll)
    return _loops.fori_loop(lower, upper, body_fun, init_val)


def map(f: Callable[[Any], Any], xs: Any, *, batch_size: int | None = None) -> Any:
    """ct.map: `f` of each part along the first axis, one after the other, or `batch_size` of them at once.

    >>> import cotan as ct
    >>> ct.lax.map(lambda x: 2 * x, ct.arange(5), batch_size=2)
    Tensor([0, 2, 4, 6, 8], dtype=int64)
    """
    if batch_size is None:
        return _loops.map(f, xs)
    function("map", "f", f)
    if not is_integer(batch_size) or batch_size < 1:
        refuse(_cotan.ValueError, "map", f"'batch_size' must be an integer of 1 or more, but is {found(batch_size)}")
    return _in_batches(f, _nest.map_leaves(lambda x: x if isinstance(x, Tensor) else _cotan.array(x), xs), batch_size)


def _in_batches(f, xs, size):
    leaves, _ = _nest.flatten(xs)
    count = leaves[0].shape[0] if leaves and leaves[0].ndim else 0
    whole = count - count % size
    if whole == 0:
        return vmap(f)(xs)
    many = _nest.map_leaves(lambda x: _cotan.reshape(x[:whole], (whole // size, size, *x.shape[1:])), xs)
    done = _nest.map_leaves(lambda y: _cotan.reshape(y, (whole, *y.shape[2:])), _loops.map(vmap(f), many))
    if whole == count:
        return done
    rest = vmap(f)(_nest.map_leaves(lambda x: x[whole:], xs))
    return _nest.map_leaves(lambda a, b: _cotan.concatenate([a, b]), done, rest)


def platform_dependent(*args: Any, default: Callable[..., Any] | None = None, **per_platform: Callable[..., Any]) -> Any:
    """What the function for "cpu" returns, the only platform there is, or the default.

    >>> import cotan as ct
    >>> ct.lax.platform_dependent(2.0, cpu=lambda x: x + 1, default=lambda x: x)
    3.0
    """
    chosen = per_platform.get("cpu", default)
    if chosen is None:
        refuse(_cotan.ValueError, "platform_dependent", f"there is no function for 'cpu', but for {sorted(per_platform)}; give one, or a default")
    return function("platform_dependent", "cpu", chosen)(*args)


def optimization_barrier(operand: Any, /) -> Any:
    """The nest as it is. In a compiled function, its tensors are there only after all of them are; what reads them
    is not computed together with what they are computed from, and neither are their cotangents.

    >>> import cotan as ct
    >>> ct.lax.optimization_barrier((1.0, 2.0))
    (1.0, 2.0)
    """
    leaves, structure = _nest.flatten(operand)
    at = [i for i, leaf in enumerate(leaves) if is_traced(leaf)]
    if not at:
        return operand
    for i, leaf in zip(at, _cotan._optimization_barrier([leaves[i] for i in at])):
        leaves[i] = leaf
    return _nest.unflatten(structure, leaves)


@public
def stage(x: Any, /) -> Tensor:
    """A number or an array as a tensor, which in a compiled function is one of its values.

    >>> import cotan as ct
    >>> ct.lax.stage([1.0, 2.0])
    Tensor([1., 2.], dtype=float32)
    """
    return tensor("stage", x) if isinstance(x, Tensor) else _cotan.array(x)


def composite(decomposition: Callable[..., Any], name: str, version: int = 0) -> Callable[..., Any]:
    """The function as it is; the name would be one for other compilers.

    >>> import cotan as ct
    >>> ct.lax.composite(lambda x: x * x, "my.square")(3.0)
    9.0
    """
    return function("composite", "decomposition", decomposition)
