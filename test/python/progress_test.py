#!/usr/bin/python3
"""ct.progress: as range, in every transformation; what it says, how often, and what a turn costs."""

import contextlib
import io
import re
import threading
import time
import unittest
from unittest import mock

import cotan as ct
import numpy as np
from cotan import _progress
from expected import Case, measures


def halved(x, n):
    for i in ct.progress(n):
        x = x / 2 + i
    return x


def plain(x, n):
    for i in range(n):
        x = x / 2 + i
    return x


class Terminal(io.StringIO):
    def isatty(self):
        return True


def said(call, *args, stream=io.StringIO):
    """What the call returns, and what it writes to standard error."""
    with contextlib.redirect_stderr(stream()) as out:
        found = call(*args)
    return found, out.getvalue()


class Progress(Case):
    ended = re.compile(r"^.*progress_test.py:19: (\d+) turns in \d+\.\d s(, [\d.e+]+ turns/s)?\n$")

    def assert_ended(self, text, n):
        if n > 0:
            self.assertRegex(text, self.ended)
        self.assertEqual(self.ended.sub(r"\1", text), str(int(n)) if n > 0 else "")

    def test_is_as_range_and_says_so_once(self):
        for how in (lambda f: f, ct.jit, ct.grad, lambda f: ct.jit(ct.grad(f)), lambda f: ct.grad(ct.grad(f)), ct.value_and_grad,
                    lambda f: ct.jit(ct.grad(ct.checkpoint(f))), lambda f: lambda x, n: ct.jvp(lambda y: f(y, n), (x,), (x,)),
                    lambda f: ct.jit(ct.vmap(f, in_axes=(0, None))), lambda f: ct.vmap(ct.grad(f), in_axes=(0, None))):
            x = ct.array([1.0, 3.0]) if "vmap" in how.__code__.co_names else 3.0
            for n in (0, 1, 5, 70, np.int32(3), ct.array(90)):
                with self.subTest(how=how.__code__.co_names, n=n):
                    found, text = said(how(halved), x, n)
                    for one, wanted in zip(ct.tree.leaves(found), ct.tree.leaves(how(plain)(x, n))):
                        np.testing.assert_allclose(one, wanted, rtol=1e-6)
                    self.assert_ended(text, n)

    def test_of_static_counts(self):
        for n in (0, 3, 64, 65, 1000):
            found, text = said(ct.jit(halved, static_argnames="n"), 3.0, n)
            self.assertAlmostEqual(float(found), float(plain(3.0, n)), places=4)
            self.assert_ended(text, n)

    def test_that_are_left(self):
        def search(limit, n):
            k = 0
            for i in ct.progress(n):
                k = i
                if i * i > limit:
                    break
            return k

        for f, pattern in ((search, r"progress_test.py:\d+: 5 turns in 0.0 s"), (ct.jit(search), r"progress_test.py:\d+: done in 0.0 s\n$")):
            found, text = said(f, 20, 1000)
            self.assertEqual(int(found), 5)
            self.assertRegex(text, pattern)

    def test_in_others_and_in_recursion(self):
        @ct.jit
        def f(x, n):
            for i in ct.progress(n):
                for j in ct.progress(i):
                    x = x + 1
            return x

        found, text = said(f, 0, 5)
        self.assertEqual(int(found), 10)
        self.assertEqual([int(count) for count in re.findall(r": (\d+) turns in", text)], [1, 2, 3, 4, 5])

    def test_on_a_terminal(self):
        with mock.patch.object(time, "monotonic", iter(np.arange(0, 1e6, 1.0)).__next__):
            found, text = said(halved, 1.0, 4, stream=Terminal)
        lines = [line.split(": ", 1)[1] for line in text.split("\r\x1b[K")[1:]]
        self.assertEqual(lines, ["0 of 4 turns", "1 of 4 turns (25 %), 1 turns/s, 3.0 s left", "2 of 4 turns (50 %), 1 turns/s, 2.0 s left",
                                 "3 of 4 turns (75 %), 1 turns/s, 1.0 s left", "4 turns in 4.0 s, 1 turns/s\n"])
        self.assertEqual(_progress._running, {})

    def test_each_ten_seconds_else(self):
        with mock.patch.object(time, "monotonic", iter(np.arange(0, 1e6, 4.0)).__next__):
            _, text = said(halved, 1.0, 10)
        lines = [line.split(": ", 1)[1] for line in text.splitlines()]
        self.assertEqual([line.split()[0] for line in lines], ["3", "6", "9", "10"])
        self.assertEqual(lines[0], "3 of 10 turns (30 %), 0.25 turns/s, 28.0 s left")

    @measures
    def test_tells_while_a_compiled_loop_runs(self):
        @ct.jit
        def f(x, n):
            for i in ct.progress(n):
                x = ct.sin(x @ x)
            return x

        x = ct.ones((100, 100)) / 100
        said(f, x, 1)
        began, worked = time.perf_counter(), time.thread_time()
        _, text = said(f, x, 8000, stream=Terminal)
        seconds, worked = time.perf_counter() - began, time.thread_time() - worked
        turns = [int(turn) for turn in re.findall(r"(\d+) of 8000 turns", text)]
        self.assertEqual(turns, sorted(turns))
        self.assertGreater(len(turns), worked / 0.5)  # the machine may stop it for longer than it works
        self.assertLess(len(turns), seconds / 0.1 + 2)

    @measures
    def test_costs_little(self):
        with_, without, n = ct.jit(halved), ct.jit(plain), ct.array(1_000_000)
        times = {with_: [], without: []}
        for f in [with_, without] * 12:
            began = time.thread_time()
            with contextlib.redirect_stderr(io.StringIO()):
                f(1.0, n)
            times[f].append(time.thread_time() - began)
        self.assertLess(min(times[with_]), 1.5 * min(times[without]) + 2e-4)

    def test_on_several_threads(self):
        f = ct.jit(halved)
        with contextlib.redirect_stderr(io.StringIO()) as out:
            threads = [threading.Thread(target=f, args=(1.0, 100 + k)) for k in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        self.assertEqual(sorted(int(count) for count in re.findall(r": (\d+) turns in", out.getvalue())), [100, 101, 102, 103])

    def test_mistakes(self):
        for wrong in (1.5, None, "3", [3], ct.ones(2), ct.array(1.0), True):
            with self.refuses(ct.TypeError, "progress_test.py", "ct.progress: 'n' must be"):
                ct.progress(wrong)
        with self.refuses(ct.TypeError, "a range to a tensor is known only at run time"):
            ct.jit(lambda n: list(ct.progress(n)))(3)


if __name__ == "__main__":
    unittest.main()
