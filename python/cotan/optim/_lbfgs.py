"""L-BFGS: the direction of Newton's method, from the last steps and how gradients changed by them."""

from typing import Any, NamedTuple

from .. import _cotan
from .._core import as_tensor, here
from .._loops import scan
from .._nest import map_leaves
from ._arguments import ScalarOrSchedule, check_count, checked, given_parameters
from ._base import GradientTransformation
from ._combining import chain
from ._line_search import scale_by_zoom_linesearch
from ._numbers import dot, first_step, global_norm, narrow, wide, zeros_of
from ._scaling import scale, scale_by_learning_rate


class ScaleByLBFGSState(NamedTuple):
    """The last parameters and gradients; for each of the last steps, oldest first, how both changed, and 1 over the
    product of these; 0 where there is none."""

    count: Any
    params: Any
    updates: Any
    diff_params_memory: Any
    diff_updates_memory: Any
    weights_memory: Any


def _added(factor, x, y):
    """y + factor * x, of nests."""
    return map_leaves(lambda a, b: narrow(wide(b) + narrow(factor, wide(b)) * wide(a), b), x, y)


def _direction(gradient, memory, factor):
    """The inverse of the Hessian, as it is known, times the gradient (Nocedal 1980)."""
    def backwards(q, one):
        s, y, weight = one
        part = weight * narrow(dot(s, q), weight)
        return _added(-part, y, q), part

    q, parts = scan(backwards, gradient, memory, reverse=True)
    q = map_leaves(lambda x: narrow(narrow(factor, wide(x)) * wide(x), x), q)

    def forwards(q, one):
        (s, y, weight), part = one
        return _added(part - weight * narrow(dot(y, q), weight), s, q), ()

    return scan(forwards, q, (memory, parts))[0]


def _start(params, memory_size):
    """The state without a memory."""
    zeros = map_leaves(zeros_of, params)
    rows = map_leaves(lambda x: _cotan.zeros((memory_size, *x.shape), x.dtype), zeros)
    return ScaleByLBFGSState(first_step(), zeros, zeros, rows, rows, _cotan.zeros((memory_size,), global_norm(zeros).dtype))


def _changes(new, old):
    return map_leaves(lambda a, b: narrow(wide(a) - wide(b), b), new, old)


def _pushed(rows, row):
    """The rows without the oldest, and with this one."""
    return _cotan.concatenate([rows[1:], _cotan.expand_dims(narrow(row, rows), 0)])


@checked
def scale_by_lbfgs(memory_size: int = 10, scale_init_precond: bool = True) -> GradientTransformation:
    """The gradient times an inverse of the Hessian that is made of the last `memory_size` steps. Steps along which
    the slope does not rise are left out, so that the direction goes down. `scale_init_precond` begins with the
    curvature of the last step; the first step is 1 long at most.

    >>> import cotan as ct
    >>> opt, w = ct.optim.scale_by_lbfgs(), ct.array([0.0, 0.0])
    >>> opt.update(ct.array([3.0, 4.0]), opt.init(w), w)[0]
    Tensor([0.6, 0.8], dtype=float32)
    """
    check_count("scale_by_lbfgs", "memory_size", memory_size)

    def update(updates, state, params=None):
        params = map_leaves(as_tensor, given_parameters("scale_by_lbfgs", params))
        s, y = _changes(params, state.params), _changes(updates, state.updates)
        product, size = dot(s, y), dot(y, y)
        is_known = _cotan.logical_and(state.count > 0, product > 1e-10 * _cotan.sqrt(dot(s, s) * size))
        weight = _cotan.where(is_known, 1.0 / _cotan.where(is_known, product, 1.0), 0.0)
        memory = (map_leaves(_pushed, state.diff_params_memory, s), map_leaves(_pushed, state.diff_updates_memory, y),
                  _pushed(state.weights_memory, weight))
        factor = _cotan.ones((), product.dtype)
        if scale_init_precond:
            norm = global_norm(updates)
            first = _cotan.where(state.count > 0, 1.0, 1.0 / _cotan.maximum(norm, 1.0))
            factor = _cotan.where(is_known, product / _cotan.where(is_known, size, 1.0), first)
        direction = _direction(map_leaves(lambda u, like: narrow(u, like), updates, state.updates), memory, factor)
        return (map_leaves(narrow, direction, updates),
                ScaleByLBFGSState(state.count + 1, map_leaves(narrow, params, state.params),
                                  map_leaves(narrow, updates, state.updates), *memory))

    return GradientTransformation(lambda params: _start(params, memory_size), update)


@checked
def lbfgs(learning_rate: ScalarOrSchedule | None = None, memory_size: int = 10, scale_init_precond: bool = True,
          linesearch: GradientTransformation | str | None = "zoom") -> GradientTransformation:
    """L-BFGS (Liu and Nocedal 1989) with a line search: a transformation, or "zoom", `scale_by_zoom_linesearch` with
    20 steps at most that begins with 1; None takes steps of `learning_rate`, 1 if it is None. For functions without
    noise: all data at each step.

    `update(gradients, state, params, value=..., grad=..., value_fn=f)` gives the line search what it needs;
    `value_and_grad_from_state` takes the value and the gradient from where it has computed them.

    >>> import cotan as ct
    >>> def rosenbrock(x):
    ...     return ct.sum((1 - x[:-1]) ** 2 + 100 * (x[1:] - x[:-1] ** 2) ** 2)
    >>> opt = ct.optim.lbfgs()
    >>> @ct.jit
    ... def minimum(w):
    ...     state = opt.init(w)
    ...     for _ in range(50):
    ...         value, grad = ct.optim.value_and_grad_from_state(rosenbrock)(w, state=state)
    ...         updates, state = opt.update(grad, state, w, value=value, grad=grad, value_fn=rosenbrock)
    ...         w = ct.optim.apply_updates(w, updates)
    ...     return w
    >>> minimum(ct.array([-1.2, 1.0])).round(4)
    Tensor([1., 1.], dtype=float32)
    """
    step = scale(-1.0) if learning_rate is None else scale_by_learning_rate(learning_rate)
    parts = [scale_by_lbfgs(memory_size, scale_init_precond), step]
    if isinstance(linesearch, str):
        if linesearch != "zoom":
            raise _cotan.ValueError(f"{here()}ct.optim.lbfgs: 'linesearch' must be a transformation, 'zoom' or None, but is "
                                    f"{linesearch!r}")
        linesearch = scale_by_zoom_linesearch(20, initial_guess_strategy="one")
    return chain(*parts, *([] if linesearch is None else [linesearch]))
