"""Plain Python's control flow: as it is, rewritten, and compiled."""

import dataclasses
import unittest
import warnings

import control_flow_functions
import cotan as ct
import numpy as np
from control_flow_functions import FUNCTIONS
from cotan import _control


@dataclasses.dataclass
class Line:
    slope: float
    start: float

    def __call__(self, x):
        return self.slope * x + self.start


class SameNumbers(unittest.TestCase):
    def test_rewritten_functions_run_plain_numbers_as_python_does(self):
        for function in FUNCTIONS:
            rewritten = _control.call(function)
            self.assertIsNot(rewritten, function)
            for n in range(-4, 12):
                with self.subTest(function=function.__name__, n=n):
                    self.assertEqual(rewritten(n), function(n))

    def test_compiled_functions_give_the_same_numbers(self):
        for function in FUNCTIONS:
            compiled = ct.jit(function)
            for n in range(-4, 12):
                with self.subTest(function=function.__name__, n=n):
                    self.assertEqual(int(compiled(n)), function(n))

    def test_eager_tensors_give_the_same_numbers(self):
        for function in FUNCTIONS:
            for n in range(-4, 12):
                with self.subTest(function=function.__name__, n=n):
                    self.assertEqual(int(function(ct.array(n))), function(n))

    def test_methods_compile(self):
        counter = control_flow_functions.Counter(0)
        self.assertEqual(int(ct.jit(counter.up_to)(9)), counter.up_to(9))

    def test_nests_that_can_be_called_are_nests(self):
        def f(x, n):
            line = Line(x, 2 * x)
            for _ in range(n):
                if line.slope < 8:
                    line = Line(line.slope * 2, line(1.0))
                else:
                    line = Line(line.slope - 1, line.start)
            return line(x)

        for n in (0, 1, 5):
            self.assertEqual(float(ct.jit(f)(1.5, n)), f(1.5, n))

    def test_numbers_give_way_however_control_leaves(self):
        def f(x, n):
            for i in range(n):
                if i > 1:
                    return ct.sin(0.5)
            return x

        for n, expected in ((1, 0.25), (4, np.sin(0.5))):
            result = ct.jit(f)(np.float64(0.25), n)
            self.assertEqual(result.dtype, "float64")
            self.assertAlmostEqual(float(result), expected, delta=1e-16)

    def test_lambdas_in_one_line_are_told_apart(self):
        f, g = ct.jit(lambda x: x if x > 0 else -x), ct.jit(lambda x: 2 * x if x > 0 else x)
        self.assertEqual((float(f(-3.0)), float(g(-3.0)), float(g(3.0))), (3.0, -3.0, 6.0))
        inner = (lambda: ct.jit(lambda x: x + 1 if x > 0 else (lambda y: y * 5 if y < -1 else y)(x)))()
        self.assertEqual((float(inner(-3.0)), float(inner(-0.5)), float(inner(1.0))), (-15.0, -0.5, 2.0))


class Derivatives(unittest.TestCase):
    def test_gradient_goes_through_a_loop_whose_length_depends_on_data(self):
        def grow(x):
            y = x
            while y < 100.0:
                y = y * y
            return y

        for compile in (lambda f: f, ct.jit):
            self.assertAlmostEqual(float(compile(ct.grad(grow))(3.0)), 8 * 3.0**7, places=3)
            self.assertAlmostEqual(float(compile(ct.grad(ct.grad(grow)))(3.0)), 56 * 3.0**6, places=3)

    def test_gradient_goes_through_early_returns(self):
        def piecewise(x):
            if x < 0:
                return x * x
            return x * x * x

        slopes = [float(ct.grad(ct.grad(piecewise))(x)) for x in (-1.0, 1.0, 2.0)]
        self.assertEqual(slopes, [2.0, 6.0, 12.0])

    def test_inner_and_outer_variables_are_not_confused(self):
        self.assertEqual(float(ct.grad(lambda x: x * ct.grad(lambda y: x + y)(1.0))(1.0)), 1.0)
        self.assertEqual(float(ct.grad(lambda x: x * ct.grad(lambda y: x * y)(1.0))(4.0)), 8.0)


