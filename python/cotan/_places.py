"""Which arguments, axes and names a user chooses: argnums, static_argnums, in_axes, dynamic_axes."""

import operator

from . import _cotan
from ._core import here
from ._late import late, np
from ._signatures import found


def is_integer(x):
    """Python's and NumPy's integers; truth values are none here."""
    if isinstance(x, (bool, _cotan.Tensor)) or not hasattr(type(x), "__index__"):
        return False
    try:
        operator.index(x)
    except TypeError:  # an array of several
        return False
    return True


def is_flag(x):
    """Python's and NumPy's truth values."""
    return isinstance(x, bool) or isinstance(x, np.bool_)  # of what is Python's, NumPy is not asked


def integers(name, what, given):
    """An integer or several, as a tuple of Python's."""
    if is_integer(given):
        return (operator.index(given),)
    if isinstance(given, (str, bytes, dict, _cotan.Tensor)) or not hasattr(type(given), "__iter__") or (
            getattr(given, "ndim", 1) == 0):
        raise _cotan.TypeError(f"{here()}{name}: '{what}' must be an integer or a tuple of integers, but is "
                               f"{found(given)}")
    for one in given:
        if not is_integer(one):
            raise _cotan.TypeError(f"{here()}{name}: '{what}' must be an integer or a tuple of integers, but has "
                                   f"{found(one)}")
    return tuple(map(operator.index, given))


def among(name, what, numbers, count, things):
    """Numbers below `count`, without negative ones, which count from the end."""
    for number in numbers:
        if not -count <= number < count:
            raise _cotan.ValueError(f"{here()}{name}: {what} has {number}, but there {things}")
    places = [number % count for number in numbers]
    for i, place in enumerate(places):
        if place in places[:i]:
            raise _cotan.ValueError(f"{here()}{name}: {what} has {place} twice: {numbers}")
    return places


def argnums(name, given, args):
    """The places of the arguments that `argnums` chooses, and whether it is one."""
    numbers = integers(name, "argnums", given)
    if not numbers:
        raise _cotan.ValueError(f"{here()}{name}: argnums is empty; choose an argument, as argnums=0")
    count = len(args)
    is_are = "is 1 argument" if count == 1 else f"are {count} arguments"
    places = among(name, "argnums", numbers, count, f"{is_are} by position; pass what is differentiated by position")
    return places, is_integer(given)


class Parameters:
    """The parameters of a function: which stand at a place, and which names it takes."""

    def __init__(self, signature):
        self.places, self.names, self.takes_any_place, self.takes_any_name = [], set(), True, True
        if signature is None:
            return
        every = signature.parameters.values()
        self.places = [p.name for p in every if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
        self.names = set(self.places) | {p.name for p in every if p.kind is p.KEYWORD_ONLY}
        self.takes_any_place = any(p.kind is p.VAR_POSITIONAL for p in every)
        self.takes_any_name = any(p.kind is p.VAR_KEYWORD for p in every)

    def check_name(self, name, what, given, function):
        if not isinstance(given, str):
            raise _cotan.TypeError(f"{here()}{name}: '{what}' must have names of parameters, but has {found(given)}")
        if given in self.names or self.takes_any_name:
            return
        close = late("difflib").get_close_matches(given, self.names, 1, 0.5)
        raise _cotan.ValueError(f"{here()}{name}: {what} names '{given}', but the parameters of {function} are "
                                f"{', '.join(sorted(self.names)) or 'none'}" + (f"; is it '{close[0]}'?" if close else ""))


def chosen(kind, function, parameters, numbers, names):
    """The places and the names of the arguments that `static_argnums` and `static_argnames` choose, however they are
    given; `kind` is what stands for "static"."""
    argnums, argnames = f"{kind}_argnums", f"{kind}_argnames"
    numbers = () if numbers is None else integers("jit", argnums, numbers)
    names = (names,) if isinstance(names, str) else () if names is None else names
    if not hasattr(type(names), "__iter__"):
        raise _cotan.TypeError(f"{here()}ct.jit: '{argnames}' must be a name or a tuple of names, but is "
                               f"{found(names)}")
    names = tuple(names)
    for name in names:
        parameters.check_name("jit", argnames, name, function)
    if parameters.takes_any_place:
        if any(number < 0 for number in numbers):
            raise _cotan.ValueError(f"{here()}ct.jit: {argnums} has {min(numbers)}, but {function} takes any number of "
                                    "arguments; count from the first")
        places = set(numbers)
    else:
        count = len(parameters.places)
        places = set(among("jit", argnums, numbers, count,
                           f"are {count} parameters by position in {function}({', '.join(parameters.places)})"))
    known = parameters.places
    return (places | {known.index(n) for n in names if n in known},
            set(names) | {known[i] for i in places if i < len(known)})


def named(name, what, given, parameters, function):
    """The places of the parameters that have these names."""
    if not isinstance(given, str) and not hasattr(type(given), "__iter__"):
        raise _cotan.TypeError(f"{here()}{name}: '{what}' must be a name or a tuple of names, but is {found(given)}")
    names = (given,) if isinstance(given, str) else tuple(given)
    if not names:
        return ()
    for one in names:
        parameters.check_name(name, what, one, function)
        if one not in parameters.places:
            raise _cotan.ValueError(f"{here()}{name}: {what} names '{one}', which is given by name alone")
    return tuple(parameters.places.index(one) for one in names)
