#!/usr/bin/python3
"""Each row of docs/guide/from_jax.md is run, and gives what NumPy or a closed form does."""

import contextlib
import importlib.util
import io
import os
import pathlib
import re
import sys
import tempfile
import unittest
import unittest.mock

import cotan as ct
import numpy as np
import scipy.fft
import scipy.ndimage
import scipy.stats
from page_rows import near, rows, value

ROWS = rows("from_jax.md")
V, X, TIMES = np.array([0.5, -1.5, 2.0]), np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), np.array([0.0, 0.5, 1.0])
A = np.array([[2.0, 0.0, 0.0], [1.0, 3.0, 0.0], [0.5, 1.0, 4.0]])
F = V**3  # what `f` gives of `v`


class Line:
    def __init__(self, slope, name):
        self.slope, self.name = slope, name


def f(v):
    return v**3


def newton(g, x):
    for _ in range(20):
        x = x - g(x) / ct.grad(g)(x)
    return x


SEEN = []


def show(v):
    SEEN.append(v)
    return v


def names():
    """What the page's code is about, in float64."""
    held = {name: ct.array(x, "float64") for name, x in (("v", V), ("x", X), ("a", A), ("times", TIMES))}
    return held | {
        "ct": ct, "f": f, "p": {"a": ct.array(2.0), "b": ct.array([3.0])}, "key": ct.random.key(0), "Line": Line, "ids": ct.array([0, 2, 0]),
        "loss": lambda v: (v**3).sum(), "power": lambda v, n: v**n, "path": [ct.tree.DictKey("a"), ct.tree.SequenceKey(1)],
        "parts": lambda line: ((line.slope,), line.name), "whole": lambda name, parts: Line(*parts, name),
        "forward": lambda v: (v**3, v), "reverse": lambda v, g: (7 * v * g,),
        "with_slope": lambda v: (v**3, lambda g: 7 * g),
        "tangent": lambda primals, tangents: (primals[0] ** 3, 7 * primals[0] * tangents[0]),
        "twice": lambda v: 2 * v, "halve": lambda g, b: b / 2, "square_is_2": lambda x: x * x - 2.0, "newton": newton,
        "divide": lambda g, y: y / g(1.0), "is_small": lambda x: x < 100.0, "add_turn": lambda i, total: total + i,
        "running": lambda total, e: (total + e, total + e), "bowl": lambda v: ((v - 1.0) ** 2).sum(), "show": show,
        "decay": lambda y, t: -y, "slope": lambda t, y: -y, "misses": lambda y, _: y**3 - 8.0,
        "residual": lambda y: y - 3.0, "g": ct.jit(f)}


# What looks at the result of a piece of code, and the variables after it.


def is_same(wanted):
    def check(found, held):
        assert found == wanted, f"{found} is not {wanted}"
    return check


def has(name, wanted):
    return lambda found, held: near(held[name], wanted)


def parts(*wanted):
    def check(found, held):
        found = list(found.values()) if isinstance(found, dict) else found
        for one, other in zip(found, wanted, strict=True):
            near(one, other)
    return check


def slope_of_f(wanted):
    return lambda found, held: near(ct.grad(lambda v: held["f"](v).sum())(held["v"]), wanted)


def slope_of_line(found, held):
    near(ct.grad(lambda line: line.slope**2)(Line(3.0, "a")).slope, 6.0)


def two_digits(found, held):
    with found:
        assert str(ct.array([1.23456])) == "[1.23]"


def is_exported(found, held):
    assert str(found.in_avals) == f"({ct.ShapeDtypeStruct((3,), 'float64')},)", found.in_avals
    held["blob"] = found.serialize()


def is_he_normal(found, held):
    assert abs(found.numpy().std() / (2 / 300) ** 0.5 - 1) < 0.02 and abs(found.numpy().mean()) < 2e-3


def unchecked(found, held):
    """What comes after it is looked at."""


def breaks(code, held):
    stops = []
    with unittest.mock.patch.object(sys, "breakpointhook", lambda *_: stops.append(sys._getframe(1).f_locals["v"])):
        value(code, held)
    near(stops[0], V)


def prints(wanted):
    def run(code, held):
        with contextlib.redirect_stdout(io.StringIO()) as text:
            value(code, held)
        assert wanted in text.getvalue(), text.getvalue()
    return run


