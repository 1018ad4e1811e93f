"""Whole workloads through `import cotan`, beside libtorch's Python."""

import numpy as np

from front_door import parameters, resnet
from programs import gru, scalar_while
from workloads import NUMPY, TORCH, Bar, Comparison, slower

BEAMS = [("2 of 24, 41 points, f64", (41, [1, 24, 24, 1], np.float64), 1e-8),  # that of examples/physics_informed
         ("4 of 50, 1024 points, f64", (1024, [1, 50, 50, 50, 50, 1], np.float64), 1e-8),
         ("4 of 50, 1024 points, f32", (1024, [1, 50, 50, 50, 50, 1], np.float32), 1e-3)]


def front_door_comparisons(shop):
    def row(title, name, arrays, bar, tolerance=1e-4, threads=(1,)):
        file = shop.inputs(f"front_door_{name}", arrays)
        return Comparison(f"{title}, from Python", "libtorch", [*TORCH, name, file], shop.python(name, file), bar,
                          tolerance, threads)

    yield row(f"GPT, {parameters.STEPS} training steps, f32", "gpt", parameters.gpt(), Bar(1.3, 2), 1e-4, (1, 2))
    for number, (sizes, arguments, tolerance) in enumerate(BEAMS):
        file = shop.inputs(f"front_door_beam_{number}", parameters.beam(*arguments))
        title = f"beam network, {sizes}, 4th derivative and gradient"
        yield Comparison(f"{title}, from Python", "libtorch", [*TORCH, "beam", file], shop.python("beam", file),
                         Bar(5, 10), tolerance)
        yield Comparison(f"{title}, Taylor mode", "own nested reverse", shop.python("beam_nested", file),
                         shop.python("beam", file), Bar(5, 5), tolerance)
    yield row(f"GRU by while, T {gru.T}, forward + reverse", "gru", gru.inputs(), Bar(3, 8), 1e-3)
    for name, gates in (("lstm", 4), ("gru", 3)):
        title = "{} sequence, T {} B {} H {}".format(name.upper(), *parameters.SEQUENCE)
        yield row(f"{title}, forward", f"{name}_sequence", parameters.sequence(gates), Bar(1.5, 1.5), 1e-4)
        yield row(f"{title}, value + gradient", f"{name}_gradient", parameters.sequence(gates), Bar(1.5, 1.5), 1e-3)
    yield row("scalar while (sine), 10^4 trips, value + gradient", "sine", scalar_while.inputs(10**4),
              Bar(1000, 1000), 1e-9)
    for name, title, times in (("fill", "10^6 elements set by a loop", 3),
                               ("squares", "sum of squares by a loop over 10^6 elements, value + gradient", 5)):
        file = shop.inputs(f"front_door_{name}", [np.float64(0.5), np.float64(1e-6), np.int64(10**6)])
        yield Comparison(f"{title}, from Python", "C++ by hand", [shop.peers / "by_hand", name, file],
                         shop.python(name, file), slower(times, times), 1e-9)
    yield from networks(row)
    yield row("KV cache written by a loop, 1024 tokens, 6 layers", "cache", parameters.decoder(), Bar(1, 3), 0)
    yield row("decoding with a KV cache, 1024 tokens, 6 layers", "decode", parameters.decoder(), Bar(1, 3), 1e-3)
    yield from small_functions(row, shop)
    yield from transforms(shop)
    thousand = np.linspace(-3, 3, 1000, dtype=np.float32)
    # The bar of these two is a time: 5 us a call.
    yield row("eager tanh of 1000 elements, at most 5 us", "tanh", [thousand], None, 1e-6)
    yield row("a call of a compiled x + 1 of 10 elements, at most 5 us; the peer's is eager", "one_more",
              [thousand[:10]], None, 1e-6)
    file = shop.inputs("front_door_eager_one_more", [thousand[:10]])
    yield Comparison("eager x + 1 of 10 elements, at most 1.5 us, from Python", "libtorch", [*TORCH, "one_more", file],
                     shop.python("eager_one_more", file), None, 1e-6)


def small_functions(row, shop):
    """Eager calls, beside what one would call instead."""
    million = parameters.million()
    yield row("random.normal, 10^6 elements", "normal", [million], Bar(1, 2), None)
    for dtype in ("float32", "float64"):
        file = shop.inputs(f"front_door_normal_{dtype}", [million.astype(dtype)])
        yield Comparison(f"random.normal, 10^6 elements of {dtype}, from Python", "random.uniform",
                         shop.python("uniform", file), shop.python("normal", file), Bar(0.6, 0.9), None)
    yield row("x[x > 0.5], 10^6 elements", "mask", [million], Bar(1, 2), 0)
    yield row("top_k, 100 of 10^6 elements", "top_k", [million], Bar(1, 2), 0)
    pair = [million[:1000].astype(np.float64), million[1000:2000].astype(np.float64)]
    for name, title, arrays, tolerance in (("convolve", "convolve, 1000 with 1000 elements", pair, 1e-9),
                                           ("histogram", "histogram, 10^6 elements, 100 bins", [million], 1e-3),
                                           ("mask", "x[x > 0.5], 10^6 elements", [million], 0)):
        file = shop.inputs(f"front_door_numpy_{name}", arrays)
        yield Comparison(f"{title}, from Python", "NumPy", [*NUMPY, name, file], shop.python(name, file), Bar(1, 2),
                         tolerance)


def transforms(shop):
    """SciPy's are pocketfft's."""
    for name, title, shape in (("fft", "Fourier transform of 2^20", 1 << 20), ("fft2", "Fourier transform of 1024 x 1024", (1024, 1024))):
        for dtype, tolerance in ((np.complex64, 1e-3), (np.complex128, 1e-9)):
            file = shop.inputs(f"front_door_{name}_{np.dtype(dtype)}", [parameters.waves(shape, dtype)])
            yield Comparison(f"{title} {np.dtype(dtype)}, from Python", "SciPy", [*NUMPY, name, file], shop.python(name, file),
                             Bar(0.9, 2), tolerance)


def networks(row):
    """Libtorch has its channels first in all of them. Where relu is almost at zero, the sides may take different
    ways, and one such element changes slopes by some percent: that they compute the same is seen in f64."""
    shape, few = "convolution network of ResNet's shape", 4
    for order, channels in (("", "first"), ("_last", "last")):
        title = f"{shape}, batch {resnet.BATCH}, channels {channels}"
        yield row(f"{title}, forward", f"network{order}", resnet.inputs(), Bar(1, 1.3), 1e-4, (1, 2))
        yield row(f"{title}, value + gradient", f"network_gradient{order}", resnet.inputs(), Bar(1, 1.3), 0.1, (1, 2))
        yield row(f"{shape}, batch {few}, channels {channels}, f64, value + gradient", f"network_gradient{order}",
                  resnet.inputs(few, np.float64), None, 1e-9)
