"""How the functions of a distribution are made of those of its standard form."""

import functools
import inspect
from typing import Any, Callable, Sequence

from .. import _cotan
from .._core import Tensor, here
from .._floats import floats
from .._named import with_checked_calls

_INF, _NAN = float("inf"), float("nan")

# What functions of a distribution give of x, or of the probability q.
_TEXTS = {
    "pdf": "The density at x", "logpdf": "The logarithm of the density at x",
    "pmf": "The probability of k", "logpmf": "The logarithm of the probability of k",
    "cdf": "The probability of at most {0}", "logcdf": "The logarithm of the probability of at most {0}",
    "sf": "The probability of more than {0}", "logsf": "The logarithm of the probability of more than {0}",
    "ppf": "The least number that is not exceeded with the probability q",
    "isf": "The number that is exceeded with the probability q",
    "entropy": "The mean of -logpmf, in natural units",
}


def within(x: Tensor, outside: Any, value: Callable[[Tensor], Tensor], otherwise: float, inside: float = 1.0) -> Tensor:
    """`value(x)`, but where x is outside; there its derivative is 0, as the value is taken at `inside` instead."""
    return _cotan.where(outside, otherwise, value(_cotan.where(outside, inside, x))).astype(x.dtype)


class _Functions:
    """What both kinds of distributions share."""

    _first = "x"

    def __init__(self, name: str, doc: str, shapes: Sequence[str], valid: Callable[..., Any] | None):
        self.__doc__ = inspect.cleandoc(doc)
        self.__name__: str = name
        self._shapes, self._valid = tuple(shapes), valid

    def _define(self, kind: str, of: Callable[..., Any], first: str | None, last: Sequence[str], text: str) -> None:
        """The function `kind`, of the first argument, if there is one, and parameters; `last` have defaults."""
        either = inspect.Parameter.POSITIONAL_OR_KEYWORD
        parameters = [inspect.Parameter(n, either, annotation=Any) for n in ((first,) if first else ()) + self._shapes]
        parameters += [inspect.Parameter(n, either, annotation=Any, default={"loc": 0, "scale": 1}[n]) for n in last]
        signature = inspect.Signature(parameters, return_annotation=Tensor)
        path, places = f"ct.stats.{self.__name__}.{kind}", len(self._shapes) + len(last)

        def function(*args: Any, **keywords: Any) -> Tensor:
            try:
                bound = signature.bind(*args, **keywords)
            except TypeError as problem:
                names = ", ".join(n if p.default is p.empty else f"{n}={p.default}" for n, p in signature.parameters.items())
                raise _cotan.TypeError(f"{here()}{path}: {problem}; call {kind}({names})") from None
            bound.apply_defaults()
            given = floats(path, *bound.arguments.values())
            xs, shapes, rest = given[:len(given) - places], given[-places:len(given) - len(last)], given[len(given) - len(last):]
            found = of(*xs, shapes, *rest)
            return found if self._valid is None else _cotan.where(self._valid(*shapes), found, _NAN).astype(found.dtype)

        function.__name__, function.__qualname__, function.__module__ = kind, f"{self.__name__}.{kind}", type(self).__module__
        function.__doc__, function.__signature__ = text, signature  # type: ignore[attr-defined]
        setattr(self, kind, function)

    def _text(self, kind):
        shape = "Arguments are broadcast; integers are taken as float32."
        example = (self.__doc__ or "").partition("\n>>>")
        return f"{_TEXTS[kind].format(self._first)}, elementwise: see ct.stats.{self.__name__}. {shape}\n\n{''.join(example[1:]).strip()}"


