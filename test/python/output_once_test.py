#!/usr/bin/python3
"""What a function prints is printed once, in order, whatever derivatives are taken of it and however it is called."""

import collections
import contextlib
import io
import unittest

import cotan as ct


def straight(x, n):
    print("straight", x, n)
    return ct.sin(x) * x


def looping(x, n):
    y = x
    for i in range(n):
        print("turn", i, y)
        if y > 0.4:
            print("large", y)
        y = ct.sin(y) * x
    return y


def recursive(x, n):
    print("level", n, x)
    if n <= 0:
        return x
    return x * recursive(ct.sin(x), n - 1)


def tree(x, n):
    print("node", n, x)
    if n <= 0:
        return ct.sin(x)
    return tree(x, n - 1) * tree(ct.cos(x), n - 2)


def even(x, n):
    print("even", n, x)
    return x if n <= 0 else ct.sin(x * odd(x, n - 1))


def odd(x, n):
    print("odd", n, x)
    return x * x if n <= 0 else x + even(ct.cos(x), n - 1)


def recursive_in_a_loop(x, n):
    for i in range(2):
        print("outside", i, x)
        x = recursive(x, n - i)
    return x


def chosen(x, n):
    f = even if n > 1 else straight
    return f(x, n) * x


def grown(x, n):
    def h(y):
        print("innermost", y)
        return y * x
    for i in range(n):
        h = (lambda h, i: lambda y: h(ct.sin(y)) + i)(h, i)
    return h(x)


def derived(x, n):
    h = lambda y: recursive(y, n)  # noqa: E731
    return ct.grad(h)(x) * x


def checkpointed(x, n):
    return ct.sin(ct.checkpoint(ct.checkpoint(tree))(x, n))


@ct.custom_vjp
def ruled(x):
    return recursive(x, 2)


ruled.defvjp(lambda x: (ruled(x), x), lambda x, dy: (dy * ct.cos(x),))


def with_a_rule(x, n):
    return ruled(x) * n


def with_a_series(x, n):
    return moved(x) * n


@ct.custom_jvp
def moved(x):
    return recursive(x, 2)


@moved.defjvp
def _(primals, tangents):
    return moved(*primals), tangents[0] * ct.cos(primals[0])


def everything(x, n):
    total = x
    for f in (looping, tree, even, recursive_in_a_loop, chosen, grown, derived, checkpointed, with_a_series):
        total = total + f(x, n)
    return total


def both(f):
    def at_once(x, n):
        y, back = ct.vjp(lambda x: f(x, n), x)
        return y, back(x), back(y)
    return at_once


def linearized(f):
    def along(x, n):
        y, moved = ct.linearize(lambda x: f(x, n), x)
        return y, moved(x), moved(y)
    return along


def pushed(f):
    return lambda x, n: ct.jvp(lambda x: f(x, n), (x,), (x,))


def taylor(f):
    return lambda x, n: ct.jet(lambda x: f(x, n), (x,), ([1.0, 0.0, 0.0],))


TRANSFORMATIONS = {
    "vjp": both,
    "jvp": pushed,
    "linearize": linearized,
    "jet": taylor,
    "grad of jvp": lambda f: ct.grad(lambda x, n: pushed(f)(x, n)[1]),
    "grad of checkpoint": lambda f: ct.grad(ct.checkpoint(f)),
    "second order of checkpoint": lambda f: ct.grad(ct.grad(ct.checkpoint(f))),
    "checkpoint of grad": lambda f: ct.grad(ct.checkpoint(ct.grad(f))),
}


LANES = {
    "lanes": ct.vmap,
    "grad of lanes": lambda f: ct.grad(lambda x, n: ct.sum(ct.vmap(f)(x, n))),
    "lanes of grad of checkpoint": lambda f: ct.vmap(ct.grad(ct.checkpoint(f))),
}
X = ct.array(0.7, dtype="float64")


def printed(f, *args):
    with contextlib.redirect_stdout(io.StringIO()) as lines:
        f(*args)
    return lines.getvalue().splitlines()


class Output(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.lines = printed(ct.jit(everything), X, 3)

    def test_is_that_of_python(self):
        self.assertEqual([line.split()[0] for line in self.lines], [line.split()[0] for line in printed(everything, X, 3)])

    def test_is_printed_once(self):
        for name, change in TRANSFORMATIONS.items():
            with self.subTest(transformation=name):
                self.assertEqual(printed(ct.jit(change(everything)), X, 3), self.lines)

    def test_is_printed_once_by_what_is_compiled_inside(self):
        for change in (both, linearized):
            self.assertEqual(printed(change(ct.jit(everything)), X, 3), self.lines)

    def test_is_printed_once_at_third_order(self):
        third = ct.grad(ct.grad(ct.grad(ct.checkpoint(recursive))))
        self.assertEqual(printed(ct.jit(third), X, 3), printed(ct.jit(recursive), X, 3))

    def test_is_that_of_the_value_where_reverse_mode_has_a_rule(self):
        lines = printed(ct.jit(with_a_rule), X, 3)
        for change in (ct.grad, both, lambda f: ct.grad(ct.checkpoint(f))):
            self.assertEqual(printed(ct.jit(change(with_a_rule)), X, 3), lines)

    def test_is_printed_once_in_each_lane(self):
        xs, ns = ct.array([0.7, 0.3], dtype="float64"), ct.array([3, 2])
        lanes = [printed(ct.jit(everything), x, n) for x, n in zip(xs, ns)]
        for name, change in LANES.items():
            with self.subTest(transformation=name):
                found = printed(ct.jit(change(everything)), xs, ns)
                self.assertEqual(collections.Counter(found), collections.Counter(lanes[0] + lanes[1]))
                for lane in lanes:
                    after = iter(found)
                    self.assertTrue(all(line in after for line in lane))  # in this order


if __name__ == "__main__":
    unittest.main()
