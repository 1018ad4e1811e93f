"""A decoder in the style of LLaMA (Touvron et al. 2023) on bytes: norms by root mean squares, rotary positions,
fewer heads of keys than of queries, gated layers. It is trained on prose, writes on with a cache of keys and
values in a compiled loop, and is adapted to another kind of text by low-rank updates of its matrices (LoRA, Hu et
al. 2021), which leave it as it is.

    python3 llama.py [--steps 300] [--picture llama.svg]

It checks that each byte written with the cache is the one that the whole model would write, that training and
adapting lower the loss on text it has not seen, and that adapting changes no matrix of the model.
"""

import argparse
import pathlib
import sys

import numpy as np

import cotan as ct

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "gpt"))
import corpus  # noqa: E402

LAYERS, FEATURES, HEADS, KEY_HEADS, HIDDEN, VOCABULARY = 3, 96, 6, 2, 256, 256
CONTEXT, BATCH, RANK = 64, 16, 4
SIZE = FEATURES // HEADS  # of a head
MATRICES = {"query": (FEATURES, HEADS * SIZE), "key": (FEATURES, KEY_HEADS * SIZE), "value": (FEATURES, KEY_HEADS * SIZE),
            "out": (HEADS * SIZE, FEATURES), "gate": (FEATURES, HIDDEN), "up": (FEATURES, HIDDEN), "down": (HIDDEN, FEATURES)}


def initial_parameters(key):
    keys = iter(ct.random.split(key, 1 + LAYERS * len(MATRICES)))
    matrix = lambda shape: ct.random.normal(next(keys), shape) * shape[0] ** -0.5  # noqa: E731
    layers = [{**{name: matrix(shape) for name, shape in MATRICES.items()}, "before": ct.ones(FEATURES),
               "middle": ct.ones(FEATURES)} for _ in range(LAYERS)]
    return {"token": 0.02 * ct.random.normal(next(keys), (VOCABULARY, FEATURES)), "layers": layers, "end": ct.ones(FEATURES)}


def empty_cache(batch):
    return [{name: ct.zeros((batch, CONTEXT, KEY_HEADS, SIZE)) for name in ("key", "value")} for _ in range(LAYERS)]


def attention(x, p, places, cache):
    """Of the places given, to those and to what the cache holds of earlier ones; and the cache with them."""
    split = lambda y, heads: ct.reshape(y, (*y.shape[:2], heads, SIZE))  # noqa: E731
    turned = lambda y: ct.nn.rotary_embedding(y, places)  # noqa: E731
    query = turned(split(x @ p["query"], HEADS))
    key, value = turned(split(x @ p["key"], KEY_HEADS)), split(x @ p["value"], KEY_HEADS)
    if cache is None:
        mixed = ct.nn.dot_product_attention(query, key, value, is_causal=True)
    else:
        cache = {"key": ct.nn.cache_update(cache["key"], key, places[0]), "value": ct.nn.cache_update(cache["value"], value, places[0])}
        seen = ct.arange(CONTEXT) <= places[:, None]
        mixed = ct.nn.dot_product_attention(query, cache["key"], cache["value"], mask=seen)
    return ct.reshape(mixed, (*x.shape[:2], HEADS * SIZE)) @ p["out"], cache


def logits(parameters, tokens, start=0, cache=None):
    """Scores of the byte after each of (batch, length) tokens, the first of which is at place `start`."""
    places = start + ct.arange(tokens.shape[1])
    x, caches = parameters["token"][tokens], []
    for i, p in enumerate(parameters["layers"]):
        mixed, kept = attention(ct.nn.rms_norm(x, p["before"]), p, places, None if cache is None else cache[i])
        x = x + mixed
        y = ct.nn.rms_norm(x, p["middle"])
        x = x + (ct.nn.silu(y @ p["gate"]) * (y @ p["up"])) @ p["down"]
        caches.append(kept)
    return ct.nn.rms_norm(x, parameters["end"]) @ parameters["token"].T, caches


def loss_of(parameters, tokens):
    return ct.mean(ct.nn.cross_entropy(logits(parameters, tokens[:, :-1])[0], tokens[:, 1:]))


@ct.jit
def write(parameters, text, length):
    """Fills the text from `length` on with the likeliest bytes; each reads what the cache holds of those before."""
    cache = empty_cache(1)
    for i in range(CONTEXT - 1):
        scores, cache = logits(parameters, ct.dynamic_slice(text, (i,), (1,))[None], i, cache)
        if i + 1 >= length:
            text = text.at[i + 1].set(ct.argmax(scores[0, 0]))
    return text


