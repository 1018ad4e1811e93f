#!/usr/bin/python3
"""ct.debug.breakpoint: where it stops, with which values, in every transformation; the debugger itself."""

import os
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

import cotan as ct
import numpy as np
from expected import Case


def newton(a):
    x = a
    for i in range(3):
        x = (x + a / x) / 2
        ct.debug.breakpoint(x=x, i=i)
    return x


def halved(x):
    while x > 1:
        x = x / 2
        ct.debug.breakpoint(when=x < 3, x=x)
    return x * x


def stops(call, *args):
    """The variables in each frame that it stops in."""
    found = []

    def hook():
        frame = sys._getframe(1)
        found.append((dict(frame.f_locals), frame.f_code.co_name, os.path.basename(frame.f_code.co_filename), frame.f_lineno))

    with mock.patch.object(sys, "breakpointhook", hook):
        call(*args)
    return found


class Breakpoint(Case):
    def test_knows_values_and_place(self):
        line = newton.__code__.co_firstlineno + 4
        for how in (newton, ct.jit(newton), ct.grad(newton)):
            found = stops(how, 2.0)
            self.assertEqual([place for _, *place in found], [["newton", "breakpoint_test.py", line]] * 3)
            self.assertEqual([int(values["i"]) for values, *_ in found], [0, 1, 2])
            np.testing.assert_allclose([values["x"] for values, *_ in found], [1.5, 17 / 12, 577 / 408], rtol=1e-6)

    def test_when(self):
        for when, count in ((True, 1), (False, 0), (np.bool_(True), 1), (np.bool_(False), 0), (ct.array(True), 1), (ct.array(0.0), 0)):
            for how in (lambda f: f, ct.jit):
                self.assertEqual(len(stops(how(lambda x, w=when: (ct.debug.breakpoint(x=x, when=w), x)[1]), 1.0)), count, when)

    def test_once_and_in_order(self):
        for how in (halved, ct.jit(halved), ct.grad(halved), ct.jit(ct.grad(halved)), ct.grad(ct.grad(halved)), ct.value_and_grad(halved),
                    ct.jit(lambda x: ct.jvp(halved, (x,), (x,))), ct.jit(ct.grad(ct.checkpoint(halved)))):
            self.assertEqual([float(values["x"]) for values, *_ in stops(how, 12.0)], [1.5, 0.75])
        lanes = stops(ct.vmap(halved), np.array([12.0, 4.0]))
        self.assertEqual(sorted(float(values["x"]) for values, *_ in lanes), [0.75, 1.0, 1.5, 2.0])

    def test_of_arrays_of_each_type(self):
        f = ct.jit(lambda x: (ct.debug.breakpoint(x=x, empty=x[:0]), x + x)[1])
        for dtype in ("float32", "float64", "complex64", "bool", "int8", "uint64", "float16"):
            x = np.array([[0, 1], [1, 0]], dtype)
            ((values, *_),) = stops(f, x)
            np.testing.assert_array_equal(values["x"], x)
            self.assertEqual((values["x"].dtype, values["empty"].shape), (x.dtype, (0, 2)))

    def test_changes_nothing(self):
        ((values, *_),) = stops(ct.jit(lambda x: (ct.debug.breakpoint(x=x), x * 2)[1]), ct.ones(3))
        self.assertFalse(values["x"].flags.writeable)
        with mock.patch.dict(os.environ, {"PYTHONBREAKPOINT": "0"}):
            self.check(ct.jit(newton)(2.0), np.float32(577 / 408))

    def test_in_the_debugger(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "stop.py")
            with open(path, "w") as file:
                file.write("import cotan as ct\n@ct.jit\ndef f(x):\n    ct.debug.breakpoint(y=x + 1)\n    return x\n"
                           "try:\n    for k in range(3):\n        f(float(k))\nexcept KeyboardInterrupt as left:\n    print('left', k, left)\n")
            run = subprocess.run([sys.executable, path], input="p float(y)\nc\np float(y)\nq\n", text=True, stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT, env=dict(os.environ, PYTHONPATH=os.pathsep.join(sys.path)), timeout=60)
        self.assertIn("stop.py(4)f()", run.stdout)
        self.assertIn("ct.debug.breakpoint(y=x + 1)", run.stdout)
        self.assertRegex(run.stdout, r"(?s)\(Pdb\) 1\.0.*\(Pdb\) 2\.0.*left 1 left at .*stop\.py:4\n$")

    def test_mistakes(self):
        for call in (lambda f: f, ct.jit):
            with self.refuses(ct.TypeError, "breakpoint_test.py", "ct.debug.breakpoint: 'x' must be a tensor or a number, but is .*list"):
                call(lambda x: ct.debug.breakpoint(x=[x]))(1.0)
            with self.refuses(ct.TypeError, "breakpoint_test.py", "'when' must be a truth value, but is .*str"):
                call(lambda x: ct.debug.breakpoint(when="x"))(1.0)
            with self.refuses(ct.TypeError, "breakpoint_test.py", "'a b' is no name that a variable can have"):
                call(lambda x: ct.debug.breakpoint(**{"a b": x}))(1.0)


if __name__ == "__main__":
    unittest.main()
