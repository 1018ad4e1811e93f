#!/usr/bin/python3
"""Schedules: their formulas in NumPy at every step, and PyTorch's; compiled, in lanes, of all kinds of steps."""

import math
import unittest

import cotan as ct
import numpy as np
import torch

O = ct.optim
STEPS = np.arange(0, 45)


def cosine(part):
    return 0.5 * (1 + np.cos(np.pi * np.clip(part, 0, 1)))


def values(schedule):
    return np.array([float(schedule(int(n))) for n in STEPS])


WARM = np.where(STEPS < 10, 0.1 + 0.9 * STEPS / 10, 0.0)
TABLE = {
    "constant": (O.constant_schedule(0.3), np.full(45, 0.3)),
    "linear": (O.linear_schedule(1.0, 0.2, 20), 1 - 0.8 * np.minimum(STEPS / 20, 1)),
    "linear, later": (O.linear_schedule(1.0, 0.2, 20, 5), 1 - 0.8 * np.clip((STEPS - 5) / 20, 0, 1)),
    "polynomial": (O.polynomial_schedule(1.0, 0.2, 3, 20), 0.2 + 0.8 * (1 - np.minimum(STEPS / 20, 1)) ** 3),
    "no steps": (O.polynomial_schedule(1.0, 0.2, 3, 0), np.ones(45)),
    "piecewise": (O.piecewise_constant_schedule(2.0, {10: 0.5, 20: 0.1}), 2 * np.where(STEPS < 10, 1, np.where(STEPS < 20, 0.5, 0.05))),
    "no boundaries": (O.piecewise_constant_schedule(2.0), np.full(45, 2.0)),
    "lines": (O.piecewise_interpolate_schedule("linear", 1.0, {10: 2.0, 30: 0.25}), np.interp(STEPS, [0, 10, 30], [1, 2, 0.5])),
    "cosines": (O.piecewise_interpolate_schedule("cosine", 1.0, {10: 2.0, 30: 0.25}),
                np.where(STEPS < 10, 2 - cosine(STEPS / 10), 0.5 + 1.5 * cosine((STEPS - 10) / 20))),
    "exponential": (O.exponential_decay(1.0, 10, 0.5), 0.5 ** (STEPS / 10)),
    "exponential, no steps": (O.exponential_decay(0.5, 0, 0.5), np.full(45, 0.5)),
    "staircase": (O.exponential_decay(1.0, 10, 0.5, 5, True), 0.5 ** np.floor(np.maximum(STEPS - 5, 0) / 10)),
    "with an end": (O.exponential_decay(1.0, 10, 0.5, end_value=0.2), np.maximum(0.5 ** (STEPS / 10), 0.2)),
    "growth with an end": (O.exponential_decay(1.0, 10, 2.0, end_value=3.0), np.minimum(2 ** (STEPS / 10), 3.0)),
    "cosine": (O.cosine_decay_schedule(2.0, 30, 0.1, 2.0), 2 * (0.9 * cosine(STEPS / 30) ** 2 + 0.1)),
    "cosine_decay": (O.cosine_decay(2.0, 30, 0.5), 0.5 + 1.5 * cosine(STEPS / 30)),
    "warmup_cosine": (O.warmup_cosine_decay_schedule(0.1, 1.0, 10, 40, 0.2), np.where(STEPS < 10, WARM, 0.2 + 0.8 * cosine((STEPS - 10) / 30))),
    "warmup_cosine_decay": (O.warmup_cosine_decay(1.0, 10, 40), np.where(STEPS < 10, STEPS / 10, cosine((STEPS - 10) / 30))),
    "warmup_constant": (O.warmup_constant_schedule(0.1, 1.0, 10), np.where(STEPS < 10, WARM, 1.0)),
    "warmup_exponential": (O.warmup_exponential_decay_schedule(0.1, 1.0, 10, 5, 0.5), np.where(STEPS < 10, WARM, 0.5 ** ((STEPS - 10) / 5))),
    "joined": (O.join_schedules([lambda n: n, lambda n: 2.0 * n, lambda n: -n], [5, 20]), np.where(STEPS < 5, STEPS, np.where(STEPS < 20, 2 * (STEPS - 5), 20 - STEPS))),
    "linear_onecycle": (O.linear_onecycle_schedule(40, 1.0, 0.25, 0.75, 10.0, 100.0), np.interp(STEPS, [0, 10, 30, 40], [0.1, 1, 0.1, 0.001])),
    "sgdr": (O.sgdr_schedule([dict(init_value=0.0, peak_value=1.0, warmup_steps=5, decay_steps=20), dict(init_value=0.5, peak_value=2.0, warmup_steps=5, decay_steps=15)]),
             np.where(STEPS < 20, np.where(STEPS < 5, STEPS / 5, cosine((STEPS - 5) / 15)),
                      np.where(STEPS < 25, 0.5 + 1.5 * (STEPS - 20) / 5, 2 * cosine((STEPS - 25) / 10)))),
}


