"""Texts with values in compiled functions: what is printed when they run is what Python prints."""

import pathlib
import random
import tempfile
import unittest

import numpy as np
from meaning import Outcome, load

import cotan as ct

VALUES = [0.0, -0.0, 1.0, -1.5, 0.1, 1e-5, 1.5e-7, 123456.789, 1e5, 1e15, 1e16, 123456789012345680.0, 1e22, 2.5e-310, 0.5, 99.995, 1e300,
          float("inf"), float("-inf"), float("nan"), 7, -12, 0, 2**53 + 1, True, False]
FORMATS = ["", ".3f", "8.2f", "<9.1f", "^11.3e", "+.2f", " .1f", "010.3f", "*>12.4g", ".0f", "g", "G", ".10g", "e", "E", "%", ".1%", "5", "=+9.2F", "x<8",
           "f", ".15f", "d", "+d", "05d", ">6d", "^7", "_>3d"]
REFUSED = ["f'{x!r}'", "f'{n=}'", "f'{x:x}'", "f'{x:,}'", "f'{[x]}'", "f'{v:.3f}'", "f'{x!s:>9}'", "f'{x:{n}.2f}'", "'%r' % x", "'%5s' % x", "'%x' % n", "'{!r}'.format(x)",
           "'{:b}'.format(n)", "str([x])", "repr(x)", "f'{x}'.upper()", "len(f'{x}')", "f'{x}' * 2", "f'{x}' == 'a'", "hash(f'{x}')"]
LINES = '''f"x = {x}, n is {n}", f"{{{x}}}", f"{x:.3f}|{n:>5}|{'static':>8}|{1.5:.2f}"
"x = %s and %.2f or %5d%%" % (x, x, n), "%(k)s" % {"k": x}, "%-8.1f|" % x, "%+d" % n, "%05d" % n, "%e %g" % (x, x)
"{} {:.2f} {k}".format(x, x, k=n), "{0} {1} {0}".format(x, "s"), "{0[0]} {1.one}".format([x], Pair(x)), "{:>{width}}".format(n, width=6)
str(x), str(n), str(1.5), "a" + f"{x}" + "b" + str(n), ", ".join([f"{x}", "y", str(n)]), format(x, ".2f"), format(n)
x, n, None, True, "text", 1.5, [1, 2], {"k": "{}"}
f"{f'{x:.1f}'}", f"{x!s}", "{}", "%d%%" % 5, f"{b!s} {b}", f"{x=:.2f} {n=!s}"'''
SOURCE = "class Pair:\n    def __init__(self, one):\n        self.one = one\n\n\ndef f(x, n, b, v):\n"


class Texts(unittest.TestCase):
    def same(self, source, arguments):
        with tempfile.TemporaryDirectory() as folder:
            module = load(pathlib.Path(folder), source)
            found, expected = Outcome(ct.jit(module.f), arguments), Outcome(module.f, arguments)
        self.assertIsNone(expected.error)
        self.assertTrue(found.same(expected), f"\ncompiled: {found}\neager:    {expected}")

    def test_numbers_are_formatted_as_python_does(self):
        for dtype in ("float64", "float32", "float16", "int64", "bool", "uint8"):
            given = [x for x in VALUES if fits(x, dtype)]
            lines = [f"    print(f'{i} {how} {{xs[{i}]:{how}}}|')" for i, x in enumerate(given) for how in FORMATS if allows(x, dtype, how)]
            with self.subTest(dtype=dtype):
                self.same("def f(xs):\n" + "\n".join(lines) + "\n", [[ct.asarray(np.asarray(x, dtype)) for x in given]])

    def test_random_numbers_print_alike(self):
        values = random.Random(0)
        for dtype in ("float64", "float32", "int64"):
            given = [values.choice([-1, 1]) * 10 ** values.uniform(-20, 18) for _ in range(60)]
            given = [ct.asarray(np.asarray(round(x, values.randint(0, 12)), dtype)) for x in given]
            lines = [f"    print(xs[{i}], f'{{xs[{i}]}} {{xs[{i}]:{values.choice(FORMATS[:16])}}}')" for i in range(len(given))]
            with self.subTest(dtype=dtype):
                self.same("def f(xs):\n" + "\n".join(lines) + "\n", [given])

    def test_texts_of_all_kinds_are_printed(self):
        for line in LINES.splitlines():
            for context in ("    print({}, sep='; ')\n", "    if x > 0:\n        print({}, sep='; ')\n", "    for k in range(n):\n        print({}, sep='; ')\n"):
                with self.subTest(line=line, context=context):
                    self.same(SOURCE + context.replace("{}", line, 1) + "    return x\n",
                              [ct.array(x) for x in (0.75, 2, True, [0.5, 1.0])])

    def test_assertions_say_the_values(self):
        def f(x, n):
            assert x < n, f"{x:.2f} is not below {n}"
            return x

        self.assertEqual(float(ct.jit(f)(0.5, 1)), 0.5)
        with self.assertRaisesRegex(ct.Error, "1.50 is not below 1"):
            ct.jit(f)(1.5, 1)

    def test_what_cannot_be_written_is_refused_with_its_line(self):
        with tempfile.TemporaryDirectory() as folder:
            for line in REFUSED:
                module = load(pathlib.Path(folder), SOURCE + f"    print({line})\n    return x\n")
                with self.subTest(line=line):
                    found = Outcome(ct.jit(module.f), [ct.array(x) for x in (0.75, 2, True, [0.5, 1.0])])
                    self.assertTrue(found.is_refusal(module.__name__ + ".py"), repr(found))


def fits(x, dtype):
    if dtype == "bool":
        return isinstance(x, bool)
    if np.dtype(dtype).kind in "iu":
        return isinstance(x, int) and 0 <= x < 100 or (isinstance(x, int) and dtype == "int64")
    return not isinstance(x, bool) and (dtype != "float16" or abs(x) < 6e4 or not np.isfinite(x))


def allows(x, dtype, how):
    """Whether Python has this format for it."""
    try:
        format(np.asarray(x, dtype).item(), how)
    except ValueError:
        return False
    return True


if __name__ == "__main__":
    unittest.main()
