"""Fits the predator-prey equations to the record of hare and lynx.

The equations are solved by Runge-Kutta-Fehlberg 4(5) (NASA TR R-315, 1969) with a step that adapts to
the error, a loop whose number of turns depends on the parameters; the fit differentiates through it.
"""

import pathlib
import sys
import time

import numpy as np
from scipy.optimize import minimize

import cotan as ct

STAGES: tuple[list[float], ...] = (
    [], [1 / 4], [3 / 32, 9 / 32], [1932 / 2197, -7200 / 2197, 7296 / 2197],
    [439 / 216, -8, 3680 / 513, -845 / 4104], [-8 / 27, 2, -3544 / 2565, 1859 / 4104, -11 / 40])
FIFTH = [16 / 135, 0, 6656 / 12825, 28561 / 56430, -9 / 50, 2 / 55]
ERROR = [1 / 360, 0, -128 / 4275, -2197 / 75240, 1 / 50, 2 / 55]


def mix(weights, slopes):
    return sum(w * k for w, k in zip(weights, slopes))


def advance(slope, y, duration, step):
    """The state after `duration`, and the step that the solver had come to."""
    t: ct.Tensor | float = 0.0
    while t < duration:
        h = ct.minimum(step, duration - t)
        slopes = []
        for weights in STAGES:
            slopes = slopes + [slope(y + h * mix(weights, slopes))]
        new = y + h * mix(FIFTH, slopes)
        ratio = h * mix(ERROR, slopes) / (1e-8 * ct.maximum(y, new))
        badness = ct.mean(ratio**2) + 1e-20
        if badness <= 1:
            t, y = ct.where(step >= duration - t, duration, t + h), new
        step = h * ct.clip(0.9 * badness**-0.1, 0.2, 5)
    return y, step


def rates(parameters):
    """The equations' slope, and the state at the start."""
    birth, predation, death, growth, hare, lynx = parameters

    def slope(y):
        return ct.stack([y[0] * (birth - predation * y[1]), y[1] * (growth * y[0] - death)])

    return slope, ct.stack([hare, lynx])


def loss(logs, record):
    """The squared distance of logarithms between the prediction and each year's (hare, lynx)."""
    slope, y = rates(ct.exp(logs))
    total: ct.Tensor | float = 0.0
    step = 0.1
    for seen in record:
        total += ct.sum((ct.log(y) - ct.log(seen)) ** 2)
        y, step = advance(slope, y, 1.0, step)
    return total


def curve(logs, spacings):
    """The prediction, each so much after the one before."""
    slope, start = rates(ct.exp(logs))

    def follow(state, spacing):
        after = advance(slope, state[0], spacing, state[1])
        return after, after[0]

    return ct.scan(follow, (start, 0.01), spacings)[1]


KNOWN = {  # found with another solver and optimizer, to three digits
    "birth": (0.5, 0.540), "predation": (0.025, 0.0272), "death": (0.8, 0.796),
    "growth": (0.025, 0.0237), "initial hare": (30, 34.6), "initial lynx": (4, 5.84)}
KNOWN_LOSS = 2.0187


def fit(record):
    start = np.log([first for first, _ in KNOWN.values()])
    began = time.perf_counter()
    value_and_slope = ct.jit(ct.value_and_grad(loss))
    value_and_slope(start, record)
    compiled = time.perf_counter()
    losses = []

    def evaluate(logs):
        value, slope = value_and_slope(logs, record)
        losses.append(float(value))
        if sys.stdout.isatty():
            print(f"\revaluation {len(losses):3}   loss {min(losses):.6f}", end="", flush=True)
        return losses[-1], np.array(slope)

    bounds = [(x - np.log(3), x + np.log(3)) for x in start]
    found = minimize(evaluate, start, jac=True, method="L-BFGS-B", bounds=bounds, tol=1e-12)
    print(f"\n{compiled - began:.3f} s to differentiate and compile, {time.perf_counter() - compiled:.3f} s "
          f"for {len(losses)} evaluations of loss and gradient")
    return found.x, found.fun


def draw(path, years, record, logs):
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    steps = 10 * (len(years) - 1)
    lines = ct.jit(curve)(logs, np.r_[0.0, np.full(steps, 0.1)]).numpy()
    figure, axes = plt.subplots(figsize=(8, 4.5))
    for column, name in enumerate(("hare", "lynx")):
        axes.plot(years, record[:, column], "o", color=f"C{column}", label=f"{name}, record")
        axes.plot(years[0] + np.arange(steps + 1) / 10, lines[:, column], color=f"C{column}")
    axes.set(xlabel="year", ylabel="thousands of pelts")
    axes.legend()
    figure.savefig(path)


def main():
    folder = pathlib.Path(__file__).parent
    table = np.loadtxt(folder / "hudson_bay_hare_lynx.csv", delimiter=",", comments="#", skiprows=2)
    years, record = table[:, 0], table[:, [2, 1]]
    logs, found = fit(record)
    good = abs(found - KNOWN_LOSS) < 5e-5
    for (name, (_, known)), value in zip(KNOWN.items(), np.exp(logs)):
        same = abs(value - known) < 0.5 * 10 ** (np.floor(np.log10(known)) - 2)
        good &= same
        print(f"{name:14}{value:12.4f}{known:12.4f}{'' if same else '   differs'}")
    print(f"{'loss':14}{found:12.4f}{KNOWN_LOSS:12.4f}")
    if len(sys.argv) > 1:
        draw(sys.argv[1], years, record, logs)
    return 0 if good else "this is not the known fit"


if __name__ == "__main__":
    sys.exit(main())
