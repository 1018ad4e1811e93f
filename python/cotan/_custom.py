"""Functions with a derivative rule of their own."""

import collections
import functools
import threading
from typing import Any, Callable, Sequence

from . import _control, _cotan, _mistakes, _nest, _nodes, _places
from ._core import as_tensor, describe, here, is_inexact, is_tracing
from ._derivatives import _vjp
from ._named import with_checked_calls
from ._residuals import Residuals, checked, of_primals
from ._signatures import found as shown
from ._traced import Shape, applied, shape_of_call, trace


# Derivatives of a higher order are those of the function as it is written.
_MOST_ORDERS = 3
# The functions whose rules are open now, each as often as orders are.
_OPEN = threading.local()


def _open():
    return getattr(_OPEN, "functions", ())


class _Ruled:
    """A function with a rule: what custom_vjp and custom_jvp share."""

    def __init__(self, kind: str, function: Callable[..., Any], nondiff_argnums: Any, nondiff_argnames: Any) -> None:
        _mistakes.check_function(kind, function)
        functools.update_wrapper(self, function)
        self.__name__: str = _mistakes.name_of(function)
        self._function = function
        self._nondiff: tuple[int, ...] = (*_places.integers(f"ct.{kind}", "nondiff_argnums", nondiff_argnums),
                                          *_places.named(f"ct.{kind}", "nondiff_argnames", nondiff_argnames,
                                                          _places.Parameters(_mistakes.signature_of(function)), self.__name__))
        self._depth, self._first_depth = threading.local(), 0

    def __deepcopy__(self, memo: Any) -> Any:
        return self  # as functions are

    def depth(self) -> int:
        """How many orders of derivatives its rules are open for."""
        return getattr(self._depth, "value", self._first_depth)

    def _called(self, args, keywords, setter):
        if not self._has_rule():
            raise _cotan.TypeError(f"{here()}{self.__name__} has no rule yet; call {self.__name__}.{setter}(...)")
        if keywords:  # the rule knows arguments by position
            args = self._by_position(args, keywords)
        # A rule may call the function itself. Each order of derivatives opens one more.
        depth = self.depth()
        if not is_tracing():
            return _control.call(self._function)(*args)
        if depth == _MOST_ORDERS:
            return self._as_it_is(args)
        self._depth.value = depth + 1
        _OPEN.functions = (*_open(), self)
        try:
            with _control.not_followed(self._own()):  # there are so many orders at most
                return self._traced(*self._parted(args))
        finally:
            self._depth.value, _OPEN.functions = depth, _open()[:-1]
            if depth == self._first_depth:
                self._depth.programs = {}

    def _as_it_is(self, args):
        """The function without its rule."""
        return _control.call(self._function)(*args)

    def _by_position(self, args, keywords):
        _mistakes.check_call(self._function, args, keywords)
        signature = _mistakes.signature_of(self._function)
        bound = signature.bind(*args, **keywords) if signature else None
        if bound is None or bound.kwargs:
            raise _cotan.TypeError(f"{here()}{self.__name__}: {', '.join(bound.kwargs if bound else keywords)} must be given "
                                   "by position, as the functions of its rule take it")
        return bound.args

    def _parted(self, args):
        """The arguments without those of nondiff_argnums, those, and a function that puts others in the
        places of the first."""
        places = _places.among(self.__name__, "nondiff_argnums", self._nondiff, len(args),
                               f"are {len(args)} arguments") if self._nondiff else []
        rest = [i for i in range(len(args)) if i not in places]

        def whole(*given):
            everything = list(args)
            for i, x in zip(rest, given):
                everything[i] = x
            return everything

        return tuple(args[i] for i in rest), [args[i] for i in sorted(places)], whole

    def _on(self, function, whole):
        """The function of the arguments that are left."""
        if not self._nondiff:
            return function

        def partial(*given):
            return applied(function, *whole(*given))

        partial.__name__ = _mistakes.name_of(function)
        return partial


