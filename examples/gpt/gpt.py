"""A GPT on bytes, trained from scratch on the licenses and the Python reference that Debian carries.

    python3 gpt.py --save /tmp/gpt.safetensors --picture gpt.svg   trains, then writes a text
    python3 gpt.py --resume /tmp/gpt.safetensors --steps 0         writes another: --seed, --prompt

The model of Radford et al. (2019) with 4 layers, 256 features and 4 heads. It must need fewer bits per
byte of held-out text than any n-gram model of the same training text. A text is written by a loop whose
length depends on the text: it ends with an empty line.
"""

import argparse
import math
import sys

import corpus
import ngram
import numpy as np
from tqdm import trange

import cotan as ct

LAYERS, FEATURES, HEADS, CONTEXT, BATCH, VOCABULARY = 4, 256, 4, 128, 16, 256
DROPPED, STEPS, NEWLINE = 0.1, 2000, 10


def initial_parameters(key):
    keys = iter(ct.random.split(key, 2 + 4 * LAYERS))

    def matrix(rows, columns, scale=0.02):
        return scale * ct.random.normal(next(keys), (rows, columns))

    def norm():
        return {"scale": ct.ones((FEATURES,)), "bias": ct.zeros((FEATURES,))}

    def layer():
        narrow = 0.02 / (2 * LAYERS) ** 0.5  # as many sums go into the residual stream
        return {
            "before": norm(), "qkv": matrix(FEATURES, 3 * FEATURES), "out": matrix(FEATURES, FEATURES, narrow),
            "middle": norm(), "up": matrix(FEATURES, 4 * FEATURES), "down": matrix(4 * FEATURES, FEATURES, narrow),
        }

    return {"token": matrix(VOCABULARY, FEATURES), "place": matrix(CONTEXT, FEATURES),
            "layers": [layer() for _ in range(LAYERS)], "end": norm()}


