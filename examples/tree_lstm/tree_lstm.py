"""A Tree-LSTM that learns to evaluate expressions (Tai, Socher and Manning 2015; the task as ListOps,
Nangia and Bowman 2018).

    python3 tree_lstm.py [--steps 3000] [--picture tree_lstm.svg]

An expression is a tree of digits, with the larger, the smaller, or the last digit of the sum of two
parts, as in max(3, min(7, sum(8, 4))). The network is the recursive function `state`, which goes down a
tree that lies in arrays: as deep as each tree is, and the derivative goes the same way. It never sees
the values of parts, only that of the whole.
"""

import argparse
import sys

import numpy as np

import cotan as ct

MAX, MIN, SUM = range(10, 13)  # kinds of nodes; those below are digits
KINDS, DIGITS = 13, 10
HIDDEN, BATCH, DEPTH = 64, 64, 4
NODES = 2 ** (DEPTH + 1) - 1


def value_of(kind, a, b):
    return max(a, b) if kind == MAX else min(a, b) if kind == MIN else (a + b) % DIGITS


def add_tree(random, depth, rows, is_root=False):
    """Appends a random expression to the rows (kind, left, right); its number and value."""
    node = len(rows)
    if depth == 0 or (not is_root and random.random() < 0.3):
        digit = int(random.integers(DIGITS))
        rows.append((digit, -1, -1))
        return node, digit
    kind = int(random.integers(MAX, KINDS))
    rows.append(None)
    (left, a), (right, b) = (add_tree(random, depth - 1, rows) for _ in range(2))
    rows[node] = (kind, left, right)
    return node, value_of(kind, a, b)


def draw(random, count, depth=DEPTH):
    """Expressions as arrays (count, nodes) of kinds, left and right parts, and their values."""
    table, values = np.full((count, NODES, 3), -1), np.empty(count, np.int64)
    for i in range(count):
        rows = []
        _, values[i] = add_tree(random, depth, rows, is_root=True)
        table[i, :len(rows)] = rows
    return (*np.moveaxis(table, 2, 0), values)


def initial_parameters(random):
    def normal(rows, columns, scale):
        return (random.standard_normal((rows, columns)) * scale).astype(np.float32)

    return {"kinds": normal(KINDS, HIDDEN, 1), "gates": normal(5 * HIDDEN, 3 * HIDDEN, (3 * HIDDEN) ** -0.5),
            "bias": np.repeat(np.array([0, 1, 1, 0, 0], np.float32), HIDDEN), "digits": normal(DIGITS, HIDDEN, HIDDEN**-0.5)}


def state(p, tree, node):
    """Memory and output of the part of a tree that begins at a node."""
    kinds, left, right = tree
    kind = p["kinds"][kinds[node]]
    if left[node] < 0:
        return kind, ct.tanh(kind)
    (a, h), (b, k) = state(p, tree, left[node]), state(p, tree, right[node])
    enter, keep_a, keep_b, leave, new = ct.split(p["gates"] @ ct.concatenate([kind, h, k]) + p["bias"], 5)
    sigmoid = ct.nn.sigmoid
    memory = sigmoid(enter) * ct.tanh(new) + sigmoid(keep_a) * a + sigmoid(keep_b) * b
    return memory, sigmoid(leave) * ct.tanh(memory)


def scores(p, *tree):
    """Of each digit, for many trees at once."""
    return ct.vmap(lambda *one: p["digits"] @ state(p, one, 0)[1])(*tree)


def loss(p, *trees):
    *tree, values = trees
    chances = ct.nn.log_softmax(scores(p, *tree), axis=-1)
    return -ct.mean(ct.take_along_axis(chances, values[:, None], axis=-1))


def train(steps, random, report):
    p = initial_parameters(random)
    optimizer = ct.optim.adam(ct.optim.cosine_decay(4e-3, steps))
    state = optimizer.init(p)

    @ct.jit
    def step(p, state, *trees):
        value, slopes = ct.value_and_grad(loss)(p, *trees)
        updates, state = optimizer.update(slopes, state, p)
        return ct.optim.apply_updates(p, updates), state, value

    for number in range(1, steps + 1):
        p, state, value = step(p, state, *draw(random, BATCH))
        if number % max(1, steps // 10) == 0:
            report(number, float(value), p)
    return p


def share_right(p, trees):
    *tree, values = trees
    return float(np.mean(np.asarray(ct.argmax(ct.jit(scores)(p, *tree), axis=1)) == values))


def draw_picture(path, history):
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(6, 3.5), layout="constrained")
    numbers, shares = zip(*history)
    axes.plot(numbers, [100 * x for x in shares], marker="o")
    axes.axhline(10, color="gray", linestyle=":", label="guessing")
    axes.set(xlabel="training steps", ylabel="expressions with the right value (%)", ylim=(0, 100))
    axes.legend(loc="center right")
    figure.savefig(path)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=3000)
    parser.add_argument("--picture", help="draws how the share of right values grows")
    arguments = parser.parse_args()
    if arguments.steps < 1:
        parser.error("--steps: at least one step is needed")
    unseen, history = draw(np.random.default_rng(1), 1000), []

    def report(number, value, p):
        history.append((number, share_right(p, unseen)))
        print(f"step {number:5}   loss {value:.3f}   unseen expressions: {history[-1][1]:.1%} right", flush=True)

    p = train(arguments.steps, np.random.default_rng(0), report)
    deeper = draw(np.random.default_rng(2), 200, DEPTH)
    print(f"another 200: {share_right(p, deeper):.1%} right")
    if arguments.picture:
        draw_picture(arguments.picture, history)
    return 0 if history[-1][1] >= 0.9 else "error: too few are right"


if __name__ == "__main__":
    sys.exit(main())