@with_checked_calls("ct.custom_vjp")
class custom_vjp(_Ruled):
    """A function whose derivative in reverse mode is given: `f.defvjp(forward, reverse)`.

    `forward` takes the arguments of the function and returns a pair, its result and residuals, any
    nest, whose numbers of Python's, such as sizes, `reverse` gets as they are. `reverse` takes the residuals and a
    cotangent of the result, and returns a tuple of cotangents, one per argument; None stands for zeros, of parts,
    too. Higher derivatives are those of `forward` and `reverse`, as they are written. There is no forward mode. The three may read tensors from outside
    that the derivative does not depend on; what it depends on must be an argument. The arguments at
    `nondiff_argnums`, or of these names, have no cotangents and may be any objects; `reverse` takes them first.

    >>> import cotan as ct
    >>> @ct.custom_vjp
    ... def clipped(x):  # its value, with a gradient of at most 1
    ...     return x * x
    >>> clipped.defvjp(lambda x: (x * x, x), lambda x, g: (ct.clip(2 * x * g, -1, 1),))
    >>> ct.grad(clipped)(ct.float32(3.0))
    Tensor(1., dtype=float32)
    """

    def __init__(self, function: Callable[..., Any], nondiff_argnums: int | Sequence[int] = (),
                 nondiff_argnames: str | Sequence[str] = ()) -> None:
        super().__init__("custom_vjp", function, nondiff_argnums, nondiff_argnames)
        self._forward, self._reverse, self._of_primals = None, None, False

    def defvjp(self, forward: Callable[..., Any], reverse: Callable[..., Any], symbolic_zeros: bool = False,
               optimize_remat: bool = False) -> None:
        """Sets the two functions of the rule; they are described at the class. With `symbolic_zeros` `forward` takes
        arguments each leaf of which has a `value` and says by `perturbed` whether it may have a derivative, as in
        JAX; zeros are none but in number here. `optimize_remat` changes nothing.

        >>> import cotan as ct
        >>> halved = ct.custom_vjp(lambda x: x)  # passes half of its gradient on
        >>> halved.defvjp(lambda x: (x, None), lambda _, g: (g / 2,))
        >>> float(ct.grad(halved)(3.0))
        0.5
        """
        _mistakes.check_function("defvjp", forward, "forward")
        _mistakes.check_function("defvjp", reverse, "reverse")
        _mistakes.check_flag("defvjp", "optimize_remat", optimize_remat)
        _mistakes.check_flag("defvjp", "symbolic_zeros", symbolic_zeros)
        self._of_primals = symbolic_zeros
        self._forward, self._reverse = forward, reverse

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        return self._called(args, keywords, "defvjp")

    def _has_rule(self):
        return self._forward is not None

    def _own(self):
        return self._function, self._forward, self._reverse

    def _traced(self, args, fixed, whole):
        function = self._on(self._function, whole)
        shape = shape_of_call(function, args, {})
        program = trace(function, shape)
        residuals, forward = Residuals(), self._on(self._forward, whole)
        forward = trace(residuals.kept(of_primals(forward) if self._of_primals else forward), shape)
        rule = functools.partial(self._reverse, *fixed) if fixed else self._reverse
        reverse = _trace_reverse(residuals.given(rule), self.__name__, args, program, forward)
        results = _cotan._custom_call(program.program, forward.program, reverse, None, shape.tensors, False)
        return program.shape.filled(results)


