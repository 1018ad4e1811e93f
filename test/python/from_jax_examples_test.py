#!/usr/bin/python3
"""The programs of examples/from_jax, which follow tutorials of optax, diffrax, jaxopt and Flax: their numbers beside those that
the tutorials print, closed forms, NumPy, SciPy and scikit-learn; and that none is longer than what it follows."""

import contextlib
import functools
import io
import pathlib
import runpy
import tokenize
import unittest

import cotan as ct
import numpy as np
import scipy.integrate
import scipy.optimize
from sklearn import linear_model, svm

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "examples/from_jax"
# Lines of the part of the tutorial that is followed, as they were in 2026, without blank lines, comments, documentation and
# plots; with the data, where a page takes them for granted.
LINES_THERE = {
    "diffrax_coupled_odes": 42, "diffrax_forcing": 41, "diffrax_getting_started": 27, "diffrax_heat_pde": 127,
    "diffrax_neural_ode": 118, "diffrax_steady_state": 48, "diffrax_stiff_ode": 44, "flax_nnx_digits": 105,
    "jaxopt_anderson_gd": 40, "jaxopt_kernel_svm": 58, "jaxopt_lasso_implicit_diff": 54, "jaxopt_least_squares": 14,
    "jaxopt_logistic_regression": 12, "jaxopt_multiclass_svm": 53, "jaxopt_picard_ode": 33, "jaxopt_ridge_implicit_diff": 47,
    "jaxopt_root_finding": 17, "optax_adversarial_training": 132, "optax_freezing_parameters": 175,
    "optax_getting_started": 43, "optax_gradient_accumulation": 106, "optax_lbfgs": 65, "optax_lookahead": 115,
    "optax_meta_learning": 54, "optax_ogda": 27, "optax_private_sgd": 90}


@functools.cache
def names(stem):
    """What the program's names are at its end."""
    with contextlib.redirect_stdout(io.StringIO()):
        return runpy.run_path(str(FOLDER / f"{stem}.py"))


def near(found, wanted, tolerance=1e-5):
    np.testing.assert_allclose(np.asarray(found, np.float64), wanted, rtol=tolerance, atol=tolerance)


def count_of_lines(path):
    """Those with code."""
    lines, is_statement = set(), True
    with open(path, "rb") as file:
        for token in tokenize.tokenize(file.readline):
            if token.type in (tokenize.ENCODING, tokenize.COMMENT, tokenize.NL, tokenize.INDENT, tokenize.DEDENT):
                continue
            if token.type == tokenize.NEWLINE:
                is_statement = True
            elif token.type != tokenize.ENDMARKER and not (is_statement and token.string.startswith('"""')):
                lines.update(range(token.start[0], token.end[0] + 1))
                is_statement = False
    return len(lines)


def adam(slopes, start, rate, steps, b1=0.9, nesterov=False):
    """Kingma and Ba's, in float64; all points. With Nesterov's momentum it is Dozat's."""
    x, m, v, points = np.array(start, float), 0.0, 0.0, []
    for t in range(1, steps + 1):
        points.append(x)
        g = slopes(x)
        m, v = b1 * m + (1 - b1) * g, 0.999 * v + 0.001 * g**2
        step = m / (1 - b1**t)
        if nesterov:
            step = b1 * m / (1 - b1 ** (t + 1)) + (1 - b1) * g / (1 - b1**t)
        x = x - rate * step / (np.sqrt(v / (1 - 0.999**t)) + 1e-8)
    return np.array(points)


class Programs(unittest.TestCase):
    def test_none_is_longer_than_what_it_follows(self):
        self.assertEqual(set(LINES_THERE), {path.stem for path in FOLDER.glob("*.py")})
        for stem, there in LINES_THERE.items():
            self.assertLessEqual(count_of_lines(FOLDER / f"{stem}.py"), there, stem)


