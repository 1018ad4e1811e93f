"""Python's own functions in compiled functions: what they give outside, or an error that says where."""

import pathlib
import tempfile
import unittest

from meaning import Outcome, load

import cotan as ct

HEADER = '''import builtins, functools, itertools, math, operator
import cotan as ct


def largest(*xs):
    return "mine"


def less(x):
    return -x if x > 0.5 else x


def halved(x):
    print("halving", x)
    return x / 2


def f(a, b, n, v):
    max_, table = max, {"low": min}
'''
# a and b are numbers, n is whole, v has three elements, w seventy, that is more than are unrolled.
COMPILED = '''max(v), min(v)
max(w), min(w), sum(w), any(w > 2), all(w > -2), any(w), all(w)
max(a, b), min(a, b), max(a, b, 0.25), min(b, a, -0.5), max([a, b]), min((a, b, v[0]))
max(v, key=less), min(v, key=lambda x: -x), max(a, b, key=abs), max([a], default=b), max([], default=a)
max_(a, b), table["low"](v), builtins.max(v), largest(v), functools.reduce(max, v), list(map(max, v, v[::-1])), functools.reduce(lambda x, y: x if x > y else y, v)
max(n, 2), min(n, 2), max(1, 2), min([3, 4]), max("ab"), min(v.shape), max([(1, a), (0, b)], key=lambda p: p[0])[1]
sum(v), sum(v, a), sum([a, b, 1]), sum(x * x for x in v), sum([v, v]), sum(v, start=2.0), sum([]), sum((1, 2))
any(x > 1 for x in v), all(x > -2 for x in v), any([a > 0, False]), all([a > 0, True]), any([]), all([]), any(v), all([n, a]), any([1, a]), all((0, a))
abs(a), abs(n), len(v), len([a, b]), pow(a, 2), pow(n, 2), round(2.5), divmod(7, 2)
int(a * 3), int(-1.5 * b), int(n) + 1, int(a) * 2.5, int(a > 0), int(v[1:2]), a in [a, b]
float(n) / 3, float(a) / 3, float(a) * v, float(n) * v, float(a) + 0.1, float("1.5") * a, float(v[:1])
bool(a), bool(n), bool(a - a), not a, not n, bool(v[:1]), not not a
isinstance(a, ct.Tensor), isinstance(a, float), isinstance([a], list), type(a) is ct.Tensor, callable(a), hasattr(a, "shape"), getattr(a, "ndim")
list(v), tuple(v), list(reversed(v)), [*v], list(enumerate(v)), list(zip(v, [1, 2, 3])), dict(x=a, y=b), dict([("x", a)]), list(map(less, v)), [x for x in iter(v)]
next(iter(v)), list(itertools.accumulate(v)), list(itertools.chain(v, [a])), list(itertools.islice(v, 2)), list(filter(None, [1, 0, 2]))
list(range(3)), sum(range(4)) * a, list(range(2, 8, 3)), len(range(5)), operator.add(a, b), operator.mul(a, n), operator.lt(a, b)
slice(1, 2).start * a, v[slice(0, 2)], sorted([3, 1, 2])[0] * a, sorted(["b", "a"])[0] == "a", frozenset([1, 2]) == {1, 2}, math.sqrt(4.0) * a, hash("x") == hash("x")
str(1.5) == "1.5", repr([1, 2]) == "[1, 2]", format(1.5, ".2f"), "{:>4}".format(3), "%d" % 3, "-".join(["a", "b"]), chr(97), ord("a") * a, bin(5)
[x if x > 0 else -x for x in v], {k: max(a, k) for k in (0.0, 0.5)}, setattr(less, "k", 1), max(*v), max(*[a, b], key=less), min(a, 0.0)'''
# One mistake in each line.
REFUSED = '''max(ct.stack([v, v]))
max(a, v)
min(v, v)
max(a, n > 1)
max([(a, 1), (b, 0)])
sorted(v)
sorted([a, b], key=less)
list(filter(less, v))
int(v)
float(v)
bool(v)
complex(a)
math.sin(a)
math.floor(a)
[1, 2, 3][n]
list(range(n))
len(range(n))
sum(range(n))
enumerate(range(n))
reversed(range(n))
list(zip(range(n), v))
any(v[None])
all([v])
any(halved(x) > 0 for x in v)
sum(x for x in v if x > 0)
1 in v
repr(a)
repr([a])
str([a])
ascii(a)
operator.not_(a)
operator.truth(a)
vars()
dir()
eval("a")
exec("a")
print([a])
print(a, end="")
print({"k": a})
a and v
chr(n)
hex(n)
v[:n]'''


def program(expressions):
    return HEADER + f"    w = ct.concatenate([v * k for k in range(24)])[:70]\n    return {expressions}\n"


class Builtins(unittest.TestCase):
    ARGUMENTS = [(0.75, -1.25, 2, [0.5, -1.0, 2.0]), (0.0, 0.0, 0, [0.0, 0.0, 1.0]), (-3.5, 1e9, -7, [float("nan"), 1.0, 0.5])]

    def test_what_is_compiled_is_what_python_says(self):
        with tempfile.TemporaryDirectory() as folder:
            for line in COMPILED.splitlines():
                module = load(pathlib.Path(folder), program(f"({line},)"))
                compiled = ct.jit(module.f)
                for arguments in self.ARGUMENTS:
                    given = [ct.array(x) for x in arguments]
                    found, expected = Outcome(compiled, given), Outcome(module.f, given)
                    with self.subTest(line=line, arguments=arguments):
                        self.assertIsNone(expected.error)
                        self.assertTrue(found.same(expected), f"compiled: {found}\neager: {expected}")

    def test_what_is_not_is_refused_with_its_line(self):
        with tempfile.TemporaryDirectory() as folder:
            for line in REFUSED.splitlines():
                module = load(pathlib.Path(folder), program(line))
                with self.subTest(line=line):
                    found = Outcome(ct.jit(module.f), [ct.array(x) for x in self.ARGUMENTS[0]])
                    self.assertTrue(found.is_refusal(module.__name__ + ".py"), repr(found))

    def test_an_integer_that_is_too_large_ends_the_program(self):
        for x in (1e30, -1e30, float("nan"), float("inf")):
            with self.assertRaisesRegex(ct.Error, r"int\(\) of .*, which is no 64-bit integer"):
                ct.jit(lambda x: int(x))(x)

    def test_derivatives_of_choices_are_those_of_what_is_chosen(self):
        v = ct.array([0.5, -1.0, 2.0])
        self.assertEqual(ct.jit(ct.grad(lambda v: max(v) * min(v)))(v).tolist(), [0.0, 2.0, -1.0])
        self.assertEqual(ct.jit(ct.grad(lambda x: float(x) * 3.0))(2.0).item(), 3.0)


if __name__ == "__main__":
    unittest.main()
