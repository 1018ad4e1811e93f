#!/usr/bin/python3
"""Compares the derivatives of in_cotan.py with central differences of the values, along one direction for each
argument: PYTHONPATH=build/python bench/adbench/check.py. The peers are compared with them by compare.py."""

import pathlib
import sys

import numpy as np

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from adbench import data, in_cotan  # noqa: E402

STEP = 1e-6
RANDOM = np.random.default_rng(2)


def numbers(name, inputs):
    return [np.asarray(x) for x in in_cotan.PROGRAMS[name](*inputs)()]


def moved(inputs, which, way):
    return [x + way if i == which else x for i, x in enumerate(inputs)]


def gap(name, inputs, which, slope):
    """`slope` makes, of the results and a direction of input `which`, the derivatives of the values there."""
    way = RANDOM.standard_normal(inputs[which].shape)
    ahead, behind = (numbers(name, moved(inputs, which, step * way)) for step in (STEP, -STEP))
    measured, told = (ahead[0] - behind[0]) / (2 * STEP), slope(numbers(name, inputs), way)
    return np.max(np.abs(measured - told)) / np.max(np.abs(told))


def gradient(number):
    return lambda results, way: np.sum(results[number] * way)


def of_bundle(pairs, which):
    """The columns by the cameras, by the points, or by the weights."""
    columns = [slice(0, 11), slice(11, 14), slice(14, 15)][which]

    def slope(results, way):
        ways = way[:, None] if which == 2 else way[pairs[:, which]]
        return np.einsum("nij,nj->ni", results[2][:, :, columns], ways)

    return slope


def checks():
    mixture, bundle, text = data.mixture(70, 4, 5), data.bundle(5, 20, 70), data.recurrent(2, 70, 6)
    for name in ("mixture_loop", "mixture_scan", "mixture_vmap", "mixture_nested"):
        yield from ((name, mixture, i, gradient(i + 1)) for i in range(3))
    yield from (("bundle_loop", bundle, i, gradient(i + 1)) for i in range(3))
    yield from (("bundle_jacobian", bundle, i, of_bundle(bundle[3], i)) for i in range(3))
    yield from (("recurrent", text, i, gradient(i + 1)) for i in range(2))
    yield "hand", data.hand(30, False), 0, lambda results, way: np.einsum("pni,p->ni", results[1], way)
    yield "hand", data.hand(30, True), 0, lambda results, way: np.einsum("pni,p->ni", results[1][2:], way)
    yield "hand", data.hand(30, True), 7, lambda results, way: np.einsum("pni,np->ni", results[1][:2], way)


def main():
    wrong = 0
    for name, inputs, which, slope in checks():
        found = gap(name, inputs, which, slope)
        wrong += not found < 1e-6
        print(f"{name} by argument {which}: {found:.1e}")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
