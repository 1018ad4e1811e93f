#!/usr/bin/python3
"""Each row of docs/guide/from_pytorch.md is run: what one writes here beside what one writes there, or a closed form."""

import pathlib
import tempfile
import unittest

import cotan as ct
import numpy as np
from page_rows import Cell, near, rows, value

try:
    import torch
except ImportError:
    torch = None

RANDOM = np.random.default_rng(3)
ARRAYS = {"x": RANDOM.normal(size=(2, 3)), "y": RANDOM.normal(size=(2, 3)), "a": RANDOM.normal(size=(3, 3)) + 3 * np.eye(3),
          "b": RANDOM.normal(size=3), "v": RANDOM.normal(size=3), "w": RANDOM.normal(size=(3, 3)),
          "image": RANDOM.normal(size=(1, 4, 6, 6)), "kernel": RANDOM.normal(size=(5, 4, 3, 3))}
INDICES = {"i": np.array([[2, 0], [1, 2]]), "rows": np.array([1, 0]), "labels": np.array([1, 0])}
CHANNELS_LAST = ("F.conv2d", "F.max_pool2d", "F.interpolate", "F.unfold")


def loss(w):
    return (w**3).sum()


def f(v):
    return v**3


def net(p, x):
    return x @ p["w"].T + p["b"]


ROWS = rows("from_pytorch.md")
OWN = {}  # rows of which the cells are not pairs of the same values


def row(start):
    """The function checks the row whose first code is this."""
    def kept(function):
        OWN[start] = function
        return function
    return kept


def here():
    held = {name: ct.array(value.astype(np.float32)) for name, value in ARRAYS.items()}
    held |= {name: ct.array(value) for name, value in INDICES.items()}
    return held | {"ct": ct, "last": ct.moveaxis(held["image"], 1, -1), "loss": loss, "f": f, "net": net,
                   "key": ct.random.key(0), "a": ARRAYS["a"].astype(np.float32)}


def there():
    held = {name: torch.tensor(value.astype(np.float32)) for name, value in ARRAYS.items()}
    held |= {name: torch.tensor(value) for name, value in INDICES.items()}
    return held | {"torch": torch, "F": torch.nn.functional, "nn": torch.nn, "loss": loss, "f": f}


class Rows(unittest.TestCase):
    @unittest.skipIf(torch is None, "PyTorch is not installed (test/packages.txt)")
    def test_pairs(self):
        count = 0
        for start, (left, right, _) in ROWS.items():
            if start in OWN:
                continue
            self.assertEqual(len(left), len(right), start)
            for code, ours in zip(left, right):
                with self.subTest(code):
                    theirs = there() | ({"a": ARRAYS["a"].astype(np.float32)} if "from_numpy" in code else {})
                    wanted, found = value(code, theirs, "x"), value(ours, here(), "x")
                    if code.startswith(CHANNELS_LAST):
                        found = ct.moveaxis(found, -1, 1)
                    near(found, wanted)
                    if hasattr(wanted, "dtype"):
                        self.assertEqual(str(found.dtype), str(wanted.dtype).removeprefix("torch."))
                    count += 1
        self.assertGreater(count, 50)

    def test_other_rows(self):
        self.assertEqual(set(OWN) - set(ROWS), set())
        for start, check in OWN.items():
            left, right = ROWS[start][0], Cell(ROWS[start][1])
            with self.subTest(start):
                check(self, here(), left, right)
                self.assertEqual(right.read, set(range(len(right))), "not all of the row is run")


def ran(code, names):
    exec(code, names)
    return names


W = ARRAYS["w"].astype(np.float32).astype(np.float64)
V = ARRAYS["v"].astype(np.float32).astype(np.float64)
X = ARRAYS["x"].astype(np.float32).astype(np.float64)
B = ARRAYS["b"].astype(np.float32).astype(np.float64)


@row("loss(w).backward()")
def backward(test, names, left, right):
    near(ran(right[0], names)["slopes"], 3 * W**2)


@row("with torch.no_grad(): loss(w)")
def no_grad(test, names, left, right):
    near(value(right[0], names), (W**3).sum())


@row("torch.autograd.functional.jacobian(f, v)")
def jacobian(test, names, left, right):
    near(value(right[0], names), np.diag(3 * V**2))
    near(value(right[1], names), np.diag(6 * V))
    if torch is not None:
        near(value(right[0], names), value(left[0], there()))


