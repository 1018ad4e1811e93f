#!/usr/bin/python3
"""f.explain(): which programs there are, why each was made, and what may not be meant."""

import os
import threading
import unittest

import cotan as ct
import numpy as np
from expected import Case


def causes(f):
    return [program.cause for program in f.explain().programs]


class Explanations(Case):
    def test_name_what_differs(self):
        @ct.jit
        def f(x, n=2, *, name="a"):
            return x * n

        self.assertEqual(repr(f.explain()), "f: no programs yet")
        for _ in range(3):
            f(ct.ones(3))
        f(ct.ones(4))
        f(ct.ones(4), 2.5)
        f(ct.ones(4), 2.5, name="b")
        f({"a": ct.ones(4)}["a"], ct.array([1] * 4))
        self.assertEqual(causes(f), [
            "the first call", "x was float32[3] in program 1", "n was not given in program 2", "name was not given in program 3",
            "n was not given in program 2"])
        self.assertEqual([program.signature for program in f.explain().programs][1:4], [
            "(x: float32[4])", "(x: float32[4], n: float32[] weak)", "(x: float32[4], n: float32[] weak, name: 'b' (constant))"])
        text = repr(f.explain())
        self.assertRegex(text, r"^f: 5 programs\n1. \(x: float32\[3\]\)\n    the first call; traced in 0.\d+ s, ")

    def test_of_static_arguments_nests_and_what_is_read(self):
        f = ct.jit(lambda p, k: {"y": p["w"] * k}, static_argnums=1)
        f({"w": ct.ones(2)}, 3)
        f({"w": ct.ones(2)}, 4)
        f({"w": ct.ones(2, "int32")}, 4)
        self.assertEqual(causes(f)[1:], ["k was 3 (static) in program 1", "p was {'w': float32[2]} in program 2"])
        factor = 3
        g = ct.jit(lambda x: x * factor)
        g(1.0)
        factor = 4
        g(1.0)
        self.assertEqual(causes(g)[1:], ["what the function reads from outside is another"])

    def test_of_methods_and_threads(self):
        class Model:
            def __init__(self):
                self.w = ct.ones(2)

            @ct.jit
            def call(self, x):
                return self.w * x

        Model().call(ct.ones(2))
        threads = [threading.Thread(target=lambda n=n: Model().call(ct.ones((n, 2)))) for n in range(1, 4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(Model.call.explain().programs), 4)

    def test_tell_times(self):
        offset = np.random.default_rng().random()  # so that no code is on the disk
        f = ct.jit(lambda x: ct.sum(ct.sin(x) + offset))
        f.lower(ct.ones(1001))
        (program,) = f.explain().programs
        self.assertIsNone(program.compile_seconds)
        self.assertRegex(repr(f.explain()), "not compiled yet$")
        f(ct.ones(1001))
        (program,) = f.explain().programs
        self.assertGreater(program.compile_seconds, 0)
        self.assertFalse(program.was_found)
        again = ct.jit(lambda x: ct.sum(ct.sin(x) + offset))
        again(ct.ones(1001))
        has_cache = os.environ.get("COTAN_CACHE") != "off"
        self.assertEqual(again.explain().programs[0].was_found, has_cache)
        self.assertRegex(repr(again.explain()), rf"{'found in this process' if has_cache else 'compiled quickly'} in 0.\d+ s")
        self.assertEqual(again.explain().programs[0].found_in, "process" if has_cache else "")
        self.assertRegex(repr(f.explain()), r"compiled quickly in \d+.\d+ s \([\w ]+ \d.\d+ s, [\w ]+ \d.\d+ s, [\w ]+ \d.\d+ s\)$")
        self.assertIn("structure", [name for name, _ in program.steps])
        spent = sum(seconds for _, seconds in program.steps)  # what is between steps is little
        self.assertLess(0.5 * program.compile_seconds, spent)
        self.assertLessEqual(spent, program.compile_seconds)

    def test_code_is_optimized_where_it_is_worth_it(self):
        offset = np.random.default_rng().random()  # so that no code is on the disk

        def is_quick(f):
            return f.explain().programs[0].is_quick

        f = ct.jit(lambda x: ct.sum(ct.sin(x) + offset))
        expected = f(ct.ones(3))
        self.assertTrue(is_quick(f))
        self.assertRegex(repr(f.explain()), "compiled quickly in")
        calls = 1
        while is_quick(f):
            self.assertEqual(f(ct.ones(3)), expected)
            calls += 1
        self.assertGreater(calls, 10)
        self.assertEqual(f(ct.ones(3)), expected)
        self.assertRegex(repr(f.explain()), r"compiled quickly in .*, and once more, for speed, in \d+.\d+ s$")
        offset += 1
        for of_many in ct.jit(lambda x: ct.sum(ct.sin(x) + offset)), ct.jit(lambda x: ct.fori_loop(0, 3, lambda i, a: a + offset, x)):
            of_many(ct.ones(10000))
            self.assertFalse(is_quick(of_many))
        offset += 1
        f = ct.jit(lambda x: ct.sum(ct.sin(x) + offset))
        f(ct.ones(3))
        self.assertTrue(is_quick(f))
        self.assertIsNone(f.explain().programs[0].optimize_seconds)
        f.lower(ct.ones(3)).compile()
        self.assertFalse(is_quick(f))
        self.assertGreater(f.explain().programs[0].optimize_seconds, 0)
        lasting = ct.jit(lambda n: ct.while_loop(lambda i: i < n, lambda i: i + 1, ct.trunc(offset)))
        self.assertEqual(lasting(10.0), 10)
        self.assertTrue(is_quick(lasting))
        self.assertEqual(lasting(1e6), 1e6)  # begins again
        self.assertFalse(is_quick(lasting))
        self.assertGreater(lasting.explain().programs[0].optimize_seconds, 0)

    def test_unrolled_loops(self):
        @ct.jit
        def f(x, rows):
            for row in rows:
                x = x + row
            for i in range(65):
                x = x * i
            return x

        f(ct.ones(3), [1.0] * 65)
        line = f.__wrapped__.__code__.co_firstlineno + 2
        (advice,) = f.explain().advice
        self.assertRegex(advice, f"^the loop at .*explain_test.py:{line} is unrolled: 65 turns are a part of the program each")
        f = ct.jit(f.__wrapped__)
        f(ct.ones(3), [1.0] * 64)
        self.assertEqual(f.explain().advice, [])


    def test_comprehensions_are_unrolled(self):
        def of_list(x):
            return ct.stack([x[i % 2] * i for i in range(70)])

        def of_generator(x):
            return sum(x * i for i in range(70))

        def of_set(x):
            return len({id(x * i) for i in range(70)}) * x

        def of_dict(x):
            return {i: x * i for i in range(70)}

        def of_several(x):
            return [y * j for y in [x] for j in range(70)]

        for function in of_list, of_generator, of_set, of_dict, of_several:
            with self.subTest(function.__name__):
                f = ct.jit(function)
                f(ct.ones(2))
                line = function.__code__.co_firstlineno + 1
                self.assertRegex("\n".join(f.explain().advice), f"explain_test.py:{line} is unrolled: 70 turns")
        short, idle = ct.jit(lambda x: [x * i for i in range(64)]), ct.jit(lambda x: x * sum(i for i in range(200)))
        for f in short, idle:  # what adds nothing to the program does not count
            f(ct.ones(2))
            self.assertEqual(f.explain().advice, [])

    def test_long_comprehensions_warn(self):
        with self.assertWarnsRegex(RuntimeWarning, "this 'for' has added to the program 128 times"):
            ct.jit(lambda x: [x * i for i in range(130)])(ct.ones(2))

    def test_advise(self):
        wide = ct.jit(lambda x: x + np.ones(3))
        wide(ct.ones(3))
        self.assertRegex(wide.explain().advice[0], "a result is float64 though all arguments are float32")
        for meant in (lambda x: x * 2.0, lambda x: ct.sum(x).astype("float32"), lambda x: (x, 3.0)):
            f = ct.jit(meant)
            f(ct.ones(3))
            self.assertEqual(f.explain().advice, [])
        wide(np.ones(3))
        f = ct.jit(lambda x, y: x * 2)
        for n in range(8):
            self.assertEqual(f.explain().advice, [])
            f(ct.ones(n), 1.0)
        self.assertRegex(f.explain().advice[0], "8 programs differ in sizes alone; dynamic_axes")
        self.assertRegex(repr(f.explain()), "\nAdvice: 8 programs")
        grown = ct.jit(lambda x, n: x * n, static_argnums=1)
        for n in range(8):
            self.assertEqual(grown.explain().advice, [])
            grown(ct.ones(3), n)
        self.assertRegex(grown.explain().advice[0], "^'n' is another constant in 8 programs, each of which is compiled; pass it as a tensor")
        factor = 0
        scaled = ct.jit(lambda x: x * factor)
        for factor in range(8):
            scaled(ct.ones(3))
        self.assertRegex(scaled.explain().advice[0], "^what the function reads from outside is another in 8 programs")
        for _ in range(8):
            again = ct.jit(lambda x: x + 1)
            again(ct.ones(3))
        self.assertRegex(again.explain().advice[0], "^ct.jit was called 8 times for this function")
        opened = ct.jit(lambda x: x * 2, dynamic_axes={"x": 0})
        for n in range(9):
            opened(ct.ones(n))
        self.assertEqual(len(opened.explain().programs), 1)


if __name__ == "__main__":
    unittest.main()
