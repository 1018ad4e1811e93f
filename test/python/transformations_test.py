#!/usr/bin/python3
"""Transformations of gradients: what they compute, what they are made of, and for which parameters and steps."""

import os
import tempfile
import unittest

import cotan as ct
import numpy as np

O = ct.optim
G = {"a": np.array([3.0, -4.0]), "b": np.array([[0.5, 12.0], [-1.0, 2.0]])}
P = {"a": np.array([1.0, 2.0]), "b": np.array([[4.0, -3.0], [0.0, 2.0]])}


def tensors(nest):
    return ct.tree.map(ct.array, nest)


def first(tx, g=G, p=P, **more):
    p = tensors(p)
    return tx.update(tensors(g), tx.init(p), p, **more)[0]


class Formulas(unittest.TestCase):
    def same(self, found, expected):
        self.assertEqual(ct.tree.structure(found), ct.tree.structure(expected))
        for x, y in zip(ct.tree.leaves(found), ct.tree.leaves(expected)):
            np.testing.assert_allclose(x, y, rtol=1e-12, atol=1e-15)
            self.assertEqual(x.dtype, np.float64)

    def test_of_each_leaf(self):
        norm, root = np.linalg.norm, lambda x: np.sqrt(np.mean(x**2))
        def unit(x):
            return norm(x) if x.ndim == 1 else norm(x, axis=0)
        def clipped(g, p):
            most = 0.1 * np.maximum(unit(p), 1e-3)
            return np.where(unit(g) < most, g, g * most / unit(g))
        table = {
            "scale": (O.scale(-2.5), lambda g, p: -2.5 * g),
            "identity": (O.identity(), lambda g, p: g),
            "set_to_zero": (O.set_to_zero(), lambda g, p: 0 * g),
            "scale_by_sign": (O.scale_by_sign(), lambda g, p: np.sign(g)),
            "scale_by_learning_rate": (O.scale_by_learning_rate(0.3), lambda g, p: -0.3 * g),
            "flip_sign": (O.scale_by_learning_rate(0.3, flip_sign=False), lambda g, p: 0.3 * g),
            "scale_by_schedule": (O.scale_by_schedule(lambda n: 3.0 + n), lambda g, p: 3 * g),
            "scale_by_param_block_norm": (O.scale_by_param_block_norm(), lambda g, p: g * norm(p)),
            "scale_by_param_block_rms": (O.scale_by_param_block_rms(), lambda g, p: g * root(p)),
            "scale_by_trust_ratio": (O.scale_by_trust_ratio(0.0, 0.5, 1.0), lambda g, p: g * 0.5 * norm(p) / (norm(g) + 1)),
            "clip": (O.clip(2.0), lambda g, p: np.clip(g, -2, 2)),
            "clip_by_block_rms": (O.clip_by_block_rms(1.0), lambda g, p: g / max(1, root(g))),
            "adaptive_grad_clip": (O.adaptive_grad_clip(0.1), clipped),
            "centralize": (O.centralize(), lambda g, p: g - g.mean(axis=0) if g.ndim > 1 else g),
            "add_decayed_weights": (O.add_decayed_weights(0.1), lambda g, p: g + 0.1 * p),
            "decay by a schedule": (O.add_decayed_weights(lambda n: 0.1 + n), lambda g, p: g + 0.1 * p),
            "keep_params_nonnegative": (O.keep_params_nonnegative(), lambda g, p: np.where(p + g < 0, -p, g)),
            "stateless": (O.stateless_with_tree_map(lambda u, p: u * p), lambda g, p: g * p),
        }
        for name, (tx, formula) in table.items():
            with self.subTest(name):
                expected = {key: formula(G[key], P[key]) for key in G}
                self.same(first(tx), expected)
                self.same(ct.jit(lambda g, p: tx.update(g, tx.init(p), p)[0])(G, P), expected)
                self.same(first(O.chain(O.identity(), tx)), expected)

    def test_of_all_together(self):
        norm = np.sqrt(sum((x**2).sum() for x in G.values()))
        np.testing.assert_allclose(O.global_norm(G), norm)
        self.same(first(O.clip_by_global_norm(1.0)), {k: g / norm for k, g in G.items()})
        self.same(first(O.clip_by_global_norm(100.0)), G)
        self.same(first(O.normalize_by_update_norm(2.0, 0.0)), {k: 2 * g / norm for k, g in G.items()})
        self.assertEqual(float(O.global_norm([])), 0.0)

    def test_norms_of_small_types(self):
        """Squares of these are infinite in float16, or 0."""
        for size in (1e4, 1e-5):
            norm = O.global_norm(ct.full((100,), size).astype("float16"))
            np.testing.assert_allclose(norm, 10 * size, rtol=2e-2)
            self.assertEqual(norm.dtype, np.float32)
        self.assertTrue(np.isfinite(float(O.global_norm(ct.full((3,), 300, "float16")))))

    def test_of_zero_and_nan(self):
        zeros = {"x": ct.zeros(3)}
        for tx in (O.clip_by_global_norm(1.0), O.clip_by_block_rms(1.0), O.scale_by_trust_ratio(), O.adaptive_grad_clip(0.1),
                   O.normalize_by_update_norm(), O.scale_by_rss(0.0), O.scale_by_sm3(), O.scale_by_factored_rms()):
            np.testing.assert_array_equal(tx.update(zeros, tx.init(zeros), zeros)[0]["x"], np.zeros(3))
        tx = O.zero_nans()
        found, state = tx.update({"x": ct.array([np.nan, 1.0]), "y": ct.ones(1)}, tx.init({"x": ct.ones(2), "y": ct.ones(1)}))
        np.testing.assert_array_equal(found["x"], [0.0, 1.0])
        self.assertEqual({k: bool(v) for k, v in state.found_nan.items()}, {"x": True, "y": False})

    def test_sums_of_steps(self):
        random = np.random.default_rng(0)
        gradients = random.normal(size=(7, 3))
        m, t = np.zeros(3), np.zeros(3)
        averaged, momentum, ahead = O.ema(0.8), O.trace(0.8), O.trace(0.8, nesterov=True)
        states = [tx.init(ct.zeros(3, "float64")) for tx in (averaged, momentum, ahead)]
        for i, g in enumerate(gradients, 1):
            m, t = 0.8 * m + 0.2 * g, 0.8 * t + g
            expected = (m / (1 - 0.8**i), t, g + 0.8 * t)
            for j, tx in enumerate((averaged, momentum, ahead)):
                found, states[j] = tx.update(ct.array(g), states[j])
                np.testing.assert_allclose(found, expected[j], rtol=1e-12)

    def test_apply_every(self):
        tx = O.apply_every(3)
        rows = ct.jit(lambda g: ct.scan(lambda s, g: tx.update(g, s)[::-1], tx.init(g[0]), g)[1])(np.arange(1.0, 8.0)[:, None])
        np.testing.assert_array_equal(rows[:, 0], [0, 0, 6, 0, 0, 15, 0])


