#!/usr/bin/python3
"""Optimizers: twenty steps beside PyTorch's, and beside the papers' formulas in NumPy; all ways to run them."""

import dataclasses
import inspect
import os
import tempfile
import unittest

import cotan as ct
import numpy as np
import optimizer_papers as papers
import torch

RATE, STEPS = papers.RATE, 20
FACTORS = np.random.default_rng(0).normal(size=(8, 3))
WANTED = np.random.default_rng(1).normal(size=(8, 2))
START = {"w": np.random.default_rng(2).normal(size=(3, 2)), "b": np.array([0.5, -1.0])}


def slopes(p):
    """Of the mean of squares of FACTORS @ w + b - WANTED, as calculus has them."""
    left = 2 * (FACTORS @ p["w"] + p["b"] - WANTED) / WANTED.size
    return {"w": FACTORS.T @ left, "b": left.sum(axis=0)}


def value(p):
    return ct.mean((ct.array(FACTORS).astype(p["w"].dtype) @ p["w"] + p["b"] - ct.array(WANTED).astype(p["w"].dtype)) ** 2)


def walk(opt, p, steps=STEPS):
    """The parameters after some steps, and the state."""
    state = opt.init(p)
    for _ in range(steps):
        updates, state = opt.update(ct.grad(value)(p), state, p)
        p = ct.optim.apply_updates(p, updates)
    return p, state


def tensors(dtype="float64", start=START):
    return {name: ct.array(x).astype(dtype) for name, x in start.items()}


def ours(opt):
    return ct.jit(lambda p: walk(opt, p)[0])(tensors())


def theirs(kind, **options):
    p = {name: torch.tensor(x, requires_grad=True) for name, x in START.items()}
    optimizer = kind(p.values(), **{"lr": RATE, **options})
    for _ in range(STEPS):
        for name, slope in slopes({n: x.detach().numpy() for n, x in p.items()}).items():
            p[name].grad = torch.tensor(slope)
        optimizer.step()
    return {name: x.detach().numpy() for name, x in p.items()}


def of_paper(step, **options):
    p, kept = dict(START), {name: {} for name in START}
    for t in range(1, STEPS + 1):
        found = slopes(p)
        p = {name: step(p[name], found[name], t, kept[name], RATE, **options) for name in p}
    return p


O, T = ct.optim, torch.optim
# An optimizer, PyTorch's, and its options. Where it adds epsilon to something else, epsilon is so small that it
# does not matter.
PEERS = {
    "sgd": (O.sgd(RATE), T.SGD, {}),
    "momentum": (O.sgd(RATE, 0.9), T.SGD, dict(momentum=0.9)),
    "nesterov": (O.sgd(RATE, 0.9, nesterov=True), T.SGD, dict(momentum=0.9, nesterov=True)),
    "adam": (O.adam(RATE), T.Adam, {}),
    "adam's numbers": (O.adam(RATE, 0.7, 0.9, 1e-3), T.Adam, dict(betas=(0.7, 0.9), eps=1e-3)),
    "adamw": (O.adamw(RATE, weight_decay=0.1), T.AdamW, dict(weight_decay=0.1)),
    "adamax": (O.adamax(RATE, eps=1e-2), T.Adamax, dict(eps=1e-2)),
    "radam": (O.radam(RATE, b2=0.9, eps=1e-15), T.RAdam, dict(betas=(0.9, 0.9), eps=1e-15)),
    "adagrad": (O.adagrad(RATE, 0.3, eps=0.0), T.Adagrad, dict(initial_accumulator_value=0.3, eps=0.0)),
    "rmsprop": (O.rmsprop(RATE, 0.99, eps_in_sqrt=False), T.RMSprop, {}),
    "rmsprop centered": (O.rmsprop(RATE, 0.99, eps=1e-3, eps_in_sqrt=False, centered=True, momentum=0.5), T.RMSprop,
                         dict(eps=1e-3, centered=True, momentum=0.5)),
    "adadelta": (O.adadelta(1.0, 0.9, 1e-6), T.Adadelta, dict(lr=1.0)),
    "decay in adadelta": (O.adadelta(1.0, weight_decay=0.1), T.Adadelta, dict(lr=1.0, weight_decay=0.1)),
    "rprop": (O.rprop(RATE), T.Rprop, {}),
}
PAPERS = {
    "nadam": (O.nadam(RATE), papers.nadam, {}),
    "amsgrad": (O.amsgrad(RATE), papers.amsgrad, {}),
    "yogi": (O.yogi(RATE), papers.yogi, {}),
    "adabelief": (O.adabelief(RATE), papers.adabelief, {}),
    "lion": (O.lion(RATE, weight_decay=0.1), papers.lion, {}),
    "lamb": (O.lamb(RATE, weight_decay=0.1), papers.lamb, {}),
    "lars": (O.lars(RATE, 0.1), papers.lars, {}),
    "novograd": (O.novograd(RATE, weight_decay=0.1), papers.novograd, {}),
    "fromage": (O.fromage(RATE), papers.fromage, {}),
    "fromage by a schedule": (O.fromage(lambda count: RATE), papers.fromage, {}),
    "sign_sgd": (O.sign_sgd(RATE), papers.sign_sgd, {}),
    "signum": (O.signum(RATE), papers.signum, {}),
    "optimistic_gradient_descent": (O.optimistic_gradient_descent(RATE), papers.optimistic, {}),
    "optimistic_adam": (O.optimistic_adam(RATE), papers.optimistic_adam, {}),
    "adan": (O.adan(RATE), papers.adan, {}),
    "sm3": (O.sm3(RATE), papers.sm3, {}),
    "adafactor": (O.adafactor(RATE, min_dim_size_to_factor=1), papers.adafactor, {}),
    "radam": (O.radam(RATE, b2=0.99), papers.rectified, {}),
}
# All by name, for what every one must do.
NAMED = {name: getattr(O, name) for name in (
    "adabelief adadelta adafactor adagrad adam adamax adamaxw adamw adan amsgrad fromage lamb lars lion nadam nadamw "
    "noisy_sgd novograd optimistic_adam optimistic_gradient_descent radam rmsprop rprop sgd sign_sgd signum sm3 yogi").split()}