class Optax(unittest.TestCase):
    def test_getting_started(self):
        found = names("optax_getting_started")
        near(found["by_adam"], [0.5, 0.5], 1e-4)
        near(found["by_chain"], [0.5, 0.5], 1e-4)
        near(found["norms"][0], 1.0)
        near(found["norms"][1:], 1 - np.arange(100) / 99)

    def test_freezing_parameters(self):
        """Where |x| is near its corner, the sign of what is left, and so all that follows, is that of a rounding."""
        found = names("optax_freezing_parameters")
        for history in found["histories"].values():
            near(history[49], [15.1, 5.0, 10.0], 1e-4)
            near(history[99], [10.1001, 0.0001, 10.0], 2e-4)
            near(history[199], [10.0060, 0.0, 10.0], 3e-2)
        near(found["swapped"][199][2], 9.9)
        near(found["swapped"][249][2], 4.9, 1e-4)
        self.assertLess(abs(found["swapped"][399][2]), 0.1)
        self.assertEqual(found["swapped"][399][1], found["swapped"][199][1])

    def test_lbfgs(self):
        found = names("optax_lbfgs")
        mat, w = found["mat"].numpy().astype(float), ct.random.normal(ct.random.key(1), (8,)).numpy().astype(float)
        near(found["values"], two_loops(lambda w: mat @ (w - 1), lambda w: 0.5 * (w - 1) @ mat @ (w - 1), w, 0.1, 16), 1e-3)
        self.assertTrue((np.diff(found["searched"]) <= 0).all())
        self.assertLess(found["searched"][-1], 0.2 * found["searched"][0])
        best = scipy.optimize.minimize(scipy.optimize.rosen, np.zeros(8), jac=scipy.optimize.rosen_der, tol=1e-10).x
        near(found["final_params"], best, 1e-4)

    def test_ogda(self):
        histories = {name: history.numpy() for name, history in names("optax_ogda")["histories"].items()}
        near(np.hypot(*histories["SGD"].T), 2**0.5 * 1.01 ** (np.arange(1000) / 2), 1e-4)

        def turned(z):
            return np.array([z[1], -z[0]])

        z, before, points = np.ones(2), turned(np.ones(2)), []
        for _ in range(1000):
            points.append(z)
            slope = turned(z)
            z, before = z - 0.1 * (2 * slope - before), slope
        near(histories["Optimistic GD"], points, 1e-4)
        near(histories["Adam"][:300], adam(turned, [1.0, 1.0], 0.05, 300, nesterov=True), 1e-3)
        self.assertLess(np.hypot(*histories["Optimistic Adam"][-1]), 1e-4)

    def test_meta_learning(self):
        found, theta = names("optax_meta_learning"), float(ct.random.normal(ct.random.key(42)))
        keys = ct.random.split(ct.random.key(0), 2000)
        eta, nu, m, v, rates, thetas = -np.log(9.0), 0.0, 0.0, 0.0, [], []
        for t in range(1, 21):
            xs, ys = (row.numpy().astype(float) for row in found["draw"](keys[t - 1]))

            def outer(eta):
                return rms_prop(1 / (1 + np.exp(-eta)), theta, nu, xs, ys)  # noqa: B023

            slope = (outer(eta + 1e-6)[0] - outer(eta - 1e-6)[0]) / 2e-6
            _, theta, nu = outer(eta)
            m, v = 0.9 * m + 0.1 * slope, 0.999 * v + 0.001 * slope**2
            eta -= 0.03 * m / (1 - 0.9**t) / (np.sqrt(v / (1 - 0.999**t)) + 1e-8)
            rates.append(1 / (1 + np.exp(-eta)))
            thetas.append(theta)
        near(found["learning_rates"][:20], rates, 1e-3)
        near(found["thetas"][:20], thetas, 1e-3)
        near(np.mean(found["thetas"][-100:]), 10.0, 0.02)  # the slope of the line

    def test_gradient_accumulation(self):
        self.assertLess(max(names("optax_gradient_accumulation")["differences"]), 1e-7)


def rms_prop(rate, theta, nu, xs, ys):
    """The loss at the last point after steps at the others, and the state then."""
    for x, y in zip(xs[:-1], ys[:-1]):
        g = -x * (y - x * theta)
        nu = 0.9 * nu + 0.1 * g**2
        theta = theta - rate * g / np.sqrt(nu + 1e-8)
    return 0.5 * (ys[-1] - xs[-1] * theta) ** 2, theta, nu


