"""The workloads in Cotan's Python: each takes its inputs once, and gives a function that runs it and
returns its results in the order of its peer's."""

import functools
import pathlib
import sys

from front_door import parameters, resnet

import cotan as ct

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples"
sys.path += [str(EXAMPLES / "gpt"), str(EXAMPLES / "physics_informed")]


def gpt(tokens, *leaves):
    import gpt as example

    # The peer has the same sizes, and numbers cannot agree where dropout is drawn by two generators.
    optimizer = ct.optim.adamw(parameters.RATE, *parameters.BETAS, weight_decay=parameters.DECAY)

    @ct.jit
    def step(p, state, tokens):
        value, slopes = ct.value_and_grad(lambda p: ct.mean(example.losses_of(p, tokens)))(p)
        updates, state = optimizer.update(slopes, state, p)
        return ct.optim.apply_updates(p, updates), state, value

    p = parameters.nest(parameters.GPT, map(ct.array, leaves))
    state = optimizer.init(p)

    def run():
        nonlocal p, state
        losses = []
        for _ in range(parameters.STEPS):
            p, state, value = step(p, state, tokens)
            losses.append(value)
        return losses

    return run


def beam(derivatives):
    def prepare(points, *flat):
        import beam as example

        value_and_slope = ct.jit(ct.value_and_grad(example.make_loss(getattr(example, derivatives), points)))
        pairs = parameters.pairs(flat)

        def run():
            value, slopes = value_and_slope(pairs)
            return [value, *(x for pair in slopes for x in pair)]

        return run

    return prepare


def gru(xs, w, u, b, h0, length):
    def loss(parameters, xs, h, length):
        w, u, b = parameters
        i = 0
        while i < length:
            xr, xz, xn = ct.split(xs[i] @ w + b, 3, axis=1)
            hr, hz, hn = ct.split(h @ u, 3, axis=1)
            r, z = ct.nn.sigmoid(xr + hr), ct.nn.sigmoid(xz + hz)
            n = ct.tanh(xn + r * hn)
            h = n + z * (h - n)
            i += 1
        return ct.sum(h * h)

    value_and_slope = ct.jit(ct.value_and_grad(loss))

    def run():
        value, slopes = value_and_slope((w, u, b), xs, h0, length)
        return [value, *slopes]

    return run


def sine(x0, c0, n):
    def grow(x, c, n):
        i = 0
        while i < n:
            x = x + c * ct.sin(x)
            i += 1
        return x

    value_and_slopes = ct.jit(ct.value_and_grad(grow, argnums=(0, 1)))

    def run():
        value, slopes = value_and_slopes(x0, c0, n)
        return [value, *slopes]

    return run