class Numbers(unittest.TestCase):
    def test_as_pytorch(self):
        for name, (opt, kind, options) in PEERS.items():
            with self.subTest(name):
                expected = theirs(kind, **options)
                for key, found in ours(opt).items():
                    np.testing.assert_allclose(found, expected[key], rtol=1e-7, atol=1e-9)

    def test_as_the_papers(self):
        for name, (opt, step, options) in PAPERS.items():
            with self.subTest(name):
                expected = of_paper(step, **options)
                for key, found in ours(opt).items():
                    np.testing.assert_allclose(found, expected[key], rtol=1e-9, atol=1e-9)

    def test_without_factors_adafactor_keeps_squares(self):
        shape = O.adafactor(RATE).init({"w": ct.zeros((127, 200)), "b": ct.zeros((128, 200))})[0]
        self.assertEqual((shape.v["w"].shape, shape.v_row["w"].shape), ((127, 200), (1,)))
        self.assertEqual((shape.v_row["b"].shape, shape.v_col["b"].shape, shape.v["b"].shape), ((128,), (200,), (1,)))

    def test_noise_has_the_variance_it_should(self):
        opt, zeros = O.add_noise(0.04, 0.55, seed=3), ct.zeros((20000,))
        state = opt.init(zeros)
        for t in range(3):
            noise, state = opt.update(zeros, state)
            self.assertAlmostEqual(float(ct.std(noise)), (0.04 / (1 + t) ** 0.55) ** 0.5, delta=0.005)
        one, two = (O.noisy_sgd(1.0, key=key).update(zeros, O.noisy_sgd(1.0, key=key).init(zeros))[0]
                    for key in (ct.random.key(5), ct.random.key(6)))
        self.assertGreater(float(ct.max(abs(one - two))), 0.01)

    def test_polyaks_step(self):
        opt, w = O.polyak_sgd(max_learning_rate=10.0), ct.array([3.0, 4.0])
        # f = |w|**2 / 2: the step is f / |g|**2 = 1 / 2.
        updates, _ = opt.update(w, opt.init(w), w, value=ct.array(12.5))
        np.testing.assert_allclose(updates, [-1.5, -2.0])
        with self.assertRaisesRegex(ct.ValueError, "optimizers_test.py:.*scale_by_polyak needs the value of the loss"):
            opt.update(w, opt.init(w), w)

    def test_learning_rates_by_schedule_are_those_of_their_steps(self):
        opt, w = O.sgd(lambda step: 0.5 if step < 2 else 0.25), ct.array([0.0])
        moved = ct.jit(lambda w: ct.scan(lambda s, _: opt.update(ct.ones(1), s)[::-1], opt.init(w), None, 4)[1])(w)
        np.testing.assert_allclose(moved[:, 0], [-0.5, -0.5, -0.25, -0.25])


@dataclasses.dataclass
class Weights:
    w: ct.Tensor
    b: ct.Tensor
    none: None = None