def two_loops(slope, value, w, rate, steps, memory=10):
    """L-BFGS (Nocedal and Wright 2006, algorithm 7.4) with steps of one length; the values on the way."""
    pairs, values, g = [], [], slope(w)
    for _ in range(steps):
        values.append(value(w))
        q, kept = g.copy(), []
        for s, y in reversed(pairs):
            a = s @ q / (s @ y)
            q -= a * y
            kept.append(a)
        q *= pairs[-1][0] @ pairs[-1][1] / (pairs[-1][1] @ pairs[-1][1]) if pairs else min(1, 1 / np.linalg.norm(g))
        for (s, y), a in zip(pairs, reversed(kept)):
            q += s * (a - y @ q / (s @ y))
        new = w - rate * q
        pairs = [*pairs, (new - w, slope(new) - g)][-memory:]
        w, g = new, slope(new)
    return values


def softmax_slope(logits, labels):
    """Of the sum of the losses, by the logits."""
    slope = np.exp(logits - logits.max(1, keepdims=True))
    slope /= slope.sum(1, keepdims=True)
    slope[np.arange(len(labels)), labels] -= 1
    return slope


class Digits(unittest.TestCase):
    """Whole trainings, again in NumPy, with slopes by hand."""

    def test_lookahead(self):
        found = names("optax_lookahead")
        x, y = np.c_[found["train_x"], np.ones(len(found["train_x"]))], found["train_y"]
        fast, slow, m, v = (np.zeros((65, 10)) for _ in range(4))
        for t, rows in enumerate(found["batches"], 1):
            g = x[rows].T @ softmax_slope(x[rows] @ fast, y[rows]) / len(rows)
            m, v = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g**2
            fast = fast - 0.01 * m / (1 - 0.9**t) / (np.sqrt(v / (1 - 0.999**t)) + 1e-8)
            if t % found["SYNC_PERIOD"] == 0:
                slow = slow + 0.1 * (fast - slow)
                fast = slow
        near(found["params"].slow["kernel"], slow[:-1], 1e-6)
        near(found["params"].slow["bias"], slow[-1], 1e-6)
        self.assertGreater(found["test_accuracy"], 0.8)

    def test_private_sgd(self):
        found = names("optax_private_sgd")
        x, y, clip = np.c_[found["train_x"], np.ones(len(found["train_x"]))], found["train_y"], found["L2_NORM_CLIP"]
        w = np.zeros((65, 10))
        keys = ct.random.split(ct.random.key(1337), len(found["batches"]))
        for rows, key in zip(found["batches"], keys):
            slopes = softmax_slope(x[rows] @ w, y[rows])
            lengths = np.linalg.norm(slopes, axis=1) * np.linalg.norm(x[rows], axis=1)
            noise = found["noise"](key, None)
            total = x[rows].T @ (slopes * np.minimum(1, clip / lengths)[:, None])
            w -= found["LEARNING_RATE"] / len(rows) * (total + np.r_[noise["w"], noise["b"][None]])
        near(found["params"]["w"], w[:-1], 1e-6)
        near(found["params"]["b"], w[-1], 1e-6)
        drawn = np.concatenate([found["noise"](key, None)["w"].numpy().ravel() for key in keys])
        near(drawn.std(), found["NOISE_MULTIPLIER"] * clip, 0.02)
        self.assertGreater(found["accuracy"], 0.75)

    def test_adversarial_training(self):
        found = names("optax_adversarial_training")
        x, y, epsilon = found["train_x"], found["train_y"], found["EPSILON"]

        def slopes(p, x, y, by_image):
            hidden = np.tanh(x @ p["w1"] + p["b1"])
            above = softmax_slope(hidden @ p["w2"] + p["b2"], y) / len(y)
            below = above @ p["w2"].T * (1 - hidden**2)
            if by_image:
                return below @ p["w1"].T
            found = {"w1": x.T @ below, "b1": below.sum(0), "w2": hidden.T @ above, "b2": above.sum(0)}
            return {name: g + 1e-4 * p[name] for name, g in found.items()}

        p, m, v = found["start"], dict.fromkeys("w1 b1 w2 b2".split(), 0.0), dict.fromkeys("w1 b1 w2 b2".split(), 0.0)
        for t, rows in enumerate(found["batches"][:40], 1):
            change = np.zeros((len(rows), 64))
            for _ in range(10):
                change = np.clip(change + epsilon / 5 * np.sign(slopes(p, x[rows] + change, y[rows], True)), -epsilon, epsilon)
            g = slopes(p, np.clip(x[rows] + change, 0, 1), y[rows], False)
            for name in p:
                m[name], v[name] = 0.9 * m[name] + 0.1 * g[name], 0.999 * v[name] + 0.001 * g[name] ** 2
            p = {name: p[name] - 0.01 * m[name] / (1 - 0.9**t) / (np.sqrt(v[name] / (1 - 0.999**t)) + 1e-8) for name in p}
        params, state = found["start"], found["optimizer"].init(found["start"])
        for rows in found["batches"][:40]:
            params, state = found["train_step"](params, state, x[rows], y[rows])
        for name, wanted in p.items():
            near(params[name], wanted, 1e-6)
        self.assertGreater(found["clean"], 0.93)
        self.assertGreater(found["attacked"], 0.6)