class Parts(unittest.TestCase):
    def test_masked(self):
        for mask in ({"a": True, "b": False}, lambda p: {k: x.ndim == 1 for k, x in p.items()}):
            found = first(O.masked(O.scale(2.0), mask))
            np.testing.assert_array_equal(found["a"], 2 * G["a"])
            np.testing.assert_array_equal(found["b"], G["b"])
        nest = {"x": [ct.ones(1), ct.ones(1)], "y": (ct.ones(1), None)}
        found = first(O.masked(O.scale(2.0), {"x": True, "y": False}), nest, nest)
        self.assertEqual([float(x[0]) for x in ct.tree.leaves(found)], [2.0, 2.0, 1.0])
        tx = O.masked(O.scale_by_adam(), {"a": True, "b": False})
        self.assertEqual(list(ct.tree.leaves(tx.init(tensors(P)).inner_state.mu)[0].shape), [2])

    def test_masks_that_do_not_fit(self):
        for mask, text in (({"a": True}, r"beginning of one, but has \[\"\['a'\]\"\] where"), ({"a": 1, "b": True}, "True or False.*but holds"),
                           ([True, False], "beginning of one")):
            with self.assertRaisesRegex(ct.Error, f"transformations_test.py:.*ct.optim.masked: .*{text}"):
                first(O.masked(O.scale(2.0), mask))

    def test_decay_of_some(self):
        opt = O.adamw(0.1, weight_decay=0.5, mask={"a": True, "b": False})
        plain, decayed = first(O.adam(0.1)), first(opt)
        np.testing.assert_array_equal(plain["b"], decayed["b"])
        np.testing.assert_allclose(decayed["a"], plain["a"] - 0.05 * P["a"], rtol=1e-12, atol=1e-15)

    def test_partition(self):
        self.assertIs(O.multi_transform, O.partition)
        for labels in ({"a": "fast", "b": "slow"}, lambda p: {k: "fast" if k == "a" else "slow" for k in p}):
            opt = O.partition({"fast": O.adam(1.0), "slow": O.sgd(0.1, 0.9), "none": O.set_to_zero()}, labels)
            state, p = opt.init(tensors(P)), tensors(P)
            one, two = O.adam(1.0), O.sgd(0.1, 0.9)
            kept = [one.init(p["a"]), two.init(p["b"])]
            for _ in range(3):
                found, state = opt.update(tensors(G), state, p)
                a, kept[0] = one.update(ct.array(G["a"]), kept[0])
                b, kept[1] = two.update(ct.array(G["b"]), kept[1])
                np.testing.assert_array_equal(found["a"], a)
                np.testing.assert_array_equal(found["b"], b)
        with self.assertRaisesRegex(ct.ValueError, "transformations_test.py:.*has the label 'fsat', which is none of"):
            O.partition({"fast": O.sgd(1.0)}, "fsat").init(tensors(P))

    def test_frozen(self):
        self.assertEqual(float(ct.max(abs(first(O.freeze({"a": True, "b": False}))["a"]))), 0.0)
        found = first(O.selective_transform(O.sgd(1.0), freeze_mask={"a": True, "b": False}))
        np.testing.assert_array_equal(found["a"], [0.0, 0.0])
        np.testing.assert_array_equal(found["b"], -G["b"])

    def test_chains(self):
        opt = O.named_chain(("norm", O.clip_by_global_norm(1.0)), ("adam", O.scale_by_adam()), ("rate", O.scale(-0.1)))
        plain = O.chain(O.clip_by_global_norm(1.0), O.scale_by_adam(), O.scale(-0.1))
        np.testing.assert_array_equal(first(opt)["b"], first(plain)["b"])
        self.assertEqual(int(opt.update(tensors(G), opt.init(tensors(P)))[1]["adam"].count), 1)
        self.assertEqual(O.chain().update([ct.ones(1)], ())[1], ())
        with self.assertRaisesRegex(ct.TypeError, r"transformations_test.py:.*ct.optim.chain: each argument must be a "
                                                  r"ct.optim.GradientTransformation, but is .*call it: ct.optim.adam\(...\)"):
            O.chain(O.adam)
        with self.assertRaisesRegex(ct.ValueError, "the names must differ"):
            O.named_chain(("a", O.scale(1.0)), ("a", O.scale(1.0)))

    def test_more_arguments_go_where_they_are_wanted(self):
        seen = []
        def update(updates, state, params=None, *, factor, **extra_args):
            seen.append(sorted(extra_args))
            return ct.tree.map(lambda u: u * factor, updates), state
        mine = O.GradientTransformationExtraArgs(lambda p: (), update)
        plain = O.GradientTransformation(lambda p: (), lambda u, s, p=None: (u, s))
        for opt in (O.chain(plain, mine), O.masked(mine, True), O.partition({"x": mine}, "x"), O.apply_if_finite(mine, 1),
                    O.flatten(mine), O.MultiSteps(mine, 1).gradient_transformation(), O.named_chain(("m", mine))):
            np.testing.assert_allclose(first(opt, factor=3.0, other=1)["a"], 3 * G["a"])
        self.assertEqual(seen[0], ["other"])