class EveryWay(unittest.TestCase):
    def test_at_once_compiled_and_in_a_loop(self):
        for name, make in NAMED.items():
            with self.subTest(name):
                opt, p = make(RATE), tensors("float32")
                expected, state = walk(opt, p, 4)

                def turn(carry, _):
                    p, state = carry
                    updates, state = opt.update(ct.grad(value)(p), state, p)
                    return (ct.optim.apply_updates(p, updates), state), None

                after, kept = ct.jit(lambda p: ct.scan(turn, (p, opt.init(p)), None, 4)[0])(p)
                self.assertEqual(ct.tree.structure(kept), ct.tree.structure(state))
                for x, y in zip(ct.tree.leaves((after, kept)), ct.tree.leaves((expected, state))):
                    np.testing.assert_allclose(x, y, rtol=1e-4, atol=1e-5)
                    self.assertEqual((x.dtype, x.shape), (y.dtype, y.shape))

    def test_lanes(self):
        starts = np.random.default_rng(5).normal(size=(3, 3, 2))
        for name, make in NAMED.items():
            with self.subTest(name):
                def final(w):
                    return walk(make(RATE), {"w": w, "b": ct.zeros(2, "float64")}, 3)[0]["w"]

                rows = ct.vmap(final)(ct.array(starts))
                if name != "noisy_sgd":
                    for row, start in zip(rows, starts):
                        np.testing.assert_allclose(row, final(ct.array(start)), rtol=1e-6, atol=1e-9)

    def test_element_types_stay(self):
        for dtype in ("float16", ct.bfloat16, "float32", "float64"):
            for name, make in NAMED.items():
                with self.subTest(name=name, dtype=dtype):
                    p, state = walk(make(1e-2), tensors(dtype), 3)
                    updates, _ = make(1e-2).update(p, state, p)
                    for x in ct.tree.leaves((p, updates)):
                        self.assertEqual(x.dtype, ct.zeros((), dtype).dtype)
                        self.assertTrue(bool(ct.all(ct.isfinite(x))))

    def test_squares_of_small_numbers_in_float16(self):
        """Their squares are 0 there: steps by Adam would be infinite."""
        w = ct.array([1.0]).astype("float16")
        updates, _ = O.adam(0.5).update(ct.array([1e-5]).astype("float16"), O.adam(0.5).init(w), w)
        np.testing.assert_allclose(updates.astype("float32"), [-0.5], rtol=2e-3)

    def test_nests(self):
        nest = {"a": [ct.ones(2), None, (ct.ones((0, 3)), Weights(ct.ones((2, 2)), ct.array(1.0)))], "b": 2.0, "c": {}}
        for name, make in NAMED.items():
            with self.subTest(name):
                opt = make(RATE)
                updates, state = ct.jit(lambda p: opt.update(p, opt.init(p), p))(nest)
                after = ct.optim.apply_updates(nest, updates)
                self.assertEqual(ct.tree.structure(after), ct.tree.structure(nest))
                self.assertEqual(after["a"][2][0].shape, (0, 3))
                opt.update(updates, state, nest)
                for x, y in zip(ct.tree.leaves(after), ct.tree.leaves(nest)):
                    self.assertTrue(bool(ct.all(ct.isfinite(x))))
                    self.assertEqual(x.shape, np.shape(y))

    def test_saved_states_go_on(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "state.safetensors")
            for name, make in NAMED.items():
                with self.subTest(name):
                    opt = O.chain(O.clip_by_global_norm(1.0), make(RATE))
                    p, state = walk(opt, tensors("float32"), 2)
                    ct.save(path, (p, state))
                    kept, again = ct.load(path)
                    self.assertEqual(ct.tree.structure(again), ct.tree.structure(state))
                    self.assertIs(type(again[1][0]), type(state[1][0]))
                    for x, y in zip(ct.tree.leaves(opt.update(p, state, p)), ct.tree.leaves(opt.update(kept, again, kept))):
                        np.testing.assert_array_equal(x, y)

    def test_complex_parameters(self):
        """Gradient descent by the real and imaginary parts as parameters of their own."""
        z = np.array([1.0 + 2.0j, -0.5 + 0.0j])
        for name, make in NAMED.items():
            if name in ("noisy_sgd", "sign_sgd", "signum", "lion"):
                continue
            with self.subTest(name):
                opt, real = O.split_real_and_imaginary(make(RATE)), make(RATE)
                p, q = ct.array(z), [ct.array(z.real), ct.array(z.imag)]
                state, kept = opt.init(p), real.init(q)
                for _ in range(3):
                    updates, state = opt.update(p, state, p)
                    changes, kept = real.update(q, kept, q)
                    p, q = O.apply_updates(p, updates), O.apply_updates(q, changes)
                self.assertEqual(p.dtype, np.complex128)
                np.testing.assert_allclose(p, np.asarray(q[0]) + 1j * np.asarray(q[1]), rtol=1e-6, atol=1e-9)

    def test_complex_parameters_as_they_are(self):
        """One square for both parts: Adam's first step has the gradient's direction."""
        updates, state = O.adam(0.5).update(ct.array([3 + 4j]), O.adam(0.5).init(ct.array([0j])))
        np.testing.assert_allclose(updates, [-0.3 - 0.4j], rtol=1e-6)
        self.assertEqual(state[0].nu.dtype, np.float32)

    def test_derivatives_go_through_steps(self):
        """The derivative of what is reached by the learning rate, as differences have it."""
        def reached(rate):
            return value(walk(O.adam(rate), tensors(), 3)[0])

        rate, h = np.float64(0.05), 1e-6
        slope = (float(reached(rate + h)) - float(reached(rate - h))) / (2 * h)
        self.assertAlmostEqual(float(ct.grad(reached)(rate)), slope, delta=1e-6 * abs(slope))