class Mistakes(unittest.TestCase):
    """What is not possible is said at the user's line, with what to do instead."""

    def expect(self, function, *parts, error=TypeError, argument=1.0):
        with self.assertRaises(error) as caught:
            ct.jit(function)(argument)
        for part in ["control_flow_test.py:", *parts]:
            self.assertIn(part, str(caught.exception))

    def test_types_that_differ_where_branches_meet(self):
        def f(x):
            if x > 0:
                y = ct.ones((2,))
            else:
                y = ct.ones((3,))
            return y

        self.expect(f, "'y' is float32[2]", "but float32[3]")

    def test_types_in_nests(self):
        def f(x):
            if x > 0:
                return {"a": x, "b": x}
            return {"a": x, "b": ct.ones(2)}

        self.expect(f, "the returned value is {'a': float32[], 'b': float32[]}", "but {'a': float32[], 'b': float32[2]}")

    def test_shapes_that_change_in_a_loop(self):
        def f(x):
            y = ct.ones((1,))
            while ct.sum(y) < x:
                y = ct.concatenate([y, y])
            return y

        self.expect(f, "'y' is float32[1] before this 'while' but float32[2] after a turn")

    def test_returning_something_or_nothing(self):
        def f(x):
            if x > 0:
                return x

        self.expect(f, "the returned value is", "None")

    def test_changing_an_object(self):
        items = []

        def f(x):
            if x > 0:
                items.append(x)
            return x

        self.expect(f, "changes an object inside 'if'", "items = items + [v]")

    def test_changing_an_object_in_each_turn(self):
        """Unrolled, as where Python goes through a list: each turn does its part while the function is compiled."""
        def rows(xs):
            total, all_ = 0.0, []
            for x in xs:
                total = total + x
                all_.append(2 * total)
            return ct.stack(all_)

        def numbers(xs):
            found = {}
            for i in range(100):  # a loop of the program without the assignment
                found[i % 3] = found.get(i % 3, 0) + i * xs[i]
            return found

        x = np.arange(5.0)
        np.testing.assert_array_equal(ct.jit(rows)(x), 2 * np.cumsum(x))
        np.testing.assert_array_equal(ct.grad(lambda x: rows(x).sum())(ct.array(x)), [10, 8, 6, 4, 2])
        np.testing.assert_array_equal(ct.jit(ct.vmap(rows))(np.stack([x, -x])), 2 * np.cumsum(np.stack([x, -x]), 1))
        self.assertEqual({i: float(v) for i, v in ct.jit(numbers)(np.ones(100)).items()},
                         {i: sum(range(i, 100, 3)) for i in range(3)})

        def until(xs):
            all_ = []
            for x in xs:
                if x > 2:
                    break
                all_.append(x)
            return all_

        self.expect(until, "changes an object inside 'if'", "items = items + [v]", argument=ct.arange(4.0))

        def open_(xs):
            all_ = []
            for x in xs:
                all_.append(x)
            return all_

        with self.assertRaisesRegex(ct.TypeError, "changes an object inside 'for'"):
            ct.jit(open_, dynamic_axes={"xs": 0})(ct.arange(4.0))

    def test_raising(self):
        def f(x):
            if x < 0:
                raise ValueError("negative")
            return x

        self.expect(f, "'raise' inside 'if'")

    def test_a_condition_that_is_an_array(self):
        def f(x):
            y = x * ct.ones((3,))
            if y > 0:
                y = y + 1
            return y

        self.expect(f, "bool[3], which has no single truth value; use .any() or .all()")

    def test_loops_that_are_unrolled_say_so(self):
        def counts(x):
            i = 0
            while i < 150:
                i += 1
                x = ct.sin(x)
            return x

        def over_list(x):
            for scale in [0.5] * 150:
                x = x * scale
            return x

        def quiet(x):
            for i in range(1000):
                x = ct.sin(x)
            i, x = ct.while_loop(lambda c: c[0] < 150, lambda c: (c[0] + 1, ct.sin(c[1])), (0, x))
            table = [k * k for k in range(1000)]
            for k in table:
                k = k + 1
            return x

        for function, line in ((counts, 2), (over_list, 1)):
            with self.assertWarnsRegex(RuntimeWarning, "added to the program 128 times") as caught:
                ct.jit(function)(0.5)
            self.assertEqual(caught.filename, __file__)
            self.assertEqual(caught.lineno, function.__code__.co_firstlineno + line)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            ct.jit(quiet)(0.5)

    def test_rows_of_a_tensor_from_outside(self):
        """Many are a loop of the program, as those of an argument are."""
        many, few = ct.array(np.linspace(-1.0, 1.0, 3000).reshape(1000, 3)), ct.array(np.eye(3))

        def total(x, rows):
            most = 0.0
            for row in rows:
                most = ct.maximum(most, ct.sum(ct.sin(row * x)))
            return most

        def added(x, rows):
            parts = []
            for row in rows:
                parts.append(ct.sum(row * x))
            return ct.stack(parts)

        x = np.array([0.5, 1.0, 2.0])
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            found = float(ct.jit(lambda x: total(x, many))(x))
        self.assertAlmostEqual(found, np.sin(many.numpy() * x).sum(1).max(), places=12)
        self.assertEqual(ct.jit(lambda x: added(x, few))(x).tolist(), x.tolist())

    def test_a_variable_that_one_branch_sets(self):
        def f(x):
            if x > 0:
                y = x
            return y

        with self.assertRaises(NameError) as caught:
            ct.jit(f)(1.0)
        self.assertIn("y", str(caught.exception))


if __name__ == "__main__":
    unittest.main()