def attention(x, p):
    batch, length, _ = x.shape
    heads = ct.reshape(x @ p["qkv"], (batch, length, 3, HEADS, FEATURES // HEADS))
    mixed = ct.nn.dot_product_attention(heads[:, :, 0], heads[:, :, 1], heads[:, :, 2], is_causal=True)
    return ct.reshape(mixed, (batch, length, FEATURES)) @ p["out"]


def logits(parameters, tokens, key=None):
    """For each place of (batch, length) tokens, the scores of the byte that follows; the key is for dropout."""
    keys = iter(ct.random.split(key, 1 + 2 * LAYERS)) if key is not None else None

    def dropped(x):
        return x if keys is None else ct.nn.dropout(x, next(keys), DROPPED)

    def norm(x, p):
        return ct.nn.layer_norm(x, p["scale"], p["bias"])

    x = dropped(parameters["token"][tokens] + parameters["place"][: tokens.shape[1]])
    for p in parameters["layers"]:
        x = x + dropped(attention(norm(x, p["before"]), p))
        x = x + dropped(ct.nn.gelu(norm(x, p["middle"]) @ p["up"]) @ p["down"])
    return norm(x, parameters["end"]) @ parameters["token"].T


def losses_of(parameters, tokens, key=None):
    """Nats for each of the tokens but the first."""
    return ct.nn.cross_entropy(logits(parameters, tokens[:, :-1], key), tokens[:, 1:])


def make_optimizer(steps):
    rate = ct.optim.warmup_cosine_decay(1e-3, steps // 20 + 1, steps, end=1e-4)
    return ct.optim.chain(ct.optim.clip_by_global_norm(1.0), ct.optim.adamw(rate, b2=0.95, weight_decay=0.1))


def steps_done(state):
    return state[1][0].count  # Adam's


def make_step(optimizer):
    @ct.jit
    def step(parameters, state, tokens):
        key = ct.random.fold_in(ct.random.key(1), steps_done(state))
        value, gradients = ct.value_and_grad(lambda p: ct.mean(losses_of(p, tokens, key)))(parameters)
        updates, state = optimizer.update(gradients, state, parameters)
        return ct.optim.apply_updates(parameters, updates), state, value

    return step


@ct.jit
def second_halves(parameters, tokens):
    """Nats for each of the last CONTEXT // 2 tokens, all of which have the others before them."""
    return ct.mean(losses_of(parameters, tokens)[:, CONTEXT // 2 :])


def bits_per_byte(parameters, text):
    """Of whole batches of windows, which go on by half their length."""
    starts = np.arange(0, len(text) - CONTEXT - 1, CONTEXT // 2)
    starts = starts[: len(starts) // BATCH * BATCH].reshape(-1, BATCH)
    windows = (np.stack([text[s : s + CONTEXT + 1] for s in row]) for row in starts)
    return float(np.mean([float(second_halves(parameters, tokens)) for tokens in windows])) / math.log(2)


@ct.jit
def continue_text(parameters, key, text, length, temperature):
    """Writes bytes after the first `length` of the text, up to an empty line or its end. The model sees the
    last CONTEXT bytes; a byte is drawn with its probability at the temperature."""
    i = length
    while i < text.shape[0] and not (text[i - 1] == NEWLINE and text[i - 2] == NEWLINE):
        start = ct.maximum(i - CONTEXT, 0)
        window = ct.dynamic_slice(text, (start,), (CONTEXT,))
        scores = logits(parameters, window[None, :])[0, i - 1 - start]
        text = text.at[i].set(ct.random.categorical(ct.random.fold_in(key, i), scores / temperature))
        i += 1
    return text, i


def write_text(parameters, prompt, seed=1, temperature=0.6, most=600):
    start = np.zeros(max(CONTEXT, len(prompt)) + most, np.int64)
    start[: len(prompt)] = list(prompt)
    text, length = continue_text(parameters, ct.random.key(seed), start, len(prompt), temperature)
    return bytes(text.numpy()[: int(length)].astype(np.uint8)).decode("utf-8", "replace").rstrip("\n")


def batch_of(text, step):
    """The same text for the same step, so that a resumed training goes on with the same losses."""
    starts = np.random.default_rng(step).integers(0, len(text) - CONTEXT - 1, BATCH)
    return np.stack([text[s : s + CONTEXT + 1] for s in starts])


class Curve:
    """Bits per byte, by step: of the batches, and of the held-out text now and then."""

    def __init__(self):
        self.train, self.held_out = [], {}


def train(options, text, held_out=None):
    optimizer, curve = make_optimizer(options.schedule), Curve()
    if options.resume:
        parameters, state = ct.load(options.resume)
    else:
        parameters = ct.jit(initial_parameters)(ct.random.key(0))
        state = optimizer.init(parameters)
    step, first = make_step(optimizer), int(steps_done(state))
    last = first + options.steps
    bar = trange(first, last, disable=not sys.stderr.isatty())
    for i in bar:
        parameters, state, value = step(parameters, state, batch_of(text, i))
        curve.train.append(float(value) / math.log(2))
        if held_out is not None and ((i + 1) % 200 == 0 or i + 1 == last):
            curve.held_out[i + 1] = bits_per_byte(parameters, held_out)
            bar.write(f"step {i + 1:5}: {np.mean(curve.train[-100:]):.3f} bits per byte of the batches, "
                      f"{curve.held_out[i + 1]:.3f} of held-out text", file=sys.stdout)
            sys.stdout.flush()
        bar.set_postfix(bits=f"{curve.train[-1]:.3f}")
    if options.save:
        ct.save(options.save, (parameters, state))
    return parameters, curve


def draw(path, curve, counted, order):
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(8, 4.5))
    last = max(curve.held_out)
    axes.plot(np.arange(last - len(curve.train), last), curve.train, lw=0.5, label="batches")
    axes.plot(curve.held_out.keys(), curve.held_out.values(), "o-", label="held-out text")
    axes.axhline(counted, color="gray", ls="--", label=f"{order}-gram model, held-out text")
    axes.set(xlabel="step", ylabel="bits per byte", ylim=(1, 5))
    axes.legend()
    figure.savefig(path)


def options_of(arguments=None):
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--schedule", type=int, default=STEPS, help="steps until the rate is at its end")
    parser.add_argument("--save", metavar="FILE")
    parser.add_argument("--resume", metavar="FILE")
    parser.add_argument("--picture", metavar="FILE")
    parser.add_argument("--prompt", default="The ")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--temperature", type=float, default=0.6)
    return parser.parse_args(arguments)


def main():
    options = options_of()
    text, held_out = corpus.read()
    counted = order = 0
    if options.steps > 0:
        counted, order = ngram.best(text.astype(np.uint8), held_out.astype(np.uint8))
        print(f"{len(text)} bytes to train on; {counted:.3f} bits per byte of the {len(held_out)} held out, by a "
              f"{order}-gram model", flush=True)
    parameters, curve = train(options, text, held_out)
    print(write_text(parameters, options.prompt.encode(), options.seed, options.temperature))
    if options.picture and options.steps > 0:
        draw(options.picture, curve, counted, order)
    if options.steps >= STEPS and min(curve.held_out.values()) >= counted:
        sys.exit("error: it did not learn more than can be counted")


if __name__ == "__main__":
    main()