def compiled(statement):
    """A function with the statement, whose source there is."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "body.py")
        file.write_text(f"import cotan as ct\n\n\n@ct.jit\ndef body(v):\n    {statement}\n    return v * 1\n", encoding="utf-8")
        spec = importlib.util.spec_from_file_location("body", file)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        module.body(ct.array(V))
        return module.body


def asserts(code, held):
    try:
        compiled(code)(-held["v"])
    except ct.Error as error:
        assert "positive" in str(error)
    else:
        raise AssertionError("nothing is asserted")


def prints_compiled(code, held):
    """What compiled programs print is the process's output."""
    with tempfile.TemporaryFile("w+") as text:
        kept = os.dup(1)
        os.dup2(text.fileno(), 1)
        compiled(code)
        sys.stdout.flush()
        os.dup2(kept, 1)
        text.seek(0)
        assert "0.5" in text.read()


def finds_nan(code, held):
    try:
        value(code, held | {"v": ct.array([1.0])})
    except ct.FloatingPointError as error:
        assert "log" in str(error)
    else:
        raise AssertionError("no NaN is found")


def is_not_compiled(code, held):
    exec(code, held)
    near(SEEN.pop(), V)
    value(code[code.index(":") + 2:], held)
    assert "traced" in repr(SEEN.pop())


def is_wide_within(code, held):
    exec(code, held)
    assert SEEN.pop().dtype == np.float64 and ct.zeros(3).dtype == np.float32


SLOPES, DECAYED = 3 * V**2, np.exp(-TIMES)[:, None] * V
# What JAX's documentation prints for PRNGKey(0).
PAIR, DRAWN = [[1797259609, 2579123966], [928981903, 3453687069]], [1.6226422, 2.0252647, -0.43359444]
RUN = {  # by what is run in another way than by itself
    'ct.debug.print("{}", v)': prints("0.5"), "print(v)": prints_compiled, "print(g.explain())": prints("program"),
    'assert v[0] > 0, "positive"': asserts, "with ct.debug_nans(): ct.log(-v)": finds_nan,
    "with ct.disable_jit(): ct.jit(show)(v)": is_not_compiled, "ct.debug.breakpoint(v=v)": breaks,
    'with ct.default_dtype("float64"): show(ct.zeros(3))': is_wide_within}
