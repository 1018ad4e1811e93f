"""A GPT on bytes, trained from scratch on the licenses every Debian machine has.

    python3 gpt.py --steps 300 --save /tmp/gpt.safetensors     trains, then writes a text
    python3 gpt.py --resume /tmp/gpt.safetensors --steps 100   goes on where the other ended

The model of Radford et al. (2019) with 4 layers, 256 features and 4 heads. A text is written by a loop
whose length depends on the text: it ends with an empty line.
"""

import argparse
import glob
import sys

import numpy as np
from tqdm import trange

import cotan as ct

LAYERS, FEATURES, HEADS, CONTEXT, BATCH, VOCABULARY = 4, 256, 4, 128, 8, 256
NEWLINE = 10


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


def layer_norm(x, p):
    mean = ct.mean(x, axis=-1, keepdims=True)
    spread = ct.mean((x - mean) ** 2, axis=-1, keepdims=True)
    return (x - mean) * ct.rsqrt(spread + 1e-5) * p["scale"] + p["bias"]


def attention(x, p):
    batch, length, _ = x.shape
    heads = ct.reshape(x @ p["qkv"], (batch, length, 3, HEADS, FEATURES // HEADS))
    q, k, v = (ct.transpose(heads[:, :, i], (0, 2, 1, 3)) for i in range(3))
    scores = q @ ct.swapaxes(k, -1, -2) * (FEATURES // HEADS) ** -0.5
    places = ct.arange(length)
    scores = ct.where(places[:, None] >= places[None, :], scores, -1e30)
    mixed = ct.transpose(ct.nn.softmax(scores, axis=-1) @ v, (0, 2, 1, 3))
    return ct.reshape(mixed, (batch, length, FEATURES)) @ p["out"]


def logits(parameters, tokens):
    """For each place of (batch, length) tokens, the scores of the byte that follows."""
    x = parameters["token"][tokens] + parameters["place"][: tokens.shape[1]]
    for p in parameters["layers"]:
        x = x + attention(layer_norm(x, p["before"]), p)
        x = x + ct.nn.gelu(layer_norm(x, p["middle"]) @ p["up"]) @ p["down"]
    return layer_norm(x, parameters["end"]) @ parameters["token"].T


def loss(parameters, tokens):
    scores = ct.nn.log_softmax(logits(parameters, tokens[:, :-1]), axis=-1)
    return -ct.mean(ct.take_along_axis(scores, tokens[:, 1:, None], axis=-1))


def make_optimizer(steps):
    rate = ct.optim.warmup_cosine_decay(1e-3, steps // 20 + 1, steps, end=1e-4)
    return ct.optim.adamw(rate, b2=0.95, weight_decay=0.1)


def make_step(optimizer):
    @ct.jit
    def step(parameters, state, tokens):
        value, gradients = ct.value_and_grad(loss)(parameters, tokens)
        gradients = ct.optim.clip_by_global_norm(gradients, 1.0)
        parameters, state = optimizer.update(gradients, state, parameters)
        return parameters, state, value

    return step


@ct.jit
def continue_text(parameters, key, prompt, length):
    """Writes bytes after the first `length` of the prompt, up to an empty line or its end."""
    text, i = prompt, length
    while i < CONTEXT and not (text[i - 1] == NEWLINE and text[i - 2] == NEWLINE):
        scores = logits(parameters, text[None, :])[0, i - 1]
        noise = -ct.log(-ct.log(ct.random.uniform(ct.random.fold_in(key, i), (VOCABULARY,)) + 1e-9))
        text = text.at[i].set(ct.argmax(scores / 0.7 + noise))  # Gumbel's way to draw by probability
        i += 1
    return text, i


def write_text(parameters, seed, prompt=b"  This License "):
    start = np.zeros(CONTEXT, np.int64)
    start[: len(prompt)] = list(prompt)
    text, length = continue_text(parameters, ct.random.key(seed), start, len(prompt))
    return bytes(text.numpy()[: int(length)].astype(np.uint8)).decode("utf-8", "replace")


def read_text():
    files = sorted(set(glob.glob("/usr/share/common-licenses/*")))
    text = b"\n\n".join(open(f, "rb").read() for f in files)
    if len(text) < 100_000:
        sys.exit("error: /usr/share/common-licenses holds too little text to train on")
    return np.frombuffer(text, np.uint8).astype(np.int64)


def batch_of(text, step):
    """The same text for the same step, so that a resumed training goes on with the same losses."""
    starts = np.random.default_rng(step).integers(0, len(text) - CONTEXT - 1, BATCH)
    return np.stack([text[s : s + CONTEXT + 1] for s in starts])


def train(options):
    text, optimizer = read_text(), make_optimizer(options.schedule)
    if options.resume:
        parameters, state = ct.load(options.resume)
    else:
        parameters = ct.jit(initial_parameters)(ct.random.key(0))
        state = optimizer.init(parameters)
    step, losses = make_step(optimizer), []
    first = int(state["step"])
    bar = trange(first, first + options.steps, disable=not sys.stderr.isatty())
    for i in bar:
        parameters, state, value = step(parameters, state, batch_of(text, i))
        losses.append(float(value))
        bar.set_postfix(loss=f"{losses[-1]:.3f}")
    if options.save:
        ct.save(options.save, (parameters, state))
    return parameters, losses


def draw(path, losses):
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(8, 4.5))
    axes.plot(losses)
    axes.set(xlabel="step", ylabel="loss, nats per byte")
    figure.savefig(path)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--schedule", type=int, default=300, help="steps until the rate is at its end")
    parser.add_argument("--save", metavar="FILE")
    parser.add_argument("--resume", metavar="FILE")
    parser.add_argument("--picture", metavar="FILE")
    options = parser.parse_args()
    parameters, losses = train(options)
    print(f"loss {losses[0]:.3f} -> {np.mean(losses[-20:]):.3f} nats per byte")
    print(write_text(parameters, seed=1))
    if options.picture:
        draw(options.picture, losses)
    if not options.resume and options.steps >= 300 and np.mean(losses[-20:]) > 2.4:
        sys.exit("error: it did not learn")


if __name__ == "__main__":
    main()
