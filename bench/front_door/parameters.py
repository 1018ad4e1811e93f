"""What both sides start from."""

import numpy as np

LAYERS, FEATURES, HEADS, CONTEXT, BATCH, VOCABULARY = 4, 256, 4, 128, 8, 256  # those of examples/gpt
RATE, BETAS, DECAY, STEPS = 1e-3, (0.9, 0.95), 0.1, 3
NORM = {"scale": (FEATURES,), "bias": (FEATURES,)}
LAYER = {"before": NORM, "qkv": (FEATURES, 3 * FEATURES), "out": (FEATURES, FEATURES), "middle": NORM,
         "up": (FEATURES, 4 * FEATURES), "down": (4 * FEATURES, FEATURES)}
GPT = {"token": (VOCABULARY, FEATURES), "place": (CONTEXT, FEATURES), "layers": [LAYER] * LAYERS, "end": NORM}


def nest(shapes, leaves):
    """The nest of shapes with the leaves, which are taken from an iterator, in their places."""
    if isinstance(shapes, dict):
        return {name: nest(part, leaves) for name, part in shapes.items()}
    if isinstance(shapes, list):
        return [nest(part, leaves) for part in shapes]
    return next(leaves)


def leaves(tree):
    if isinstance(tree, (dict, list)):
        return [x for part in (tree.values() if isinstance(tree, dict) else tree) for x in leaves(part)]
    return [tree]


def gpt():
    """Tokens, and the leaves of the parameters."""
    random = np.random.default_rng(0)
    tokens = random.integers(0, VOCABULARY, (BATCH, CONTEXT + 1))
    return [tokens, *(random.normal(0, 0.02, shape).astype(np.float32) + (len(shape) == 1) for shape in leaves(GPT))]


def beam(points, widths, dtype):
    """The places, then weights and bias of each layer."""
    random = np.random.default_rng(0)
    layers = [(random.normal(0, (2 / (a + b)) ** 0.5, (a, b)), np.zeros(b)) for a, b in zip(widths, widths[1:])]
    return [x.astype(dtype) for x in (np.linspace(0, 1, points), *(x for layer in layers for x in layer))]


SEQUENCE = (100, 16, 256)  # time, batch, inputs and units


def sequence(gates):
    """x, then as libtorch has them: weights of inputs and of the state, gates in rows, and two biases."""
    random = np.random.default_rng(0)
    time, batch, width = SEQUENCE
    uniform = lambda *shape: random.uniform(-1, 1, shape) * width**-0.5
    arrays = [random.standard_normal((time, batch, width)), uniform(gates * width, width), uniform(gates * width, width),
              uniform(gates * width), uniform(gates * width)]
    return [x.astype(np.float32) for x in arrays]


def pairs(flat):
    return list(zip(flat[::2], flat[1::2]))


def decoder():
    """Rows of tokens, and the matrices of each layer: to queries, keys and values, and back."""
    random = np.random.default_rng(0)
    layers, tokens, width = 6, 1024, 128
    arrays = [random.standard_normal((tokens, width)), random.normal(0, width**-0.5, (layers, width, 3 * width)),
              random.normal(0, width**-0.5, (layers, width, width))]
    return [x.astype(np.float32) for x in arrays]


def waves(shape, dtype):
    random = np.random.default_rng(0)
    return (random.normal(size=shape) + 1j * random.normal(size=shape)).astype(dtype)


def million():
    """Numbers of [0, 1) in no order, no two alike."""
    return np.random.default_rng(0).permutation(10**6).astype(np.float32) / np.float32(10**6)
