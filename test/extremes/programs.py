"""Programs whose results are one op each, and what they should be."""

import float_meanings
import integer_meanings
import numpy as np
import points

# How far off floats may be, in units of the last place.
ULPS = 2
LOOSE = {"prim.gamma": 16, "prim.bessel_i": 8, "prim.bessel_ie": 8, "prim.expi": 16, "prim.expn": 16, "prim.erfcx": 4, "prim.digamma": 16, "prim.polygamma": 16, "prim.erfinv": 16, "prim.lgamma": 4, "prim.igamma": 1024, "prim.igammac": 1024, "prim.betainc": 1 << 14, "prim.fma": 0.501, "prim.nextafter": 0}
WITH_ROOTS = ("prim.digamma", "prim.lgamma")  # beside which SciPy is as exact as numbers about 1 are
OF_SEVERAL_STEPS = 8  # the formulas of composite ops round at each


class Program:
    """A function of some arguments of an element type."""

    def __init__(self, dtype, arguments):
        self.dtype, self.arguments = dtype, arguments
        self.lines, self.results, self.ops, self.names = [], [], [], []
        stored = dtype.stored_name
        for name, values in arguments.items():
            count = len(values)
            self.names.append(f'%{name}: tensor<{count}x{stored}> {{cotan.name = "{name}"}}')
            self.lines.append(f"%{name}_ = prim.cast %{name} : tensor<{count}x{stored}> -> tensor<{count}x{dtype.name}>")

    def add(self, op, operands, meaning):
        names = ", ".join(f"%{name}_" for name in operands)
        attributes = float_meanings.ATTRIBUTES.get(op, "")
        count = len(self.arguments[operands[0]])
        expected = meaning(*(self.arguments[name].astype(self.dtype.wide) for name in operands))
        result = None if expected.dtype == np.bool_ else self.dtype
        self._append(f"{op} {names}{attributes} : tensor<{count}x{self.dtype.name}>", op, operands, expected, result)

    def add_cast(self, operand, dtype, expected):
        count = len(self.arguments[operand])
        text = f"prim.cast %{operand}_ : tensor<{count}x{self.dtype.name}> -> tensor<{count}x{dtype.name}>"
        self._append(text, f"cast to {dtype.name}", [operand], expected, dtype)

    def _append(self, text, op, operands, expected, result):
        index, count = len(self.ops), len(expected)
        name, stored = ("i1", "i1") if result is None else (result.name, result.stored_name)
        self.lines.append(f"%r{index} = {text}")
        self.lines.append(f"%y{index} = prim.cast %r{index} : tensor<{count}x{name}> -> tensor<{count}x{stored}>")
        self.results.append(f"tensor<{count}x{stored}>")
        self.ops.append((op, operands, expected, result))

    def text(self):
        results = ", ".join(self.results)
        values = ", ".join(f"%y{i}" for i in range(len(self.ops)))
        body = "\n  ".join(self.lines + [f"return {values} : {results}"])
        return f"func.func @main({', '.join(self.names)}) -> ({results}) {{\n  {body}\n}}\n"

    def differences(self, outputs):
        """What is wrong, one text for each op."""
        for i, (op, operands, expected, result) in enumerate(self.ops):
            found = outputs[f"result{i}"]
            wrong = found != expected if result is None else self.wrong(op, operands, found, expected, result)
            if wrong.any():
                at = np.argwhere(wrong)[0][0]
                of = ", ".join(repr(self.arguments[name][at]) for name in operands)
                yield f"{op}({of}) is {found[at]!r}, expected {expected[at]!r} ({wrong.sum()} of {wrong.size})"

    def wrong(self, op, operands, found, expected, result):
        nearest = result.rounded(expected)
        if isinstance(result, points.Integer):
            return found != nearest
        same = (found == nearest) & (np.signbit(found) == np.signbit(nearest)) | np.isnan(found) & np.isnan(nearest)
        if op.startswith("cast"):
            return ~same
        finite = np.isfinite(found) & np.isfinite(nearest) & (np.signbit(found) == np.signbit(nearest))
        distance = abs(np.where(finite, found, 0).astype(result.wide) - np.where(finite, expected, 0))
        return ~same & ~(finite & (distance <= self.allowed(op, operands, nearest)))

    def allowed(self, op, operands, nearest):
        unit = self.dtype.spacing(np.maximum(abs(nearest), 1) if op in WITH_ROOTS else nearest)
        if not op.startswith("composite."):
            return LOOSE.get(op, ULPS) * unit
        size = abs(np.nan_to_num(self.arguments[operands[0]].astype(self.dtype.wide), posinf=0, neginf=0))
        if op == "composite.gelu":  # the slope of erfc: a rounding error of x counts that often
            unit = unit * (1 + size**2)
        if op == "composite.quick_gelu":
            unit = unit * (1 + size)
        return OF_SEVERAL_STEPS * unit + size * self.dtype.least  # of a factor below the normal numbers


def _in_range(x, dtype):
    """Towards zero, to the nearest integer that there is; NaN is 0."""
    limits = np.longdouble(dtype.first), np.longdouble(dtype.last)
    return [int(value) for value in np.clip(np.trunc(np.nan_to_num(x.astype(np.longdouble), nan=0)), *limits)]


def of_floats(dtype):
    a, b = points.binary_points(dtype)
    opposite = dtype.rounded(-a.astype(dtype.wide) * b.astype(dtype.wide))
    c = np.where(np.arange(len(a)) % 2, opposite, np.roll(a, 7)).astype(a.dtype)
    program = Program(dtype, {"x": points.unary_points(dtype), "a": a, "b": b, "c": c})
    for op, meaning in float_meanings.UNARY.items():
        program.add(op, ["x"], meaning)
    for op, meaning in float_meanings.BINARY.items():
        program.add(op, ["a", "b"], meaning)
    for op, meaning in float_meanings.TERNARY.items():
        program.add(op, ["a", "b", "c"], meaning)
    for op, meaning in float_meanings.OF_TYPES.items():
        program.add(op, ["a", "b"], meaning(dtype))
    x = program.arguments["x"]
    for to in points.INTEGERS:
        program.add_cast("x", to, np.array(_in_range(x, to), object))
    for to in points.FLOATS:
        program.add_cast("x", to, x)
    return program


def of_integers(dtype):
    a, b = points.integer_pairs(dtype)
    program = Program(dtype, {"x": points.integer_points(dtype), "a": a, "b": b, "c": np.roll(a, 7)})

    def each(function, result):
        return lambda *xs: np.array([function(*map(int, numbers)) for numbers in zip(*xs)], result)

    for op, meaning in integer_meanings.UNARY.items():
        program.add(op, ["x"], each(meaning, object))
    for op, meaning in integer_meanings.BINARY.items():
        program.add(op, ["a", "b"], each(meaning, object))
    for op, meaning in integer_meanings.TERNARY.items():
        program.add(op, ["a", "b", "c"], each(meaning, object))
    for op, meaning in integer_meanings.SHIFTS.items():
        program.add(op, ["a", "b"], each(lambda x, y, f=meaning: f(x, y, dtype.bits), object))
    for op, meaning in integer_meanings.COMPARISONS.items():
        program.add(op, ["a", "b"], each(meaning, bool))
    x = program.arguments["x"]
    for to in points.INTEGERS + points.FLOATS:
        program.add_cast("x", to, x.astype(object) if to in points.INTEGERS else x.astype(np.longdouble))
    return program


def all_programs():
    return [of_floats(dtype) for dtype in points.FLOATS] + [of_integers(dtype) for dtype in points.INTEGERS]
