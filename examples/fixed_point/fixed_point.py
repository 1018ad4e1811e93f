"""A layer that is a fixed point, z = tanh(W z + U x + b) (Bai et al. 2019), differentiated in two ways.

Through the loop that finds it, and by the implicit function theorem: with J the layer's derivative by
z, the cotangent g of z becomes w = g + J^T w, found by the same kind of loop. Both must agree.
"""

import sys

import numpy as np

import cotan as ct


def layer(parameters, x, z):
    return ct.tanh(parameters["w"] @ z + parameters["u"] @ x + parameters["b"])


def iterate(step, z):
    """z = step(z) until it does not move any more."""
    new = step(z)
    while ct.max(ct.abs(new - z)) > 1e-14:
        z, new = new, step(new)
    return new


def through_the_loop(parameters, x):
    return iterate(lambda z: layer(parameters, x, z), ct.zeros_like(parameters["b"]))


implicit = ct.custom_vjp(through_the_loop)


def forward(parameters, x):
    z = through_the_loop(parameters, x)
    return z, (parameters, x, z)


def reverse(residuals, cotangent):
    parameters, x, z = residuals
    _, by_z = ct.vjp(lambda z: layer(parameters, x, z), z)
    w = iterate(lambda w: cotangent + by_z(w)[0], cotangent)
    _, by_rest = ct.vjp(lambda parameters, x: layer(parameters, x, z), parameters, x)
    return by_rest(w)


implicit.defvjp(forward, reverse)


def main():
    random = np.random.default_rng(0)
    size, inputs = 20, 5
    w = random.standard_normal((size, size))
    parameters = {"w": 0.9 * w / np.linalg.norm(w, 2), "u": random.standard_normal((size, inputs)),
                  "b": random.standard_normal(size)}
    x, target = random.standard_normal(inputs), random.standard_normal(size)
    slopes = [ct.jit(ct.grad(lambda p, f=f: ct.sum((f(p, x) - target) ** 2)))(parameters)
              for f in (through_the_loop, implicit)]
    worst = max(np.abs(np.asarray(slopes[0][k]) - np.asarray(slopes[1][k])).max() for k in parameters)
    print(f"the two gradients differ by {worst:.1e}")
    return 0 if worst < 1e-9 else "error: the gradients differ"


if __name__ == "__main__":
    sys.exit(main())