def adapted(parameters, updates):
    """The model with a product of two narrow matrices added to each matrix that has one."""
    layers = [{name: x + u[name][0] @ u[name][1] if name in u else x for name, x in p.items()}
              for p, u in zip(parameters["layers"], updates)]
    return {**parameters, "layers": layers}


def initial_updates(key):
    """The second factor is zero: nothing is changed yet."""
    keys = iter(ct.random.split(key, LAYERS * 2))
    narrow = lambda shape: (ct.random.normal(next(keys), (shape[0], RANK)) * shape[0] ** -0.5, ct.zeros((RANK, shape[1])))  # noqa: E731
    return [{name: narrow(MATRICES[name]) for name in ("query", "value")} for _ in range(LAYERS)]


def fit(loss, variables, batches, rate):
    """Trains what the loss is a function of; the losses of the batches."""
    optimizer = ct.optim.chain(ct.optim.clip_by_global_norm(1.0), ct.optim.adamw(rate, b2=0.95, weight_decay=0.01))

    @ct.jit
    def step(variables, state, tokens):
        value, gradients = ct.value_and_grad(loss)(variables, tokens)
        updates, state = optimizer.update(gradients, state, variables)
        return ct.optim.apply_updates(variables, updates), state, value

    state, losses = optimizer.init(variables), []
    for tokens in batches:
        variables, state, value = step(variables, state, tokens)
        losses.append(float(value))
    return variables, losses


def batches(text, count, seed=0):
    for i in range(count):
        starts = np.random.default_rng((seed, i)).integers(0, len(text) - CONTEXT - 1, BATCH)
        yield np.stack([text[s : s + CONTEXT + 1] for s in starts])


def python_source():
    """Another kind of text: the source of a module that every Python has."""
    import argparse as module
    return np.frombuffer(pathlib.Path(module.__file__).read_bytes(), np.uint8).astype(np.int64)


def check_cache(parameters, prompt):
    """What is written with the cache, and that the whole model agrees with each byte."""
    start = np.zeros(CONTEXT, np.int64)
    start[: len(prompt)] = prompt
    text = write(parameters, start, len(prompt)).numpy()
    scores = logits(parameters, text[None, :-1])[0].numpy()[0]
    written = np.arange(len(prompt), CONTEXT)
    chosen, best = scores[written - 1, text[written]], scores[written - 1].max(-1)
    assert (best - chosen < 1e-3).all(), "the cache gives other bytes than the whole model"
    return bytes(text.astype(np.uint8)).decode("utf-8", "replace")


def main():
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--picture", help="where to draw the losses")
    options = parser.parse_args()
    text, held_out = corpus.read()
    parameters = ct.jit(initial_parameters)(ct.random.key(0))
    unseen = next(batches(held_out, 1, seed=1))
    test = ct.jit(loss_of)
    before = float(test(parameters, unseen))
    parameters, losses = fit(loss_of, parameters, batches(text, options.steps), 3e-3)
    after = float(test(parameters, unseen))
    print(f"text it has not seen: {before:.3f} nats a byte, trained {after:.3f}")
    assert after < 0.75 * before, "training has not helped"
    print("it writes:", repr(check_cache(parameters, unseen[0, :24])))

    source = python_source()
    frozen = ct.tree.map(lambda x: x.numpy().copy(), parameters)
    code, other = source[: len(source) // 2], next(batches(source[len(source) // 2 :], 1, seed=2))
    with_updates = lambda updates, tokens: loss_of(adapted(parameters, updates), tokens)  # noqa: E731
    updates, adapting = fit(with_updates, initial_updates(ct.random.key(1)), batches(code, options.steps // 2), 1e-2)
    plain, fitted = float(test(parameters, other)), float(ct.jit(with_updates)(updates, other))
    share = sum(x.size for x in ct.tree.leaves(updates)) / sum(x.size for x in ct.tree.leaves(parameters))
    print(f"another kind of text: {plain:.3f}, adapted {fitted:.3f} by {100 * share:.1f} % as many numbers")
    assert fitted < plain, "the updates have not helped"
    assert all(ct.tree.leaves(ct.tree.map(lambda x, y: bool((x.numpy() == y).all()), parameters, frozen)))
    if options.picture:
        draw(options.picture, losses, adapting)


def draw(path, losses, adapting):
    from matplotlib import pyplot
    pyplot.plot(losses, label="training")
    pyplot.plot(range(len(losses), len(losses) + len(adapting)), adapting, label="adapting")
    pyplot.xlabel("step")
    pyplot.ylabel("nats a byte")
    pyplot.legend()
    pyplot.savefig(path)


if __name__ == "__main__":
    main()