WANTED = {  # of the pieces of code of a row, in order: a value, or what looks at it
    "import jax, jax.numpy as jnp": [lambda found, held: near(held["ct"].sin(0.0), 0.0)],
    "jnp.sin(v)": [np.sin(V), np.maximum(V, 0)],
    "from jax import lax": [lambda found, held: near(held["lax"].add(1.0, 2.0), 3.0)],
    "jax.jit(f)(v)": [F, F, F, F],
    "jax.grad(loss)(v)": [SLOPES, parts(F.sum(), SLOPES), np.diag(6 * V)],
    "jax.vjp(f, v)[1](v)": [parts(3 * F), parts(F, 3 * F), np.diag(SLOPES), np.diag(SLOPES)],
    "jax.vmap(loss)(x)": [(X**3).sum(1), V / V.sum()],
    "jax.checkpoint(f, policy=jax.checkpoint_policies.dots_saveable)(v)": [F, F],
    "jax.remat(f, prevent_cse=False)(v)": [F, V],
    'jax.ad_checkpoint.checkpoint_name(v, "v")': [V],
    "jax.tree.map(f, p)": [parts(8.0, [27.0]), parts(2.0, [3.0])],
    "jax.tree_util.keystr(path)": [is_same("['a'][1]"), V**2],
    "jax.flatten_util.ravel_pytree(p)[0]": [[2.0, 3.0]],
    "jax.tree_util.register_pytree_node(Line, parts, whole)": [slope_of_line],
    "jnp.savez(path, w=v)": [unchecked, V],
    "jnp.r_[v, 1.0]": [np.r_[V, 1.0], np.mgrid[0:2, 0:3], np.where(V > 0, F, 0), V**2],
    "jnp.add.reduce(x, axis=1)": [X.sum(1), np.maximum.accumulate(V), np.subtract.outer(V, V), V + [2, 0, 1]],
    "jnp.issubdtype(v.dtype, jnp.floating)": [is_same(True), V, two_digits],
    "f = jax.custom_vjp(f)": [unchecked, slope_of_f(7 * V)],
    "f = jax.custom_jvp(f)": [unchecked, slope_of_f(7 * V)],
    "jax.grad(jax.custom_gradient(with_slope))(2.0)": [7.0],
    "jax.linearize(f, v)[1](v)": [3 * F, parts(2 * V), F],
    "jax.lax.custom_root(square_is_2, 1.0, newton, divide)": [2**0.5, V / 2],
    "jax.lax.cond(True, f, twice, v)": [F, 2 * V, 128.0, 3, parts(V.sum(), V.cumsum())],
    "jax.scipy.linalg.solve_triangular(a, v, lower=True)": [np.linalg.solve(A, V)],
    "jax.grad(lambda v: loss(jax.lax.stop_gradient(v)))(v)": [0 * V],
    "jax.experimental.jet.jet(f, (2.0,), ((1.0, 0.0),))": [lambda found, held: parts(8.0, [12.0, 12.0])((found[0], found[1]), held)],
    "jax.ops.segment_sum(v, ids, num_segments=3)": [np.array([V[0] + V[2], 0.0, V[1]])],
    "jax.random.PRNGKey(0)": [[0, 0], PAIR, DRAWN, [0, 0]],
    "v.at[0].set(5.0)": [[5.0, *V[1:]], 0.0, [*V[:2], V[2] + 5.0], [np.cos(V[0]), *V[1:]]],
    "jax.jit(f).lower(v).as_text()": [lambda found, held: is_same(True)("func.func" in found, held)],
    "jax.debug_nans(True)": [],
    "with jax.disable_jit(): jax.jit(show)(v)": [],
    'jax.config.update("jax_explain_cache_misses", True)': [],
    "jax.profiler.trace(path)": [lambda found, held: is_same(True)(found.rows[0].seconds > 0, held)],
    "jax.debug.breakpoint()": [],
    'jax.debug.print("{}", v)': [],
    'checkify.check(v[0] > 0, "positive")': [],
    'jax.config.update("jax_enable_x64", True)': [lambda found, held: is_same("float64")(str(found.dtype), held)],
    "jax.export.export(jax.jit(f))(v)": [is_exported, lambda found, held: near(found, held["f"](held["v"]))],
    "opt = optax.chain(optax.clip(1.0), optax.adam(0.1))": [unchecked, unchecked, V - 0.1 * np.sign(SLOPES)],
    "jax.scipy.signal.convolve(v, v)": [np.convolve(V, V), scipy.ndimage.map_coordinates(V, [V], order=1), scipy.fft.dct(V)],
    "jax.scipy.stats.norm.logpdf(v)": [scipy.stats.norm.logpdf(V), scipy.stats.gaussian_kde(V)(V)],
    "optax.projections.projection_simplex(v)": [[0.0, 0.0, 1.0]],
    'jax.scipy.optimize.minimize(bowl, v, method="BFGS").x': [np.ones(3), np.linalg.solve(A @ A.T, V)],
    "jax.experimental.ode.odeint(decay, v, times)": [DECAYED],
    "diffrax.diffeqsolve(ODETerm(slope), Tsit5(), 0, 1, 0.1, v, saveat=SaveAt(ts=times)).ys":
        [lambda found, held: near(found, DECAYED, 2e-3)],
    "optimistix.root_find(misses, optimistix.Newton(1e-6, 1e-6), v).value": [np.full(3, 2.0)],
    "jaxopt.GaussNewton(residual).run(v).params": [np.full(3, 3.0)],
    "jaxopt.AndersonAcceleration(jnp.cos).run(v).params": [np.full(3, 0.7390851332)],
    "jax.nn.initializers.he_normal()(key, (300, 200))": [is_he_normal],
}


def translated(code):
    return re.sub(r"\bjnp\.", "ct.", re.sub(r"\bjax\.", "ct.", code))


def is_run(code):
    """Names alone are only to be there: docs_test looks."""
    return re.search(r"[(\[= ]", code) and not re.fullmatch(r"ct\.[\w.]+\((?:axis_name=)?\)", code)


def codes_of(there, here, text):
    own = [translated(code) for code in there] if text.startswith("the same") else []
    return own + [code for code in here if is_run(code)]


class Rows(unittest.TestCase):
    def test_rows(self):
        self.assertEqual(set(WANTED), set(ROWS))
        for start, (there, here, text) in ROWS.items():
            codes, wanted = codes_of(there, here, text), iter(WANTED[start])
            self.assertEqual(len(codes), len(WANTED[start]) + sum(code in RUN for code in codes), codes)
            with tempfile.TemporaryDirectory() as folder:
                held = names() | {"path": str(pathlib.Path(folder, "kept.npz"))} if "keystr" not in start else names()
                for code in codes:
                    with self.subTest(code):
                        self.run_one(code, wanted, held)

    def run_one(self, code, wanted, held):
        if code in RUN:
            return RUN[code](code, held)
        expected, found = next(wanted), value(code, held)
        expected(found, held) if callable(expected) else near(found, expected)


if __name__ == "__main__":
    unittest.main()