class Diffrax(unittest.TestCase):
    def test_getting_started(self):
        found = names("diffrax_getting_started")
        near(found["sol"].y, np.exp(-np.arange(4.0)), 1e-4)
        near(found["ball"].t_events[0][0], (2 * 10 / 8) ** 0.5)

    def test_coupled_odes(self):
        found = names("diffrax_coupled_odes")
        args = found["args"]
        wanted = scipy.integrate.solve_ivp(found["vector_field"], (0, 140), [10.0, 10.0], "DOP853", found["ts"].numpy(),
                                           args=args, rtol=1e-10, atol=1e-10).y
        near([x.numpy() for x in found["sol"].y], wanted, 5e-3)
        (a, b), (c, d) = found["hessian"]
        near([a, b, c, d], [3.9131193, -2.374867, -2.3748531, 1.688472], 1e-3)  # printed there

    def test_stiff_ode(self):
        printed = [[1.0, 0.0, 0.0], [0.9999960000079533, 3.983706533880144e-06, 1.6285512749146082e-08],
                   [0.9999600015663405, 2.9190972128800855e-05, 1.0807461530666215e-05],
                   [0.9996006826927243, 3.6450525072358624e-05, 0.0003628667822034639],
                   [0.9960777367939997, 3.5804375234045534e-05, 0.003886458830766306],
                   [0.9664587937089412, 3.0745881216629206e-05, 0.03351046040984223],
                   [0.8413689033339126, 1.623370548364245e-05, 0.15861486296060393],
                   [0.6172348816081134, 6.153591196187991e-06, 0.382758964800691]]
        found = names("diffrax_stiff_ode")
        near(found["sol"].y, printed, 2e-6)
        wanted = scipy.integrate.solve_ivp(found["robertson"], (0, 100), [1.0, 0.0, 0.0], "Radau", found["sol"].t.numpy(),
                                           args=(0.04, 3e7, 1e4), rtol=1e-10, atol=1e-13).y.T
        near(found["sol"].y, wanted, 2e-6)

    def test_steady_state(self):
        found = names("diffrax_steady_state")["states"]
        near(found[:5], [0.025839969515800476, 0.05824900045990944, 0.09451568126678467, 0.1327039748430252,
                         0.1714443564414978], 1e-3)  # printed there, where what is at rest is known to 1e-3
        state, trace, states = 0.0, 0.0, []
        for _ in range(100):
            slope = 2 * (state - 0.76)
            trace = slope + 0.7 * trace
            state -= 0.01 * (slope + 0.7 * trace)
            states.append(state)
        near(found, states)

    def test_forcing(self):
        found, t = names("diffrax_forcing"), np.linspace(0, 10, 1000)
        near(found["sol"].y, 0.1 * t - 0.08 + 1.08 * np.exp(-t), 1e-4)
        knots = np.linspace(0, 10, 4)
        wanted = [scipy.integrate.quad(lambda s, e=e: np.exp(s - 10) * np.interp(s, knots, e), 0, 10, points=knots)[0]
                  for e in np.eye(4)]
        near(found["grads"], wanted, 1e-4)

    def test_heat_pde(self):
        found = names("diffrax_heat_pde")
        spacing = 2 / (found["n"] - 1)

        def slope(t, y):
            return np.r_[0, (1 - y[1:-1]) * np.diff(y, 2) / spacing**2, 0]

        wanted = scipy.integrate.solve_ivp(slope, (0, 1), found["y0"].numpy(), "Radau", found["ts"].numpy(), rtol=1e-9,
                                           atol=1e-11).y.T
        near(found["sol"].y, wanted, 1e-7)
        near(found["by_loop"], wanted[-1], 1e-6)

    def test_neural_ode(self):
        found = names("diffrax_neural_ode")
        with contextlib.redirect_stdout(io.StringIO()):
            ts, ys, p, losses = found["main"](dataset_size=64, steps_strategy=(60, 20), length_strategy=(0.1, 0.2), width_size=16)
        self.assertLess(np.mean(losses[50:60]), 0.5 * np.mean(losses[:5]))

        def data_slope(t, y):
            x = y / (1 + y)
            return [x[1], -x[0]]

        wanted = scipy.integrate.solve_ivp(data_slope, (0, 10), ys[0, 0].numpy(), t_eval=ts.numpy(), rtol=1e-8, atol=1e-9).y.T
        near(ys[0], wanted, 2e-3)
        layers = [(layer["weight"].numpy(), layer["bias"].numpy()) for layer in p["layers"]]

        def network(t, y):
            for weight, bias in layers[:-1]:
                y = np.logaddexp(weight @ y + bias, 0)
            return float(p["out_scale"]) * np.tanh(layers[-1][0] @ y + layers[-1][1])

        wanted = scipy.integrate.solve_ivp(network, (0, ts[19]), ys[0, 0].numpy(), t_eval=ts[:20].numpy(), rtol=1e-8).y.T
        near(found["model"](p, ts[:20], ys[0, 0]), wanted, 2e-3)


