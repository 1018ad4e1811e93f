"""Programs of thousands of operations: they are right, and compile in a time that grows with them and not faster."""

import os
import time
import unittest

# A program that is found again takes no time.
os.environ["COTAN_CACHE"] = "off"

import cotan as ct
import numpy as np
from expected import Case, measures


def numbers(*sizes):
    return np.linspace(0.1, 0.9, int(np.prod(sizes))).reshape(sizes)


def times(count):
    """Turns that are written out."""
    return list(range(count))


class Long(Case):
    """Long programs are several functions, which hand values to each other."""

    def test_values_of_all_parts(self):
        def f(x, n):
            y, kept, total = x, [], 0.0
            for k in times(300):
                y = ct.sin(y) + x[k % 5] * y[0]
                if k % 50 == 0:
                    kept.append(y)
                if y[1] > 0.5:
                    total = total + y[1]
                if k % 60 == 30:
                    for _ in range(n):
                        y = y * 0.5 + kept[0]
            return y, total, ct.stack(kept)

        x = numbers(5)
        y, kept, total = x, [], 0.0
        for k in range(300):
            y = np.sin(y) + x[k % 5] * y[0]
            if k % 50 == 0:
                kept.append(y)
            if y[1] > 0.5:
                total += y[1]
            if k % 60 == 30:
                for _ in range(3):
                    y = y * 0.5 + kept[0]
        found = ct.jit(f)(x, 3)
        for one, wanted in zip(found, (y, total, np.stack(kept))):
            self.check(one, wanted, 1e-12)

    def test_long_bodies_of_loops(self):
        def f(x):
            total, low = 0.0, x[0]
            for i in range(100):
                row = [x[j] * i for j in times(40)]
                for j in times(40):
                    row = [*row[1:], row[0] * 0.5 + ct.sin(row[j])]
                    for k in times(8):
                        low = ct.minimum(low, row[k] + total)
                total = total + ct.tanh(sum(row))
            return total + low

        def same(x):
            total, low = 0.0, x[0]
            for i in range(100):
                row = [x[j] * i for j in range(40)]
                for j in range(40):
                    row = [*row[1:], row[0] * 0.5 + np.sin(row[j])]
                    for k in range(8):
                        low = min(low, row[k] + total)
                total = total + np.tanh(sum(row))
            return total + low

        x = numbers(40)
        self.check(ct.jit(f)(x), same(x), 1e-9)
        slope = ct.jit(ct.grad(f))(x)
        for k in (0, 17, 39):
            step = 1e-6 * np.eye(40)[k]
            self.assertAlmostEqual(float(slope[k]), (same(x + step) - same(x - step)) / 2e-6, delta=1e-3)

    def test_failing_in_a_part_is_seen(self):
        def f(x):
            for k in times(400):
                x = ct.sin(x) + k
            assert x < 0, "x is not negative"
            for k in times(400):
                x = ct.sin(x) + k
            return x

        with self.assertRaisesRegex(ct.Error, "x is not negative"):
            ct.jit(f)(0.5)


def picks(count):
    return lambda x: sum(x[k] * x[(7 * k + 1) % count] for k in times(count))


def stacked(count):
    return lambda x: ct.sum(ct.stack([ct.sin(x[k]) for k in times(count)]) * x)


def joined(count):
    return lambda x: ct.sum(ct.concatenate([x[k:k + 1] * 2 for k in times(count)]) ** 2)


def repeated(count):
    def f(x):
        for _ in times(count):
            for _ in range(10):
                x = ct.sin(x) + x[0]
        return ct.sum(x)
    return f


def shared(count):
    return lambda x: ct.sum(ct.stack([ct.sum(x[k % 90:] * x[:count - k % 90]) for k in times(count)]))


@measures
class Results(Case):
    """They are returned many at once: what the program owns as it is, and copies of what it has not or has returned."""

    def results(self, x, w, e):
        found = [x, e]  # which are the caller's
        for i in times(90):
            y = ct.tanh(x @ w + i)  # large
            found += [y, y, x[0, :4] * i, ct.sum(y), y.reshape(-1)[:64], e + i]
        return found

    def test_are_as_they_are_at_once(self):
        x, w, e = numbers(8, 64), numbers(64, 64), numbers(0, 3)
        open_sizes = {"dynamic_axes": {"x": 0}}
        for options in ({}, open_sizes):
            compiled = ct.jit(lambda x, w, e: self.results(x, w, e), **options)
            for found, expected in zip(compiled(x, w, e), self.results(*map(ct.array, (x, w, e))), strict=True):
                self.check(found, expected.numpy(), 1e-12)
        found = compiled(x, w, e)
        self.assertFalse(np.shares_memory(found[2].numpy(), found[3].numpy()))  # each has memory of its own
        self.assertFalse(np.shares_memory(found[2].numpy(), found[6].numpy()))


@measures
class Time(unittest.TestCase):
    def seconds(self, function, count):
        x = numbers(count)
        lowered = ct.jit(ct.grad(function(count))).lower(x)
        begin = time.process_time()
        lowered.compile()
        return time.process_time() - begin

    def test_grows_with_the_program(self):
        """Four times the program takes four times as long; were each operation to look at all, sixteen."""
        for function, count in ((picks, 300), (stacked, 200), (joined, 120), (repeated, 60), (shared, 100)):
            with self.subTest(function.__name__):
                few = self.seconds(function, count)
                tries = (self.seconds(function, 4 * count) for _ in range(4))  # others have the processor, too
                self.assertTrue(any(many < 8 * few for many in tries), f"{few} s grow by more than eight times")


if __name__ == "__main__":
    unittest.main()
