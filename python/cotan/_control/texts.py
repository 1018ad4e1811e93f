"""Texts with values in them that are known when the program runs: printed, and said by assertions."""

import re
import string

from .. import _core, _cotan, _nest

_NUMBERS = re.compile(r"%(?:\((\w+)\))?([-+ 0]*)(\d*)(\.\d+)?([sdfFeEgG%])")


def holds_traced(found):
    """Whether it is a tensor without a value, a text of such, or a nest of them."""
    if isinstance(found, (str, int, float, complex, type(None))):
        return False
    if isinstance(found, (set, frozenset)):
        return any(map(holds_traced, found))
    return any(_core.is_traced(leaf) or isinstance(leaf, Text) for leaf in _nest.flatten(found)[0])


class Text:
    """Pieces of text, and pairs of a tensor and how it is written: as "{}" or "{:.3f}"."""

    def __init__(self, pieces):
        self._pieces = list(pieces)

    def __add__(self, other):
        return joined("", [self, other]) if isinstance(other, (str, Text)) else NotImplemented

    def __radd__(self, other):
        return joined("", [other, self]) if isinstance(other, str) else NotImplemented

    def _refuse(self, *_):
        raise _cotan.TypeError(f"{_core.here()}a text of values that are known when the program runs can be printed, said by "
                               "an assertion and joined to others, and nothing else")

    __str__ = __format__ = __eq__ = __ne__ = __lt__ = __hash__ = __len__ = __iter__ = __contains__ = _refuse
    __getitem__ = __mul__ = __rmul__ = __mod__ = __bool__ = _refuse

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self._refuse()


def template(text):
    """"step {}: {:.3f}", and the tensors in it."""
    pieces = text._pieces if isinstance(text, Text) else [text]
    texts = [_literal(piece) if isinstance(piece, str) else piece[1] for piece in pieces]
    return "".join(texts), [piece[0] for piece in pieces if not isinstance(piece, str)]


def _literal(text):
    return text.replace("{", "{{").replace("}", "}}")


def joined(between, parts):
    """str.join of texts of both kinds."""
    pieces = []
    for i, part in enumerate(parts):
        pieces += [between] * (i > 0)
        pieces += part._pieces if isinstance(part, Text) else [part]
    return Text(pieces) if any(isinstance(part, Text) for part in parts) else between.join(parts)


def _refuse(found, what):
    raise _cotan.TypeError(f"{_core.here()}{found} cannot be {what}: it has no value while the function is compiled; "
                           "print(x), f'{x}' and formats of numbers such as f'{x:.3f}' show it when the function runs")


def text_of(found):
    """str() of it."""
    if isinstance(found, Text):
        return found
    if _core.is_traced(found):
        return Text([(found, "{}")])
    if holds_traced(found):
        _refuse(f"a {type(found).__name__} of traced tensors", "written")
    return str(found)


def formatted(found, conversion="", how=""):
    """f"{found!conversion:how}"."""
    if isinstance(found, Text) and not how and conversion in ("", "s"):
        return found
    if not holds_traced(found) and not isinstance(how, Text):
        found = {"": lambda x: x, "s": str, "r": repr, "a": ascii}[conversion](found)
        return format(found, how)
    if not _core.is_traced(found) or conversion in ("r", "a") or (conversion and how) or isinstance(how, Text):
        _refuse(f"a traced {_core.describe(found)}" if _core.is_traced(found) else "a nest of traced tensors", "formatted so")
    if not how and (conversion or found.ndim):
        return text_of(found)
    if found.ndim or not _cotan._is_number_format(how, found):
        _refuse(f"a traced {_core.describe(found)}", f"formatted as {how!r}")
    return Text([(found, f"{{:{how}}}")])


def fstring(*pieces):
    return joined("", [piece if isinstance(piece, str) else formatted(*piece) for piece in pieces])


class _Formatter(string.Formatter):
    """str.format: each field as in an f-string."""

    def format_field(self, value, how):
        return formatted(value, "", how)

    def convert_field(self, value, conversion):
        return formatted(value, conversion) if conversion else value

    def pieces(self, text, args, keywords):
        number = 0
        for literal, field, how, conversion in self.parse(text):
            yield literal
            if field is None:
                continue
            if field == "" or field[0] in ".[":
                field, number = f"{number}{field}", number + 1
            value = self.get_field(field, args, keywords)[0]
            yield formatted(value, conversion or "", self.vformat(how, args, keywords))


def format_method(text):
    """str.format of this text."""
    def method(*args, **keywords):
        if not holds_traced((args, keywords)):
            return text.format(*args, **keywords)
        return joined("", list(_Formatter().pieces(text, args, keywords)))

    return method


def join_method(text):
    """str.join of this text."""
    return lambda parts: joined(text, list(parts))


def mod(left, right):
    """left % right, which writes the right into a text on the left."""
    if not isinstance(left, str) or not holds_traced(right):
        return left % right
    values = iter(right if isinstance(right, tuple) else (right,))
    pieces, end = [], 0
    for place in _NUMBERS.finditer(left):
        key, flags, width, precision, kind = place.groups()
        pieces.append(left[end:place.start()])
        end = place.end()
        if kind == "%":
            pieces.append("%")
            continue
        value = right[key] if key else next(values)
        if not holds_traced(value):
            pieces.append(place[0].replace(f"({key})", "") % (value,))
            continue
        if kind == "s" or (kind == "d" and value.dtype.kind == "f"):
            if kind == "d" or flags or width or precision:
                _refuse(f"a traced {_core.describe(value)}", f"formatted as {place[0]!r}")
            pieces.append(text_of(value))
            continue
        align = "<" if "-" in flags else ""
        sign = "+" if "+" in flags else " " if " " in flags else ""
        zero = "0" if "0" in flags and not align else ""
        pieces.append(formatted(value, "", f"{align}{sign}{zero}{width}{precision or ''}{kind}"))
    if "%" in left[end:] or any(isinstance(p, str) and "%" in p for p in pieces[0::2] if p != "%"):
        _refuse("a traced tensor", f"formatted by {left!r}")
    return joined("", [*pieces, left[end:]])