class Steps(unittest.TestCase):
    def test_apply_if_finite(self):
        tx = O.apply_if_finite(O.sgd(1.0, 0.5), 2)
        gradients = np.array([1.0, np.nan, np.inf, 2.0, np.nan, np.nan, np.nan])[:, None].astype(np.float32)

        def run(g):
            return ct.scan(lambda s, g: (lambda u, s: (s, (u, s.notfinite_count, s.total_notfinite)))(*tx.update(g, s)), tx.init(g[0]), g)

        for way in (run, ct.jit(run)):
            state, (moved, row, total) = way(gradients)
            np.testing.assert_array_equal(moved[:6, 0], [-1, 0, 0, -2.5, 0, 0])
            self.assertTrue(np.isnan(float(moved[6, 0])))  # the third in a row is let through
            self.assertEqual((row.tolist(), total.tolist()), ([0, 1, 2, 0, 1, 2, 3], [0, 1, 2, 2, 3, 4, 5]))
            self.assertFalse(bool(state.last_finite))

    def test_means_of_several_gradients(self):
        """k gradients move as their mean does: as a batch k times as large."""
        gradients = np.random.default_rng(0).normal(size=(12, 4))
        opt, inner = O.MultiSteps(O.adam(0.1), 3), O.adam(0.1)
        w = ct.zeros(4, "float64")
        after, _ = ct.jit(lambda g: ct.scan(lambda s, g: (lambda u, s: (s, (u, opt.has_updated(s))))(*opt.update(g, s, w)), opt.init(w), g)[1])(gradients)
        state = inner.init(w)
        for i, mean in enumerate(gradients.reshape(4, 3, 4).mean(axis=1)):
            expected, state = inner.update(ct.array(mean), state)
            np.testing.assert_allclose(after[3 * i + 2], expected, rtol=1e-6)
            np.testing.assert_array_equal(after[3 * i:3 * i + 2], np.zeros((2, 4)))

    def test_every_k_by_a_schedule_and_skipped_gradients(self):
        opt = O.MultiSteps(O.scale(1.0), lambda moves: 1 if moves < 2 else 2, use_grad_mean=False,
                           should_skip_update_fn=O.skip_not_finite)
        state, found = opt.init(ct.zeros(1)), []
        for g in (1.0, 2.0, 3.0, np.nan, 4.0, 5.0):
            u, state = opt.update(ct.array([g]), state)
            found.append(float(u[0]))
        self.assertEqual(found, [1.0, 2.0, 0.0, 0.0, 7.0, 0.0])
        self.assertEqual((int(state.gradient_step), int(state.mini_step)), (3, 1))
        large = O.MultiSteps(O.scale(1.0), 1, should_skip_update_fn=lambda u, n, p: O.skip_large_updates(u, n, p, 10.0))
        self.assertEqual(float(large.update(ct.array([4.0]), large.init(ct.zeros(1)))[0][0]), 0.0)
        for wrong in (0, "a", 1.5):
            with self.assertRaisesRegex(ct.Error, "transformations_test.py:.*MultiSteps: 'every_k_schedule' must be"):
                O.MultiSteps(O.sgd(1.0), wrong)

    def test_hyperparameters_in_the_state(self):
        make = O.inject_hyperparams(O.adamw, static_args="mask")
        opt = make(learning_rate=O.linear_schedule(0.1, 0.0, 10), b1=0.8, weight_decay=0.01)
        plain = O.adamw(O.linear_schedule(0.1, 0.0, 10), b1=0.8, weight_decay=0.01)
        p, q = tensors(P), tensors(P)
        state, kept = opt.init(p), plain.init(q)
        step = ct.jit(lambda p, state: opt.update(tensors(G), state, p))
        for i in range(5):
            self.assertEqual(int(state.count), i)
            updates, state = step(p, state)
            p = O.apply_updates(p, updates)
            updates, kept = plain.update(tensors(G), kept, q)
            q = O.apply_updates(q, updates)
        np.testing.assert_allclose(p["b"], q["b"], rtol=1e-12)
        self.assertAlmostEqual(float(state.hyperparams["learning_rate"]), 0.06)
        self.assertEqual(state.hyperparams["b1"].dtype, np.float64)
        state.hyperparams["weight_decay"] = ct.array(0.0)
        step(p, state)
        with self.assertRaisesRegex(ct.ValueError, "adam has no parameter 'mask', which 'static_args' names"):
            O.inject_hyperparams(O.adam, static_args="mask")

    def test_every_named_optimizer_takes_its_numbers_from_a_state(self):
        for name in ("adam adamw adamax nadam radam amsgrad lion lamb adagrad rmsprop adadelta adafactor novograd yogi sm3 "
                     "sgd lars adabelief adan fromage rprop optimistic_gradient_descent").split():
            with self.subTest(name):
                opt = O.inject_hyperparams(getattr(O, name))(learning_rate=0.1)
                found = ct.jit(lambda g, p: opt.update(g, opt.init(p), p)[0])(G, P)
                np.testing.assert_allclose(found["b"], first(getattr(O, name)(0.1))["b"], rtol=1e-9, atol=1e-12)

    def test_flat(self):
        np.testing.assert_allclose(first(O.flatten(O.adam(0.1)))["b"], first(O.adam(0.1))["b"], rtol=1e-12)
        self.assertEqual(O.flatten(O.adam(0.1)).update([], O.flatten(O.adam(0.1)).init([]))[0], [])

    def test_lookahead(self):
        opt = O.lookahead(O.sgd(1.0), 2, 0.5)
        p = O.LookaheadParams.init_synced(ct.array([0.0]))
        state, path = opt.init(p), []
        for _ in range(4):
            updates, state = opt.update(ct.array([1.0]), state, p)
            p = O.apply_updates(p, updates)
            path.append((float(p.fast[0]), float(p.slow[0])))
        self.assertEqual(path, [(-1.0, 0.0), (-1.0, -1.0), (-2.0, -1.0), (-2.0, -2.0)])
        with self.assertRaisesRegex(ct.TypeError, "write ct.optim.LookaheadParams.init_synced"):
            opt.init(ct.ones(1))

    def test_means_of_parameters(self):
        new, old = {"x": ct.array([2.0])}, {"x": ct.array([0.0])}
        self.assertEqual(float(O.incremental_update(new, old, 0.25)["x"][0]), 0.5)
        self.assertEqual([float(O.periodic_update(new, old, n, 3)["x"][0]) for n in range(4)], [2, 0, 0, 2])

    def test_states_in_files(self):
        inject = O.inject_hyperparams(O.adam)(learning_rate=0.1)
        many = O.MultiSteps(O.apply_if_finite(O.partition({"x": O.sm3(0.1), "y": inject}, {"a": "x", "b": "y"}), 3), 2,
                            should_skip_update_fn=O.skip_not_finite)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "state.safetensors")
            for opt in (many.gradient_transformation(), O.lbfgs(memory_size=3), O.add_noise(1.0, 0.5, seed=1)):
                state = opt.init(tensors(P))
                ct.save(path, state)
                again = ct.load(path)
                self.assertEqual(ct.tree.structure(again), ct.tree.structure(state))
                self.assertIs(type(again), type(state))
            with open(path, "rb") as file:
                bytes_of = file.read()
            for wrong in (b"GradientTra__", b"Nobody_______"):  # as long as the name is
                with open(path, "wb") as file:
                    file.write(bytes_of.replace(b"AddNoiseState", wrong))
                with self.assertRaisesRegex(ct.ValueError, "transformations_test.py:.*there is no state"):
                    ct.load(path)

    def test_values_of_states_by_name(self):
        make = O.inject_hyperparams(O.adam)
        state = O.chain(O.clip(1.0), make(learning_rate=0.1)).init(tensors(P))
        self.assertEqual(float(O.tree_get(state, "learning_rate")), np.float64(0.1))
        self.assertEqual(O.tree_get(state, "velocity", 7), 7)
        changed = O.tree_set(state, learning_rate=ct.array(0.5), b1=ct.array(0.0))
        self.assertEqual((float(O.tree_get(changed, "learning_rate")), float(O.tree_get(changed, "b1"))), (0.5, 0.0))
        self.assertEqual(ct.tree.structure(changed), ct.tree.structure(state))
        with self.assertRaisesRegex(ct.ValueError, r"transformations_test.py:.*there are 2 values 'count': state\[1\].count, state"):
            O.tree_get(state, "count")
        with self.assertRaisesRegex(ct.ValueError, "transformations_test.py:.*there is no value 'rate'"):
            O.tree_set(state, rate=1.0)

    def test_states_in_lanes(self):
        """As a loop over parameters, each with a state of its own: also where they branch."""
        starts, gradients = np.random.default_rng(0).normal(size=(2, 4, 3))
        gradients[2, 1] = np.nan
        for opt in (O.apply_if_finite(O.adam(0.1), 3), O.MultiSteps(O.adam(0.1), 2, should_skip_update_fn=O.skip_not_finite),
                    O.conditionally_mask(O.sgd(0.1, 0.9), lambda n: n < 1), O.inject_hyperparams(O.adamw)(0.1), O.zero_nans()):
            states, one = ct.vmap(opt.init)(starts), [opt.init(x) for x in starts]
            for _ in range(3):
                moved, states = ct.vmap(opt.update)(gradients, states, starts)
                for i, g in enumerate(gradients):
                    expected, one[i] = opt.update(ct.array(g), one[i], ct.array(starts[i]))
                    np.testing.assert_allclose(moved[i], expected, rtol=1e-12)

    def test_steps_under_conditions(self):
        for kind, before in ((O.conditionally_transform, 1.0), (O.conditionally_mask, 0.0)):
            tx = kind(O.scale(2.0), lambda step: step % 2 == 1)
            found = ct.jit(lambda g: ct.scan(lambda s, g: tx.update(g, s)[::-1], tx.init(g[0]), g)[1])(np.ones((4, 1)))
            np.testing.assert_array_equal(found[:, 0], [before, 2.0, before, 2.0])
        tx = O.conditionally_transform(O.scale(2.0), lambda step, wanted: wanted, forward_extra_args=True)
        self.assertEqual(float(tx.update(ct.ones(1), tx.init(ct.ones(1)), wanted=True)[0][0]), 2.0)


if __name__ == "__main__":
    unittest.main()
