"""Python's own functions, of values that are not known yet: what they mean in Python."""

import builtins
import functools
import operator

from .. import _core, _cotan
from . import effects, texts
from .conditions import And, Or, truth
from .iteration import LONGEST_UNROLLED, Range
from .variables import is_dynamic, kind_of

_NOTHING = object()


def _of_traced(function):
    """Decorates what stands for `function` where its one argument has no value yet."""
    def decorate(traced):
        @functools.wraps(function)
        def choose(*args, **keywords):
            if len(args) == 1 and not keywords and _core.is_traced(args[0]):
                return traced(args[0])
            return function(*args, **keywords)

        return choose

    return decorate


def _one_number(x, name):
    if any(size != 1 for size in x._sizes):
        raise _cotan.TypeError(f"{_core.here()}{name}() of {_core.describe(x)}, which is not one number; choose an element, or "
                               "convert all with x.astype")
    return x.reshape(()) if x.ndim else x


@_of_traced(int)
def _int(x):
    x = _one_number(x, "int")
    if x.dtype.kind in "fu":
        fits = x < 2.0**63 if x.dtype.kind == "u" else (x > -(2.0**63)) & (x < 2.0**63)
        effects.act()
        said = texts.fstring("int() of ", (x, "s", ""), ", which is no 64-bit integer")
        _cotan._assert(fits, *texts.template(said), "")
    return _cotan._weak(x.astype("int64"))


@_of_traced(float)
def _float(x):
    return _cotan._weak(_one_number(x, "float").astype("float64"))


@_of_traced(bool)
def _bool(x):
    return truth(x)


def _range(*args):
    if not any(isinstance(a, _core.Tensor) for a in args):
        return range(*args)
    if len(args) == 1:
        return Range(0, args[0])
    return Range(*args)


def _items(iterable):
    """What it has, as a list; the rows of a tensor."""
    if not _core.is_traced(iterable):
        return list(iterable)
    if iterable.ndim == 0:
        raise _cotan.TypeError(f"{_core.here()}a tensor of shape () cannot be iterated over; it is one number")
    return [iterable[i] for i in range(len(iterable))]


def _is_long(x):
    return _core.is_traced(x) and x.ndim == 1 and x._sizes[0] not in range(LONGEST_UNROLLED + 1)


def _folded(x, start, step):
    """step(...step(start, x[0])..., x[n - 1]) by a loop of the program."""
    return _core.for_loop(0, x.shape[0], 1, lambda i, total: [step(total, x[i])], [start])[0]


def _better(is_better, item, best):
    """Whichever of two is better, the first of equals."""
    better = is_better(item[0], best[0])
    if not _core.is_traced(better):
        return item if better else best
    return tuple(_chosen(truth(better), x, y) for x, y in zip(item, best))


def _chosen(test, x, y):
    if x is y:
        return x
    if not (is_dynamic(x) and is_dynamic(y) and _core.can_join(x, y)):
        raise _cotan.TypeError(f"{_core.here()}max() and min() at run time choose among values of one type and shape, but found "
                               f"{kind_of(y)} and {kind_of(x)}; convert them to one")
    return _core.where(test, x, y)


def _extreme(function, is_better):
    @functools.wraps(function)
    def choose(*args, key=None, default=_NOTHING):
        from .calls import call

        rest = {} if default is _NOTHING else {"default": default}
        if not args:
            return function()
        given = args[0] if len(args) == 1 else args
        if key is None and _is_long(given):
            return _folded(given, given[0], lambda best, x: _better(is_better, (x, x), (best, best))[0])
        items = _items(given)
        keyed = call(key) if key is not None else lambda x: x
        pairs = [(keyed(x), x) for x in items]
        if len(args) > 1 and rest or not pairs or not any(texts.holds_traced(k) for k, _ in pairs):
            keys = iter([k for k, _ in pairs])
            return function(items, key=None if key is None else lambda _: next(keys), **rest)
        best = pairs[0]
        for pair in pairs[1:]:
            best = _better(is_better, pair, best)
        return best[1]

    return choose


def _sum(iterable, /, start=0):
    if _is_long(iterable):
        return _folded(iterable, start + 0 * iterable[0], operator.add)
    return sum(iterable, start)


def _quantifier(function, kind, whole):
    @functools.wraps(function)
    def ask(iterable, /):
        if _is_long(iterable):
            return whole(iterable != 0)
        found = function(())
        iterator, end = iter(_items(iterable) if _core.is_traced(iterable) else iterable), object()
        while True:
            traced = _core.is_traced(found)
            item = effects.ahead(lambda: next(iterator, end)) if traced else [next(iterator, end)]
            if item is None:
                raise _cotan.TypeError(f"{_core.here()}{function.__name__}() stops at a value that is known at run time only, so what "
                                       "it goes over must not print, assert or loop; write a 'for'")
            if item[0] is end:
                return found
            new = truth(item[0]) if _core.is_traced(item[0]) else bool(item[0])
            if not _core.is_traced(new) and new != function(()):
                return new
            if _core.is_traced(new):
                found = kind.combine(found, new) if traced else new

    return ask


def _print(*values, sep=" ", end="\n", file=None, flush=False):
    """print(); of a compiled function, when it runs."""
    if not _core.is_tracing():
        return print(*values, sep=sep, end=end, file=file, flush=flush)
    for name, given in (("end", end not in ("\n", None)), ("file", file is not None)):
        if given:
            raise _cotan.TypeError(f"{_core.here()}print in a compiled function takes no {name}: it prints lines; leave it out")
    effects.act()
    line = texts.joined(" " if sep is None else sep, list(map(texts.text_of, values)))
    _cotan._print(*texts.template(line))
    return None


def _str(*args, **keywords):
    return texts.text_of(args[0]) if len(args) == 1 and not keywords else str(*args, **keywords)


def _repr(function, conversion):
    return lambda x: texts.formatted(x, conversion) if texts.holds_traced(x) else function(x)


BUILTINS = {
    builtins.print: _print,
    builtins.range: _range,
    builtins.int: _int,
    builtins.float: _float,
    builtins.bool: _bool,
    builtins.min: _extreme(min, operator.lt),
    builtins.max: _extreme(max, operator.gt),
    builtins.sum: _sum,
    builtins.any: _quantifier(any, Or, _cotan.any),
    builtins.all: _quantifier(all, And, _cotan.all),
    builtins.str: _str,
    builtins.repr: _repr(repr, "r"),
    builtins.ascii: _repr(ascii, "a"),
    builtins.format: lambda x, how="": texts.formatted(x, "", how),
}
