"""ADBench's objectives beside derivatives written by hand in C++; all on one thread."""

from adbench import data
from workloads import Bar, Comparison, slower

MIXTURE = 1000, 10, 25  # points, dimensions, components
BUNDLE = 49, 7776, 31843  # cameras, points, observations
TEXT = 2, 1024, 14  # layers, letters, bits of each


def adbench_comparisons(shop):
    def row(title, name, peer, arrays, bar, against="C++ by hand"):
        file = shop.inputs(f"adbench_{name}", arrays)
        return Comparison(f"{title}, from Python", against, [shop.peers / "adbench", peer, file],
                          shop.python(name, file), bar, 1e-9)

    for complicated in (False, True):
        for points in (100, 800):
            arrays = data.hand(points, complicated)
            title = f"ADBench hand, {'complicated' if complicated else 'simple'}, {points} points, Jacobian"
            yield row(title, "hand", "hand_matrices", arrays, slower(2, 1), "C++ as ADBench's")
            yield row(title, "hand", "hand", arrays, None, "C++ by hand, sizes known")
    title = f"ADBench bundle adjustment, {BUNDLE[2]} observations"
    yield row(f"{title}, Jacobian by jacrev", "bundle_jacobian", "bundle", data.bundle(*BUNDLE), slower(1, 1))
    # The bar of this one is a time: 0.1 s.
    yield row(f"{title}, value and gradient by a loop, at most 0.1 s", "bundle_loop", "bundle_loss",
              data.bundle(*BUNDLE), None)
    title = "ADBench mixture of {2} in {1} dimensions, {0} points".format(*MIXTURE)
    for how, times in (("loop", 1), ("scan", 1), ("vmap", 1), ("nested", 4)):
        said = "nested loops" if how == "nested" else how
        yield row(f"{title}, by {said}", f"mixture_{how}", "mixture", data.mixture(*MIXTURE), slower(times, times))
    yield row("ADBench LSTM, {} layers, {} letters".format(*TEXT), "recurrent", "recurrent", data.recurrent(*TEXT),
              Bar(1, 3))