class Jaxopt(unittest.TestCase):
    def test_ridge(self):
        found = names("jaxopt_ridge_implicit_diff")
        x, x_val, y, y_val = found["data"]

        def loss(theta):
            w = np.linalg.solve(x.T @ x + len(y) * np.exp(theta) * np.eye(x.shape[1]), x.T @ y)
            return np.mean((x_val @ w - y_val) ** 2)

        thetas = adam(lambda theta: (loss(theta + 1e-5) - loss(theta - 1e-5)) / 2e-5, 1.0, 1e-2, 50)
        near(found["values"], [loss(theta) for theta in thetas], 1e-6)

    def test_lasso(self):
        found = names("jaxopt_lasso_implicit_diff")
        x, x_val, y, y_val = found["data"]

        def fit(strength):
            return linear_model.Lasso(strength, fit_intercept=False, tol=1e-12, max_iter=100_000).fit(x, y).coef_

        def loss(theta):
            return np.mean((x_val @ fit(np.exp(theta)) - y_val) ** 2)

        for strength, w, value, slope in found["history"][::3]:
            near(w, fit(strength), 1e-4)
            theta = np.log(strength)
            near(value, loss(theta), 1e-6)
            near(slope, (loss(theta + 1e-4) - loss(theta - 1e-4)) / 2e-4, 1e-3)

    def test_anderson(self):
        found = names("jaxopt_anderson_gd")
        wanted = np.linalg.lstsq(found["x"], found["y"], rcond=None)[0]
        near(found["found"]["anderson"].x, wanted, 1e-3)
        near(found["found"]["iteration"].x, wanted, 1e-2)
        self.assertLess(3 * found["found"]["anderson"].nit, found["found"]["iteration"].nit)

    def test_picard(self):
        found = names("jaxopt_picard_ode")
        t = found["ti"].numpy()

        def implicit(phi):  # the trapezoidal rule
            f = 1 + phi**2
            return np.r_[phi[0], np.diff(phi) - np.diff(t) * (f[1:] + f[:-1]) / 2]

        near(found["sol"], scipy.optimize.fsolve(implicit, np.tan(t)), 1e-3)
        near(found["sol"], np.tan(t), 5e-3)

    def test_kernel_svm(self):
        found = names("jaxopt_kernel_svm")
        x, y = found["x"], found["y"]
        machine = svm.SVC(kernel="linear", C=found["C"], tol=1e-10).fit(x, y)
        near(x.T @ found["beta_fit"].numpy(), machine.coef_[0], 1e-5)

    def test_multiclass_svm(self):
        found = names("jaxopt_multiclass_svm")
        machine = svm.LinearSVC(multi_class="crammer_singer", C=1 / found["l2reg"], fit_intercept=False, tol=1e-9,
                                max_iter=1_000_000).fit(found["x"], found["y"])
        near(found["w_fit"].numpy(), machine.coef_.T, 1e-7)

    def test_least_squares(self):
        found = names("jaxopt_least_squares")
        near(found["gn_sol"], [1.0, 1.0], 1e-7)
        x, y = found["x_data"].numpy(), found["y_data"].numpy()

        def fit(y):
            return scipy.optimize.least_squares(lambda p: p[0] * np.exp(-p[2] * x) + p[1] * np.exp(-p[3] * x) - y,
                                                [2.0, 1.0, 0.5, 3.0], xtol=1e-14, ftol=1e-14, gtol=1e-14).x

        near(found["solution"](y), fit(y), 1e-5)
        for i in (0, 7, 39):
            e = 1e-4 * np.eye(40)[i]
            near(found["jacobian"].numpy()[:, i], (fit(y + e) - fit(y - e)) / 2e-4, 1e-3)

    def test_logistic_regression(self):
        found = names("jaxopt_logistic_regression")
        x, y = found["x"], found["y"]
        machine = linear_model.LogisticRegression(C=1 / (len(y) * 1e-3), fit_intercept=False, tol=1e-10, max_iter=10_000)
        near(found["res"].x, machine.fit(x, y).coef_.T, 1e-3)

    def test_root_finding(self):
        found = names("jaxopt_root_finding")
        for name in ("bisected", "broyden"):
            near(found[name], 1.5213797068045676)
        x = scipy.optimize.brentq(lambda x: 2 * x**3 - x - 2, 1, 2)
        near(found["slope"], -(x**3) / (6 * x**2 - 1), 1e-4)


class Flax(unittest.TestCase):
    def test_digits(self):
        found = names("flax_nnx_digits")
        self.assertGreater(found["history"][-1][3], 0.95)
        model = ct.tree.map(lambda x: x.numpy().astype(float), found["model"])
        x = found["test_x"][:25].astype(float)
        for layer in ("conv1", "conv2"):
            padded = np.pad(x, ((0, 0), (1, 1), (1, 1), (0, 0)))
            windows = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), (1, 2))  # images, rows, columns, channels, 3, 3
            x = np.maximum(np.einsum("nyxcij,ijco->nyxo", windows, model[layer]["kernel"]) + model[layer]["bias"], 0)
            x = x.reshape(len(x), x.shape[1] // 2, 2, x.shape[2] // 2, 2, -1).mean((2, 4))
        x = np.maximum(x.reshape(len(x), -1) @ model["linear1"]["kernel"] + model["linear1"]["bias"], 0)
        logits = x @ model["linear2"]["kernel"] + model["linear2"]["bias"]
        near(found["cnn"](found["model"], found["test_x"][:25]), logits, 1e-4)
        np.testing.assert_array_equal(found["predictions"], logits.argmax(1))


if __name__ == "__main__":
    unittest.main()