@with_checked_calls("ct.stats.Continuous")
class Continuous(_Functions):
    """A distribution of real numbers: its functions take x, or a probability q, its parameters, and `loc` and `scale`, which
    it is moved and stretched by.

    Arguments are broadcast and may be traced; integers are taken as float32. Where a parameter or a probability is out of
    range, the result is NaN. All functions have derivatives with respect to all arguments.

    >>> import cotan as ct
    >>> ct.stats.norm.cdf(ct.array([-1.0, 0.0, 1.0])).round(3)
    Tensor([0.159, 0.5  , 0.841], dtype=float32)
    """

    pdf: Callable[..., Tensor]
    logpdf: Callable[..., Tensor]
    cdf: Callable[..., Tensor]
    logcdf: Callable[..., Tensor]
    sf: Callable[..., Tensor]
    logsf: Callable[..., Tensor]
    ppf: Callable[..., Tensor]
    isf: Callable[..., Tensor]

    def __init__(self, name: str, doc: str, shapes: Sequence[str] = (), *, logpdf: Callable[..., Any],
                 pdf: Callable[..., Any] | None = None, valid: Callable[..., Any] | None = None, **others: Callable[..., Any]):
        """`logpdf` and the others are functions of the standard form: of x and the parameters. `pdf` where it has slopes and
        the logarithm, of 0, has none."""
        super().__init__(name, doc, shapes, valid)
        self._density("logpdf", lambda x, shapes, scale: logpdf(x, *shapes) - _cotan.log(scale))
        density = pdf or (lambda *args: _cotan.exp(logpdf(*args)))
        self._density("pdf", lambda x, shapes, scale: density(x, *shapes) / scale)
        for plain, log in (("cdf", "logcdf"), ("sf", "logsf")):
            if plain in others and log not in others:
                others[log] = functools.partial(lambda f, *args: _cotan.log(f(*args)), others[plain])
            if log in others and plain not in others:
                others[plain] = functools.partial(lambda f, *args: _cotan.exp(f(*args)), others[log])
        for kind, of in others.items():
            (self._quantile if kind in ("ppf", "isf") else self._probability)(kind, of)

    def _density(self, kind, of):
        def at(x, shapes, loc, scale):
            return _scaled(of((x - loc) / scale, shapes, scale), scale)

        self._define(kind, at, "x", ("loc", "scale"), self._text(kind))

    def _probability(self, kind, of):
        def at(x, shapes, loc, scale):
            return _scaled(of((x - loc) / scale, *shapes), scale)

        self._define(kind, at, "x", ("loc", "scale"), self._text(kind))

    def _quantile(self, kind, of):
        def at(q, shapes, loc, scale):
            outside = _cotan.logical_not((q >= 0) & (q <= 1))
            return _scaled(loc + scale * within(q, outside, lambda q: of(q, *shapes), _NAN, 0.5), scale)

        self._define(kind, at, "q", ("loc", "scale"), self._text(kind))


def _scaled(value, scale):
    return _cotan.where(scale > 0, value, _NAN).astype(scale.dtype)


@with_checked_calls("ct.stats.Discrete")
class Discrete(_Functions):
    """A distribution of whole numbers: its functions take k, its parameters, and `loc`, which it is moved by.

    Arguments are broadcast and may be traced; integers are taken as float32. The probability of what is no whole number is
    0. Where a parameter is out of range, the result is NaN. All functions have derivatives with respect to the parameters.

    >>> import cotan as ct
    >>> ct.stats.poisson.pmf(ct.arange(3), 1.0).round(3)
    Tensor([0.368, 0.368, 0.184], dtype=float32)
    """

    _first = "k"
    pmf: Callable[..., Tensor]
    logpmf: Callable[..., Tensor]
    cdf: Callable[..., Tensor]
    ppf: Callable[..., Tensor]
    entropy: Callable[..., Tensor]

    def __init__(self, name: str, doc: str, shapes: Sequence[str], *, logpmf: Callable[..., Any], least: int = 0,
                 most: Callable[..., Any] | None = None, valid: Callable[..., Any] | None = None, **others: Callable[..., Any]):
        """`logpmf` is a function of whole numbers from `least` on, to `most` of the parameters, and of the parameters."""
        super().__init__(name, doc, shapes, valid)

        def at(k, shapes, loc):
            k = k - loc
            outside = _cotan.logical_or(k < least, abs(k - _cotan.floor(k)) > 0)
            if most is not None:
                outside = _cotan.logical_or(outside, k > most(*shapes))
            return within(k, outside, lambda k: logpmf(k, *shapes), -_INF, float(least))

        self._define("logpmf", at, "k", ("loc",), self._text("logpmf"))
        self._define("pmf", lambda *args: _cotan.exp(at(*args)), "k", ("loc",), self._text("pmf"))
        if "entropy" in others:
            entropy = others.pop("entropy")
            self._define("entropy", lambda shapes, loc: entropy(*shapes) + 0.0 * loc, None, ("loc",), self._text("entropy"))
        for kind, of in others.items():
            self._define(kind, functools.partial(self._moved, kind, of), "q" if kind == "ppf" else "k", ("loc",), self._text(kind))

    @staticmethod
    def _moved(kind, of, k, shapes, loc):
        if kind != "ppf":
            return _cotan.where(_cotan.isnan(k), k, of(k - loc, *shapes))
        return loc + within(k, _cotan.logical_not((k >= 0) & (k <= 1)), lambda q: of(q, *shapes), _NAN, 0.5)
