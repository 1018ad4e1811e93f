"""Whole workloads through `import cotan`, beside libtorch's Python."""

import numpy as np

from front_door import parameters
from programs import gru, scalar_while
from workloads import TORCH, Bar, Comparison


def front_door_comparisons(shop):
    def inputs(name, arrays):
        return shop.inputs(f"front_door_{name}", arrays)

    def row(title, name, arrays, bar, tolerance=1e-4, threads=(1,)):
        file = inputs(name, arrays)
        return Comparison(f"{title}, from Python", "libtorch", [*TORCH, name, file], shop.python(name, file), bar,
                          tolerance, threads)

    beam = inputs("beam", parameters.beam())
    yield row(f"GPT, {parameters.STEPS} training steps, f32", "gpt", parameters.gpt(), Bar(1.3, 2), 1e-4, (1, 2))
    yield row("beam network, 4th derivative and gradient, f64", "beam", parameters.beam(), Bar(5, 10), 1e-8)
    yield Comparison("the same, Taylor mode", "own nested reverse", shop.python("beam_nested", beam),
                     shop.python("beam", beam), Bar(5, 5), 1e-8)
    yield row(f"GRU by while, T {gru.T}, forward + reverse", "gru", gru.inputs(), Bar(3, 8), 1e-3)
    yield row("scalar while (sine), 10^4 trips, value + gradient", "sine", scalar_while.inputs(10**4), Bar(1000, 1000), 1e-9)
    thousand = np.linspace(-3, 3, 1000, dtype=np.float32)
    # The bar of these two is a time: 5 us a call.
    yield row("eager tanh of 1000 elements, at most 5 us", "tanh", [thousand], None, 1e-6)
    yield row("a call of a compiled x + 1 of 10 elements, at most 5 us; the peer's is eager", "one_more", [thousand[:10]],
              None, 1e-6)
