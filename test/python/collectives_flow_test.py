#!/usr/bin/python3
"""Collectives in loops, branches, recursion and rules of one's own: among the calls that come there."""

import unittest

import cotan as ct
import numpy as np
from cotan import lax
from expected import Case

X = np.array([0.7, -1.2, 2.1, 0.4])


def together(x):
    """Turns until all calls are far enough together: as many for each."""
    while lax.psum(x, "i") < 50.0:
        x = x * 1.5 + lax.pmean(x * x, "i") * 0.3
    return x


def together_of_all(x):
    while x.sum() < 50.0:
        x = x * 1.5 + (x * x).mean() * 0.3
    return x


def each_its_own(x):
    """Turns until this call is far enough: its loop has ended for the others then."""
    turns = 0
    while x < 6.0:
        x = x + 0.1 * lax.psum(ct.sin(x), "i") + 1.0 + 0.01 * lax.axis_index("i")
        turns += 1
    return x * turns


def each_its_own_of_all(x):
    x, turns = x.copy(), np.zeros_like(x)
    while (x < 6.0).any():
        on = x < 6.0
        x = np.where(on, x + 0.1 * np.sin(x)[on].sum() + 1.0 + 0.01 * np.arange(len(x)), x)
        turns += on
    return x * turns


def ways(x):
    if x > 0.5:
        y = x * lax.pmean(ct.exp(x), "i") + lax.pmax(x, "i")
    else:
        y = lax.psum(x * x, "i") - ct.sum(lax.all_gather(x, "i") * 3.0)
    return y * lax.psum(y, "i")


def ways_of_all(x):
    on = x > 0.5
    y = np.where(on, x * np.exp(x)[on].mean() + x[on].max(), (x * x)[~on].sum() - 3 * x[~on].sum())
    return y * y.sum()


def once_and_again(x):
    """The same sum of all calls, and of those of a branch."""
    s = lax.psum(x, "i")
    for _ in range(3):
        s = ct.sin(s) + x
    return s * lax.psum(x, "i") if x > 0.5 else s * x


def once_and_again_of_all(x):
    on, s = x > 0.5, x.sum()
    for _ in range(3):
        s = np.sin(s) + x
    return np.where(on, s * x[on].sum(), s * x)


def recursive(x, depth):
    if depth <= 0:
        return x * lax.psum(x, "i")
    return recursive(ct.sin(x) + lax.pmean(x, "i"), depth - 1)


def recursive_of_all(x, depth):
    x, depth, done = x.copy(), depth.copy(), np.zeros(len(x), bool)
    while not done.all():
        ends = ~done & (depth <= 0)
        x = np.where(ends, x * x[ends].sum(), x)
        done |= ends
        if not done.all():
            x = np.where(done, x, np.sin(x) + x[~done].mean())
        depth = depth - 1
    return x


def nested(x, depth):  # not the last thing that it does
    if depth <= 0:
        return x * lax.psum(x, "i")
    return ct.sin(nested(x * 0.5, depth - 1)) * lax.pmean(x, "i")


def nested_of_all(x, depth):
    on, turn, halves = depth <= 0, 0, [x]
    done = np.where(on, x * x[on].sum(), 0)
    while not on.all():
        turn += 1
        halves.append(halves[-1] * 0.5)
        ends = ~on & (depth - turn <= 0)
        done = np.where(ends, halves[-1] * halves[-1][ends].sum(), done)
        on = on | ends
    for level in reversed(range(turn)):
        back = depth > level
        done = np.where(back, np.sin(done) * halves[level][back].mean(), done)
    return done


def switched(x):
    return lax.switch(ct.astype(ct.abs(x), "int32"), [lambda x: lax.psum(x, "i"), lambda x: lax.ppermute(x, "i", [(1, 1), (0, 2)]),
                                                      lambda x: lax.psum(1.0 + 0 * x, "i") * x], x)