@with_checked_calls("ct.custom_jvp")
class custom_jvp(_Ruled):
    """A function whose derivative is given as one in forward mode: `f.defjvp(rule)`.

    `rule(primals, tangents)` takes the arguments and their tangents, two tuples, and returns a pair,
    the result and its tangent, which must be linear in the tangents. Integers have no tangents: None
    stands for them. Reverse mode follows, and keeps the arguments alone: the rule runs there again,
    and prints nothing. Higher derivatives are those of the rule, as it is written. It may read tensors
    from outside that the derivative does not depend on. The arguments at `nondiff_argnums`, or of
    these names, have no tangents and may be any objects; the rule takes them first. As `jax.custom_jvp`.

    >>> import cotan as ct
    >>> @ct.custom_jvp
    ... def log1pexp(x):
    ...     return ct.log(1 + ct.exp(x))
    >>> @log1pexp.defjvp
    ... def rule(primals, tangents):
    ...     (x,), (t,) = primals, tangents
    ...     return log1pexp(x), t / (1 + ct.exp(-x))
    >>> float(ct.grad(log1pexp)(200.0)), float(ct.jvp(log1pexp, (200.0,), (2.0,))[1])
    (1.0, 2.0)
    """

    def __init__(self, function: Callable[..., Any], nondiff_argnums: int | Sequence[int] = (),
                 nondiff_argnames: str | Sequence[str] = ()) -> None:
        super().__init__("custom_jvp", function, nondiff_argnums, nondiff_argnames)
        self._rule = None
        self._reads_constants = False  # whether what the functions read from outside has no derivative
        self._transposed = None  # of (arguments, result, cotangent), where it is not that of the rule

    def defjvp(self, rule: Callable[..., Any], symbolic_zeros: bool = False) -> Callable[..., Any]:
        """Sets the rule; it is described at the class. Returns it, as decorators do. `symbolic_zeros` changes nothing:
        zeros are numbers here.

        >>> import cotan as ct
        >>> doubled = ct.custom_jvp(lambda x: x)  # with twice its slope
        >>> rule = doubled.defjvp(lambda primals, tangents: (primals[0], 2 * tangents[0]))
        >>> float(ct.grad(doubled)(3.0))
        2.0
        """
        _mistakes.check_function("defjvp", rule, "rule")
        _mistakes.check_flag("defjvp", "symbolic_zeros", symbolic_zeros)
        self._rule = rule
        return rule

    def defjvps(self, *rules: Callable[..., Any] | None) -> None:
        """Sets the rule by one for each argument, `rule(tangent, result, *arguments)`, whose answers are
        added up; None stands for zeros.

        >>> import cotan as ct
        >>> product = ct.custom_jvp(lambda x, y: x * y)
        >>> product.defjvps(lambda t, result, x, y: t * y, None)
        >>> [float(slope) for slope in ct.grad(product, (0, 1))(3.0, 4.0)]
        [4.0, 0.0]
        """
        for rule in rules:
            if rule is not None:
                _mistakes.check_function("defjvps", rule, "rules")
        if self._nondiff:
            raise _cotan.ValueError(f"{here()}{self.__name__}: defjvps knows no nondiff_argnums; use defjvp")

        def rule(primals, tangents):
            if len(rules) != len(primals):
                raise _cotan.TypeError(f"{here()}{self.__name__}: defjvps was given {len(rules)} rules for {len(primals)} "
                                       "arguments; give one for each, or None")
            result = self(*primals)
            slope = _nest.map_leaves(_cotan.zeros_like, result)
            for one, tangent in zip(rules, tangents):
                if one is not None:
                    slope = _nest.map_leaves(lambda x, y: x + y, slope, applied(one, tangent, result, *primals))
            return result, slope

        self._rule = rule

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        return self._called(args, keywords, "defjvp")

    def _has_rule(self):
        return self._rule is not None

    def _own(self):
        return self._function, self._rule

    def _once(self, key, make):
        """What is traced. Rules call the function again, some times in each order: it is traced once for all of them."""
        programs = self._depth.__dict__.setdefault("programs", {})
        if self._nondiff or key not in programs:
            programs[key] = make()
        return programs[key]

    def _program(self, function, shape):
        return self._once(shape.types_only(), lambda: trace(function, shape))

    def _as_it_is(self, args):
        if self._nondiff:
            return super()._as_it_is(args)
        shape = shape_of_call(self._function, args, {})
        program = self._program(self._function, shape)
        return program.shape.filled(_cotan._call(program.program, shape.tensors))

    def _traced(self, args, fixed, whole):
        function = self._on(self._function, whole)
        shape = shape_of_call(function, args, {})
        program = self._program(function, shape)
        orders = frozenset(collections.Counter(_open()).items())
        forward, reverse, jvp = self._once((orders, shape.types_only()), lambda: self._rules(args, fixed, whole, shape, program))
        results = _cotan._custom_call(program.program, forward, reverse, jvp, shape.tensors, self._reads_constants)
        return program.shape.filled(results)

    def _rules(self, args, fixed, whole, shape, program):
        rule = _JvpRule(self.__name__, functools.partial(self._rule, *fixed) if fixed else self._rule, program)

        def ahead(*given):  # the function itself, with its rule: derivatives of results are made of it
            result = self(*whole(*given))
            return result, (given, result if self._transposed else None)

        def back(kept, cotangent):
            given, result = kept
            return self._transposed(given, result, cotangent) if self._transposed else rule.reverse(given, cotangent)

        forward = trace(ahead, shape)
        return forward.program, _trace_reverse(back, self.__name__, args, program, forward), rule.traced(shape)


_nodes.register_constant(custom_vjp)
_nodes.register_constant(custom_jvp)


