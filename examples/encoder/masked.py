"""An encoder in the style of BERT and ERNIE (Devlin et al. 2019, Sun et al. 2019) that fills in what is masked.

Some bytes of each text are masked, and the rest is read in both directions: attention meets what comes before and
behind, near bytes more than far ones (Press et al. 2022). It must guess masked bytes of text it has not seen better
than their frequencies do, which is all that can be known without the rest.

    python3 masked.py [--steps 400]
"""

import argparse
import pathlib
import sys

import numpy as np

import cotan as ct

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "gpt"))
import corpus  # noqa: E402

LAYERS, FEATURES, HEADS, LENGTH, BATCH, VOCABULARY = 2, 96, 4, 64, 16, 256
MASK, SHARE = VOCABULARY, 0.15  # the token that stands for what is masked, and how much of a text is


def initial_parameters(key):
    keys = iter(ct.random.split(key, 1 + 4 * LAYERS))
    matrix = lambda a, b: ct.random.normal(next(keys), (a, b)) * a**-0.5  # noqa: E731
    norm = lambda: {"scale": ct.ones(FEATURES), "bias": ct.zeros(FEATURES)}  # noqa: E731
    layers = [{"qkv": matrix(FEATURES, 3 * FEATURES), "out": matrix(FEATURES, FEATURES), "first": norm(), "second": norm(),
               "up": matrix(FEATURES, 4 * FEATURES), "down": matrix(4 * FEATURES, FEATURES)} for _ in range(LAYERS)]
    token = 0.1 * ct.random.normal(next(keys), (VOCABULARY + 1, FEATURES))
    return {"token": token, "layers": layers, "bias": ct.zeros(VOCABULARY)}


def logits(parameters, tokens):
    """Scores of the byte at each place of (batch, length) tokens."""
    norm = lambda x, p: ct.nn.layer_norm(x, p["scale"], p["bias"])  # noqa: E731
    x, near = parameters["token"][tokens], ct.nn.alibi_bias(HEADS, LENGTH, LENGTH)
    for p in parameters["layers"]:  # norms stand behind the sums, as in BERT
        heads = ct.reshape(x @ p["qkv"], (*x.shape[:2], 3, HEADS, FEATURES // HEADS))
        mixed = ct.nn.dot_product_attention(heads[:, :, 0], heads[:, :, 1], heads[:, :, 2], near)
        x = norm(x + ct.reshape(mixed, x.shape) @ p["out"], p["first"])
        x = norm(x + ct.nn.gelu(x @ p["up"]) @ p["down"], p["second"])
    return x @ parameters["token"][:VOCABULARY].T + parameters["bias"]


def masked(text, key):
    """The text with some of it masked, and where."""
    where = ct.random.bernoulli(key, SHARE, text.shape)
    return ct.where(where, MASK, text), where


def loss_of(parameters, text, key):
    """Nats for each masked byte."""
    tokens, where = masked(text, key)
    losses = ct.nn.cross_entropy(logits(parameters, tokens), text)
    return ct.sum(ct.where(where, losses, 0.0)) / ct.sum(where)


def rows(text, seed):
    starts = np.random.default_rng(seed).integers(0, len(text) - LENGTH, BATCH)
    return np.stack([text[s : s + LENGTH] for s in starts])


def nats_by_frequency(text, held_out):
    counts = np.bincount(text, minlength=VOCABULARY) + 1.0
    return -np.mean(np.log(counts / counts.sum())[held_out])


def main():
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--steps", type=int, default=400)
    steps = parser.parse_args().steps
    text, held_out = corpus.read()
    rate = ct.optim.warmup_cosine_decay(3e-3, steps // 10 + 1, steps, end=3e-4)
    adam = ct.optim.adamw(rate, b2=0.95, weight_decay=0.01)
    optimizer = ct.optim.chain(ct.optim.clip_by_global_norm(1.0), adam)

    @ct.jit
    def step(parameters, state, text, number):
        key = ct.random.fold_in(ct.random.key(1), number)
        value, gradients = ct.value_and_grad(lambda p: loss_of(p, text, key))(parameters)
        updates, state = optimizer.update(gradients, state, parameters)
        return ct.optim.apply_updates(parameters, updates), state, value

    parameters = ct.jit(initial_parameters)(ct.random.key(0))
    state = optimizer.init(parameters)
    for i in range(steps):
        parameters, state, _ = step(parameters, state, rows(text, i), i)
    test = ct.jit(lambda p, x, key: loss_of(p, x, key))
    found = np.mean([float(test(parameters, rows(held_out, i), ct.random.key(i))) for i in range(20)])
    known = nats_by_frequency(text, held_out)
    print(f"masked bytes of text it has not seen: {found:.3f} nats each, by their frequencies {known:.3f}")
    assert found < known, "the encoder is no better than frequencies"


if __name__ == "__main__":
    main()