class Formulas(unittest.TestCase):
    def test_at_every_step(self):
        for name, (schedule, expected) in TABLE.items():
            with self.subTest(name):
                np.testing.assert_allclose(values(schedule), expected, rtol=2e-6, atol=1e-7)

    def test_compiled_and_in_lanes(self):
        for name, (schedule, expected) in TABLE.items():
            for way in (lambda f: ct.jit(lambda n: ct.map(f, n)), lambda f: ct.vmap(f)):
                with self.subTest(name):
                    found = np.broadcast_to(way(lambda n: ct.asarray(schedule(n)) + 0.0)(STEPS), STEPS.shape)
                    np.testing.assert_allclose(found, expected, rtol=2e-6, atol=1e-7)

    def test_kinds_of_steps(self):
        for name, (schedule, expected) in TABLE.items():
            for step in (7, np.int32(7), np.int64(7), ct.array(7), ct.array(7, dtype="int32"), 7.0):
                self.assertAlmostEqual(float(schedule(step)), expected[7], delta=2e-6, msg=name)

    def test_as_pytorch(self):
        def theirs(kind, **options):
            optimizer = torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=0.5, momentum=0.9)
            schedule, found = kind(optimizer, **options), []
            for _ in STEPS:
                found.append(optimizer.param_groups[0]["lr"])
                optimizer.step()
                if len(found) < len(STEPS):
                    schedule.step()
            return found

        T = torch.optim.lr_scheduler
        for name, schedule, kind, options in (
                ("exponential", O.exponential_decay(0.5, 1, 0.9), T.ExponentialLR, dict(gamma=0.9)),
                ("steps", O.piecewise_constant_schedule(0.5, {10: 0.1, 30: 0.1}), T.MultiStepLR, dict(milestones=[10, 30], gamma=0.1)),
                ("cosine", O.cosine_decay(0.5, 44, 0.1), T.CosineAnnealingLR, dict(T_max=44, eta_min=0.1)),
                ("linear", O.linear_schedule(0.25, 0.5, 10), T.LinearLR, dict(start_factor=0.5, total_iters=10)),
                ("polynomial", O.polynomial_schedule(0.5, 0.0, 2, 30), T.PolynomialLR, dict(total_iters=30, power=2))):
            with self.subTest(name):
                np.testing.assert_allclose(values(schedule), theirs(kind, **options), rtol=1e-5, atol=1e-7)

    def test_cosine_onecycle(self):
        found = values(O.cosine_onecycle_schedule(40, 1.0, 0.25, 10.0, 100.0))
        for step, expected in ((0, 0.1), (5, 0.55), (10, 1.0), (25, 0.5 * 1.001), (40, 0.001), (44, 0.001)):
            self.assertAlmostEqual(found[step], expected, delta=1e-6)

    def test_slopes(self):
        slope = ct.grad(lambda rate: O.cosine_decay_schedule(rate, 10)(ct.array(5)))(ct.array(2.0))
        self.assertAlmostEqual(float(slope), 0.5, delta=1e-6)

    def test_far_away(self):
        for n in (2**31, 2**40):
            self.assertAlmostEqual(float(O.cosine_decay(1.0, 10, 0.1)(n)), 0.1, delta=1e-6)
            self.assertAlmostEqual(float(O.linear_schedule(1.0, 0.0, 2 * n)(n)), 0.5, delta=1e-6)


class Refusals(unittest.TestCase):
    def test_arguments(self):
        for call, text in (
                (lambda: O.linear_schedule("a", 1.0, 10), "linear_schedule: 'init_value' must be a number, but is 'a'"),
                (lambda: O.linear_schedule(1.0, 1.0, 1.5), "'transition_steps' must be an integer"),
                (lambda: O.piecewise_constant_schedule(1.0, [1]), "must be a dict or None"),
                (lambda: O.piecewise_constant_schedule(1.0, {-1: 0.5}), "boundaries must be numbers of steps"),
                (lambda: O.piecewise_constant_schedule(1.0, {1: -0.5}), "factors must be numbers that are not negative"),
                (lambda: O.piecewise_interpolate_schedule("square", 1.0), "must be 'linear' or 'cosine', but is 'square'"),
                (lambda: O.join_schedules([abs], [1]), "there are 1 schedules and 1 boundaries"),
                (lambda: O.join_schedules([abs, abs, abs], [5, 2]), "boundaries must rise"),
                (lambda: O.warmup_cosine_decay_schedule(0.0, 1.0, 10, 10), "'decay_steps' must be more than 'warmup_steps'"),
                (lambda: O.cosine_decay_schedule(1.0, 0), "cosine_decay_schedule: 'decay_steps' must be more than 0, but is 0"),
                (lambda: O.cosine_decay(1.0, float("nan")), "cosine_decay: 'decay_steps' must be more than 0, but is nan"),
                (lambda: O.linear_onecycle_schedule(0, 1.0), "'transition_steps' must be at least 1"),
                (lambda: O.exponential_decay(1.0), "missing.*call exponential_decay"),
                (lambda: O.cosine_decay_schedule(1.0, 10, alpha=True), "'alpha' must be a number, but is True")):
            with self.assertRaisesRegex(ct.Error, f"schedules_test.py:.*{text}"):
                call()

    def test_a_rate_that_is_no_number_stays_so(self):
        self.assertTrue(math.isnan(float(O.cosine_decay(math.nan, 10)(3))))


if __name__ == "__main__":
    unittest.main()