def fill(x, c, n):
    @ct.jit
    def filled(x, c):
        r = ct.zeros(int(n), "float64")
        for i in range(int(n)):
            r = r.at[i].set(x + c * i)
        return ct.sum(r), r[int(n) // 2]

    return lambda: list(filled(x, c))


def squares(x, c, n):
    def total(x, c):
        a, sum_ = x + c * ct.arange(int(n)), 0.0
        for i in range(int(n)):
            sum_ = sum_ + a[i] * a[i]
        return sum_

    value_and_slopes = ct.jit(ct.value_and_grad(total, argnums=(0, 1)))

    def run():
        value, slopes = value_and_slopes(x, c)
        return [value, *slopes]

    return run


def convolve(channels, x, kernel, stride):
    """With as much padding as keeps the image's size."""
    edges = [(size // 2, size // 2) for size in (kernel.shape[:2] if channels == "last" else kernel.shape[2:])]
    if channels == "last":
        return ct.nn.conv(x, kernel, stride, edges)
    return ct.conv_general_dilated(x, kernel, (stride, stride), edges)


def classify(channels, images, leaves):
    """With channels last, as ct.nn.conv has them, or first, as libtorch and conv_general_dilated have them."""
    axis, places = (3, (1, 2)) if channels == "last" else (1, (2, 3))
    x = resnet.forward(images, leaves, functools.partial(convolve, channels),
                       lambda *given: ct.nn.batch_norm(*given, axis=axis)[0], ct.nn.relu)
    return ct.mean(x, places) @ leaves[-1]


def ordered(channels, images, leaves):
    if channels == "last":
        return ct.array(images), tuple(map(ct.array, leaves))
    leaves = tuple(ct.array(x.transpose(3, 2, 0, 1) if x.ndim == 4 else x) for x in leaves)
    return ct.array(images.transpose(0, 3, 1, 2)), leaves


def network(channels):
    def prepare(images, labels, *leaves):
        images, leaves = ordered(channels, images, leaves)
        f = ct.jit(lambda images, leaves: classify(channels, images, leaves))
        return lambda: [f(images, leaves)]

    return prepare


def network_gradient(channels):
    def prepare(images, labels, *leaves):
        def loss(leaves, images, labels):
            return ct.mean(ct.nn.cross_entropy(classify(channels, images, leaves), labels))

        images, leaves = ordered(channels, images, leaves)
        value_and_slopes = ct.jit(ct.value_and_grad(loss))

        def run():
            value, slopes = value_and_slopes(leaves, images, labels)
            return [value, *slopes]

        return run

    return prepare


def cache(rows, weights, out):
    """Rows are written into the places of their tokens, a cache for each layer."""
    layers, tokens = weights.shape[0], rows.shape[0]

    @ct.jit
    def written(rows):
        keys = ct.zeros((layers, tokens, rows.shape[1]))
        for t in range(tokens):
            for layer in range(layers):
                keys = keys.at[layer, t].set(rows[t] * (layer + 1))
        return keys

    rows = ct.array(rows)
    return lambda: [written(rows)]


def decode(rows, weights, out):
    """One token after the other looks at those before it, whose keys and values lie in caches."""
    layers, (tokens, width) = weights.shape[0], rows.shape

    @ct.jit
    def decoded(rows, weights, out):
        keys, values = ct.zeros((layers, tokens, width)), ct.zeros((layers, tokens, width))
        results = ct.zeros_like(rows)
        for t in range(tokens):
            x = rows[t]
            for layer in range(layers):
                query, key, value = ct.split(x @ weights[layer], 3)
                keys, values = keys.at[layer, t].set(key), values.at[layer, t].set(value)
                scores = keys[layer] @ query * width**-0.5
                shares = ct.nn.softmax(ct.where(ct.arange(tokens) <= t, scores, -1e30))
                x = x + shares @ values[layer] @ out[layer]
            results = results.at[t].set(x)
        return results

    rows, weights, out = ct.array(rows), ct.array(weights), ct.array(out)
    return lambda: [decoded(rows, weights, out)]


def states(name):
    def run(x, *weights):
        start = ct.zeros((1, *x.shape[1:]), x.dtype)
        memory = [start] if name == "lstm" else []
        return getattr(ct.nn, name)(x, start, *memory, weights)[0]
    return run


def sequence(name):
    def prepare(*inputs):
        run, inputs = ct.jit(states(name)), [ct.array(x) for x in inputs]
        return lambda: [run(*inputs)]
    return prepare


def sequence_gradient(name):
    def prepare(*inputs):
        run = states(name)
        value_and_slopes = ct.jit(ct.value_and_grad(lambda x: ct.mean(run(*x) ** 2)))
        inputs = [ct.array(x) for x in inputs]

        def flat():
            value, slopes = value_and_slopes(inputs)
            return [value, *slopes]
        return flat
    return prepare


def eager(function):
    def prepare(*inputs):
        inputs = [ct.array(x) for x in inputs]
        return lambda: list(function(*inputs))
    return prepare


def histogram(x):
    return ct.histogram(x, 100)


def drawn(draw):
    return eager(lambda x: [draw(ct.random.key(0), x.shape, dtype=x.dtype)])


def tanh(x):
    x = ct.array(x)
    return lambda: [ct.tanh(x)]


def eager_one_more(x):
    x = ct.array(x)
    return lambda: [x + 1]


def one_more(x):
    x, f = ct.array(x), ct.jit(lambda x: x + 1)
    return lambda: [f(x)]


PROGRAMS = {"gpt": gpt, "beam": beam("by_taylor"), "beam_nested": beam("by_nested_reverse"), "gru": gru, "sine": sine,
            "lstm_sequence": sequence("lstm"), "lstm_gradient": sequence_gradient("lstm"),
            "gru_sequence": sequence("gru"), "gru_gradient": sequence_gradient("gru"),
            "fill": fill, "squares": squares, "cache": cache, "decode": decode,
            "network": network("first"), "network_gradient": network_gradient("first"),
            "network_last": network("last"), "network_gradient_last": network_gradient("last"),
            "normal": drawn(ct.random.normal), "uniform": drawn(ct.random.uniform), "convolve": eager(lambda x, y: [ct.convolve(x, y)]),
            "fft": eager(lambda x: [ct.fft.fft(x)]), "fft2": eager(lambda x: [ct.fft.fft2(x)]),
            "histogram": eager(histogram), "mask": eager(lambda x: [x[x > 0.5]]),
            "top_k": eager(lambda x: ct.top_k(x, 100)), "tanh": tanh, "one_more": one_more, "eager_one_more": eager_one_more}