class Refusals(unittest.TestCase):
    def test_kinds_of_arguments(self):
        for name, make in NAMED.items():
            for wrong in ("fast", [0.1], 0.1j, True, ct.ones(2), object()):
                with self.subTest(name=name, wrong=wrong):
                    with self.assertRaisesRegex(ct.TypeError, f"optimizers_test.py:.*ct.optim.{name}: 'learning_rate' must be"):
                        make(wrong)
            for parameter in list(inspect.signature(make).parameters)[1:]:
                if parameter in ("mask", "weight_decay_mask", "trust_ratio_mask", "mu_dtype", "accumulator_dtype",
                                 "dtype_momentum", "key"):
                    continue
                with self.assertRaisesRegex(ct.TypeError, f"ct.optim.{name}: '{parameter}' must be .*, but is"):
                    make(RATE, **{parameter: "a"})
        with self.assertRaisesRegex(ct.TypeError, r"optimizers_test.py:.*ct.optim.adam: .*beta.*; call adam\(learning_rate, "):
            O.adam(0.1, beta=1)
        with self.assertRaisesRegex(ct.TypeError, "ct.optim.adam: .*learning_rate"):
            O.adam()

    def test_parameters_that_no_gradient_is_of(self):
        for x in (ct.arange(3), ct.array([True]), 3, ct.ones(2).astype(ct.float8_e5m2)):
            with self.assertRaisesRegex(ct.TypeError, "optimizers_test.py:.*floating-point or complex tensors, but one is"):
                O.adam(0.1).init({"x": x})

    def test_nests_that_differ(self):
        opt, p = O.adam(0.1), tensors()
        with self.assertRaisesRegex(ct.ValueError, "optimizers_test.py:.*the nests differ"):
            opt.update({"w": p["w"]}, opt.init(p), p)
        with self.assertRaisesRegex(ct.ValueError, "optimizers_test.py:.*the nests differ"):
            O.apply_updates(p, [1.0])

    def test_parameters_that_are_needed(self):
        for name in ("adamw", "lamb", "lion", "lars", "novograd", "fromage", "adafactor"):
            with self.assertRaisesRegex(ct.ValueError, "optimizers_test.py:.*needs the parameters.*update"):
                NAMED[name](0.1).update(ct.ones(2), NAMED[name](0.1).init(ct.ones(2)))

    def test_shapes_that_would_be_broadcast(self):
        p, g = ct.ones((3, 2)), ct.ones((3, 1))
        for name, make in NAMED.items():
            with self.subTest(name), self.assertRaisesRegex(ct.Error, "optimizers_test.py:.*(same shape, but found|do not go together)"):
                opt = make(RATE)
                updates, _ = opt.update(g, opt.init(p), p)
                O.apply_updates(p, updates)

    def test_updates_that_parameters_cannot_hold(self):
        for p, u in ((ct.arange(2), ct.ones(2)), (ct.ones(2), ct.array([1j, 1j]))):
            with self.assertRaisesRegex(ct.TypeError, r"optimizers_test.py:.*apply_updates: the parameter \w+\[2\] cannot hold"):
                O.apply_updates(p, u)
        self.assertEqual(O.apply_updates(ct.arange(2), ct.arange(2)).tolist(), [0, 2])

    def test_states_of_others(self):
        for wrong in (None, 5, {}, ct.ones(2)):
            with self.assertRaisesRegex(ct.TypeError, "optimizers_test.py:.*the state must be what init or update returned, but is"):
                O.adam(0.1).update(ct.ones(2), wrong)
        with self.assertRaisesRegex(ct.TypeError, "optimizers_test.py:.*the state must be what init"):
            O.scale_by_adam().update(ct.ones(2), ())
        with self.assertRaisesRegex(ct.ValueError, "optimizers_test.py:.*the state has 2 parts for 3 transformations"):
            O.adamw(0.1).update(ct.ones(2), O.adam(0.1).init(ct.ones(2)), ct.ones(2))


if __name__ == "__main__":
    unittest.main()