def scanned(x):
    def turn(carry, row):
        carry = ct.sin(carry * row) + lax.pmean(carry, "i")
        return carry, lax.psum(carry, "i") * row

    last, rows = lax.scan(turn, x, ct.array([0.5, 1.5, -1.0]))
    return last + ct.sum(rows) + lax.fori_loop(0, 3, lambda i, y: y * 0.5 + lax.psum(y, "i") * i, x)


def scanned_of_all(x):
    carry, total = x, 0
    for row in [0.5, 1.5, -1.0]:
        carry = np.sin(carry * row) + carry.mean()
        total = total + carry.sum() * row
    y = x
    for i in range(3):
        y = y * 0.5 + y.sum() * i
    return carry + total + y


def mapped(f):
    return ct.vmap(f, axis_name="i")


class Flow(Case):
    def same(self, one, whole, *more):
        """Numbers are NumPy's, gradients differences: inside of the vmap and outside those of the sum of all calls."""
        one = ct.jit(one)
        self.check(mapped(one)(X, *more), whole(X, *more), 1e-12)
        step = 1e-6
        slopes = [(whole(X + e, *more).sum() - whole(X - e, *more).sum()) / (2 * step) for e in step * np.eye(len(X))]
        self.check(mapped(ct.grad(one))(X, *more), slopes, 1e-6)
        self.check(ct.grad(lambda x: ct.sum(mapped(one)(x, *more)))(X), slopes, 1e-6)

    def test_loops_of_as_many_turns(self):
        self.same(together, together_of_all)
        self.same(scanned, scanned_of_all)

    def test_loops_of_different_turns(self):
        self.same(each_its_own, each_its_own_of_all)

    def test_branches(self):
        self.same(ways, ways_of_all)
        self.same(once_and_again, once_and_again_of_all)
        x = np.array([0.5, 2.5, 1.5, 0.1])
        self.check(mapped(switched)(x), np.array([0.6, 2.5, 0.0, 0.6]), 1e-12)

    def test_recursion(self):
        for one, whole in ((recursive, recursive_of_all), (nested, nested_of_all)):
            self.same(one, whole, np.array([2, 0, 1, 2]))

    def test_second_derivatives(self):
        for f in (together, each_its_own, ways):
            f = ct.jit(f)
            inside = mapped(ct.grad(lambda x: ct.grad(f)(x) ** 2))(X)
            total = lambda x: ct.sum(mapped(f)(x))  # noqa: E731
            self.check(inside, ct.grad(lambda x: ct.sum(ct.grad(total)(x) ** 2))(X).numpy(), 1e-9)
            pushed = mapped(lambda x: ct.jvp(ct.grad(f), (x,), (1.0,))[1])(X)
            self.check(pushed, (ct.hessian(total)(X) @ np.ones(4)).numpy(), 1e-9)

    def test_checkpoints(self):
        def f(g):
            def run(x):
                y = g(x)
                if x > 0.5:
                    y = y + g(x * x)
                return y
            return run

        plain, kept = f(lambda x: ct.sin(lax.pmean(x * x, "i")) * x), f(ct.checkpoint(lambda x: ct.sin(lax.pmean(x * x, "i")) * x))
        for transform in (lambda f: f, ct.grad, lambda f: ct.grad(ct.grad(f))):
            self.check(mapped(transform(kept))(X), mapped(transform(plain))(X).numpy(), 1e-12)
        outside = lambda f: ct.grad(lambda x: ct.sum(mapped(f)(x)))(X)  # noqa: E731
        self.check(outside(kept), outside(plain).numpy(), 1e-12)

    def test_functions_that_stay_functions(self):
        part = ct.jit(lambda x: ct.sin(lax.psum(x, "i")) * x)
        f = ct.jit(lambda x: part(part(x) + 1.0) if x > 0.5 else part(x * 2.0), calls="keep")

        def whole(x):
            on = x > 0.5
            once = np.sin(x[on].sum()) * x + 1
            return np.where(on, np.sin(once[on].sum()) * once, np.sin(2 * x[~on].sum()) * 2 * x)

        self.check(mapped(f)(X), whole(X), 1e-12)
        self.check(mapped(ct.grad(f))(X), ct.grad(lambda x: ct.sum(mapped(f)(x)))(X).numpy(), 1e-12)

    def test_rules_of_ones_own(self):
        f = ct.custom_vjp(lambda x: lax.psum(x, "i") * x)
        f.defvjp(lambda x: (lax.psum(x, "i") * x, x), lambda x, g: (10 * lax.psum(g * x, "i"),))
        self.check(mapped(f)(X), X.sum() * X, 1e-12)
        self.check(mapped(ct.grad(f))(X), np.full(4, 10 * X.sum()), 1e-12)
        self.check(ct.grad(lambda x: ct.sum(mapped(f)(x)))(X), np.full(4, 10 * X.sum()), 1e-12)
        p = ct.custom_jvp(lambda x: lax.psum(x, "i"))
        p.defjvp(lambda primals, tangents: (p(primals[0]), 3 * lax.psum(tangents[0], "i")))
        self.check(mapped(lambda x: ct.jvp(p, (x,), (1.0,))[1])(X), np.full(4, 12.0), 1e-12)
        self.check(mapped(ct.grad(p))(X), np.full(4, 12.0), 1e-12)
        only = ct.custom_vjp(lambda x: x * 1.0)  # together in the rule alone
        only.defvjp(lambda x: (x, None), lambda _, g: (lax.psum(g, "i"),))
        self.check(mapped(ct.grad(only))(X), np.full(4, 4.0), 1e-12)
        self.check(ct.grad(lambda x: ct.sum(mapped(only)(x)))(X), np.full(4, 4.0), 1e-12)
        with self.refuses(ct.Error, "derivative rule of its own", "axis 'i'"):
            mapped(ct.jit(lambda x: f(x) if x > 0 else x))(X)

    def test_take_memory_of_their_operands_alone(self):
        x = np.ones(4000, np.float32)
        f = lambda x: lax.psum(ct.sin(x), "i") * lax.pmean(x, "i") + ct.sum(lax.all_gather(x, "i"))  # noqa: E731
        for transform in (lambda f: f, ct.grad, lambda f: ct.grad(ct.grad(f))):
            self.assertLess(ct.jit(mapped(transform(f))).lower(x).memory().peak, 20 * x.nbytes)
        moved = lambda x: ct.sin(lax.ppermute(x, "i", [(i, i - 1) for i in range(1, 4000)]))  # noqa: E731
        self.assertLess(ct.jit(mapped(ct.grad(moved))).lower(x).memory().peak, 20 * x.nbytes)

    def test_normalization_over_the_batch(self):
        def normalized(scale, row):
            centred = row - lax.pmean(row, "batch")
            return scale * centred / ct.sqrt(lax.pmean(centred**2, "batch") + 1e-5)

        def of_all(rows):
            return 2 * (rows - rows.mean(0)) / np.sqrt(rows.var(0) + 1e-5)

        rows = np.random.default_rng(0).standard_normal((6, 3))
        weights, step = np.cos(np.arange(18.0)).reshape(6, 3), 1e-6
        f = ct.vmap(normalized, in_axes=(None, 0), axis_name="batch")
        self.check(f(2.0, rows), of_all(rows), 1e-12)
        moves = step * np.eye(18).reshape(18, 6, 3)
        slopes = [np.sum((of_all(rows + e) - of_all(rows - e)) * weights) / (2 * step) for e in moves]
        self.check(ct.grad(lambda rows: ct.sum(f(2.0, rows) * weights))(rows), np.reshape(slopes, (6, 3)), 1e-6)


if __name__ == "__main__":
    unittest.main()