class _JvpRule:
    """A rule for forward mode, of lists of tensors, and its transpose."""

    def __init__(self, name, rule, program):
        self.name, self.rule, self.program = name, rule, program

    def tangents(self, shape, floats):
        """A nest as the arguments, which has these tensors in the places of floats."""
        rest = iter(floats)
        return shape.filled([next(rest) if is_inexact(x) else None for x in shape.tensors])

    def call(self, primals, tangents):
        """The results, and the tangents of those that are floats."""
        pair = applied(self.rule, primals, tangents)
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise _cotan.TypeError(f"{here()}{self.name}: the rule must return a pair, the result and its tangent, but "
                                   f"returned {shown(pair)}")
        result = Shape(pair[0])
        _check_alike(self.name, "rule's result", result, self.program.shape)
        return result.tensors, self.slopes(pair[1])

    def slopes(self, given):
        """The tangents of the results that are floats; those of others, None or not, are left out."""
        wanted = self.program.shape
        floats = [x for x in wanted.tensors if is_inexact(x)]
        leaves, structure = _nest.flatten(given)
        whole = _nest.flatten(wanted.filled(wanted.tensors))[1]
        if structure == whole:
            leaves = [leaf for leaf, x in zip(leaves, wanted.tensors) if is_inexact(x)]
        elif structure != _nest.flatten(wanted.filled([x if is_inexact(x) else None for x in wanted.tensors]))[1]:
            raise _cotan.TypeError(f"{here()}{self.name}: the tangent that the rule returned is {structure}, the result "
                                   f"{whole}; they must have one structure")
        slopes = [as_tensor(leaf, self.name) for leaf in leaves]
        for slope, like in zip(slopes, floats):
            if slope._sizes != like._sizes:
                raise _cotan.TypeError(f"{here()}{self.name}: the tangent that the rule returned is {describe(slope)}, the "
                                       f"result {describe(like)}; they must have one shape")
        return [slope.astype(like.dtype) for slope, like in zip(slopes, floats)]

    def traced(self, shape):
        count = len(shape.tensors)
        floats = [x for x in shape.tensors if is_inexact(x)]

        def flat(tensors):
            primals, _ = shape.filled(tensors[:count])
            tangents, _ = self.tangents(shape, tensors[count:])
            results, slopes = self.call(primals, tangents)
            return [*results, *slopes]

        return _cotan._trace([*shape.tensors, *floats], flat, "")

    def reverse(self, primals, cotangent):
        """The cotangents of the arguments: the slope of the tangent along those of the arguments."""
        shape = Shape((primals, {}))

        def along(*floats):
            return self.call(primals, self.tangents(shape, floats)[0])[1]

        _, back = _vjp(along, [_cotan.zeros_like(x) for x in shape.tensors if is_inexact(x)], again=True)
        given = [x for x in _nest.flatten(cotangent)[0] if x is not None]
        return self.tangents(shape, back(given))[0]


def _check_alike(name, what, found, wanted):
    if not found.has_form_of(wanted) or any((x._sizes, x.dtype) != (y._sizes, y.dtype)
                                            for x, y in zip(found.tensors, wanted.tensors)):
        raise _cotan.TypeError(f"{here()}{name}: the {what} is {_nest.text_of(found)}, the function's "
                               f"{_nest.text_of(wanted)}; they must be alike")


def _trace_reverse(function, name, args, program, forward):
    pair = forward.shape.filled(forward.shape.tensors)
    if not isinstance(pair, tuple) or len(pair) != 2:
        raise _cotan.TypeError(f"{here()}{name}: the forward function must return a pair, the result and residuals, but "
                               f"returned {_nest.text_of(forward.shape)}")
    result = Shape(pair[0])
    _check_alike(name, "forward function's result", result, program.shape)
    count = _cotan._num_results(program.program)
    types = forward.shape.tensors
    residuals = Shape(pair[1])
    floats = [i for i in range(count) if is_inexact(types[i])]

    def flat(tensors):
        given = residuals.filled(tensors[: len(types) - count])
        cotangents = dict(zip(floats, tensors[len(types) - count:]))
        cotangent = program.shape.filled([cotangents.get(i) for i in range(count)])
        return checked(name, args, applied(function, given, cotangent))

    return _cotan._trace([*types[count:], *(types[i] for i in floats)], flat, "")