@row("torch.func.vmap(loss)(x)")
def transformations(test, names, left, right):
    wanted = [(X**3).sum(1), 3 * W**2, np.diag(3 * V**2), (V**3, 3 * V**3)]
    for code, expected in zip(right, wanted, strict=True):
        found = value(code, names)
        for ours, theirs in zip(found, expected) if isinstance(expected, tuple) else [(found, expected)]:
            near(ours, theirs)


@row("class Net(nn.Module)")
def module(test, names, left, right):
    near(value(right[0], names), X @ W.T + B)


@row("nn.Linear(3, 3)")
def linear(test, names, left, right):
    near(value(right[0], names), X @ W.T + B)
    if torch is not None:
        layer = torch.nn.Linear(3, 3)
        layer.load_state_dict({"weight": there()["w"], "bias": there()["b"]})
        near(value(right[0], names), layer(there()["x"]).detach())


@row("torch.optim.SGD([w], 0.1)")
def sgd(test, names, left, right):
    ran(right[0], names)
    near(ran(right[1], names)["w"], W - 0.1 * 3 * W**2)


@row("torch.optim.Adam([w], 0.1)")
def adam(test, names, left, right):
    ran(right[0], names)
    near(ran(ROWS["torch.optim.SGD([w], 0.1)"][1][1], names)["w"], W - 0.1 * np.sign(W**2))  # its first step


@row("torch.nn.utils.clip_grad_norm_([w], 1.0)")
def clipped(test, names, left, right):
    names["opt"] = value(right[0], names)
    slopes = 3 * W**2
    wanted = W - 0.1 * slopes / max(1, np.linalg.norm(slopes))
    near(ran(ROWS["torch.optim.SGD([w], 0.1)"][1][1], names)["w"], wanted)


@row("torch.manual_seed(0); torch.randn(3)")
def random(test, names, left, right):
    found = value(right[0], names)
    test.assertEqual(found.shape, (3,))
    near(found, value(right[0], names), 0)  # the key's numbers, each time


@row("@torch.compile")
def compiled(test, names, left, right):
    exec(f"{right[0]}\ndef cube(v):\n    return v**3", names)
    near(names["cube"](names["v"]), V**3)


@row("torch.autograd.Function")
def own_rule(test, names, left, right):
    names |= {"forward": lambda v: (v**3, v), "reverse": lambda v, g: (7 * v * g,)}
    for code in right:
        exec(code, names)
    near(ct.grad(lambda v: names["f"](v).sum())(names["v"]), 7 * V)


@row("torch.utils.checkpoint.checkpoint(f, v)")
def checkpoint(test, names, left, right):
    near(value(right[0], names), V**3)
    near(ct.grad(lambda v: value(right[0], names | {"v": v}).sum())(names["v"]), 3 * V**2)


@row("F.dropout(x, 0.1)")
def dropout(test, names, left, right):
    found = value(right[0], names | {"x": ct.ones(10_000)}).numpy()
    test.assertEqual(set(np.round(np.unique(found), 6)), {0.0, np.float32(1.111111)})
    test.assertLess(abs((found == 0).mean() - 0.1), 0.02)


@row("F.scaled_dot_product_attention(q, k, v)")
def attention(test, names, left, right):
    q, k, v = (np.random.default_rng(place).normal(size=(2, 4, 3, 5)) for place in range(3))  # batch, length, heads
    found = value(right[0], names | {"q": q, "k": k, "v": v})
    scores = np.exp(np.einsum("bqhf,bkhf->bhqk", q, k) / 5**0.5)
    near(found, np.einsum("bhqk,bkhf->bqhf", scores / scores.sum(-1, keepdims=True), v))


@row('torch.save({"w": w}, path)')
def saved(test, names, left, right):
    with tempfile.TemporaryDirectory() as folder:
        names["path"] = f"{folder}/w.safetensors"
        value(right[0], names)
        near(value(right[1], names)["w"], W)


@row("torch.export")
def exported(test, names, left, right):
    with tempfile.TemporaryDirectory() as folder:
        names["path"] = f"{folder}/f.mlir"
        value(right[0], names)
        test.assertIn("func.func", pathlib.Path(names["path"]).read_text(encoding="utf-8"))


@row("torch.from_dlpack(a)")
def dlpack(test, names, left, right):
    found = value(right[0], names)
    test.assertTrue(np.shares_memory(np.from_dlpack(found), names["a"]))


if __name__ == "__main__":
    unittest.main()
