"""Digits by a recurrent network that looks again until it is sure (after Graves 2016).

The 1797 images of 8 by 8 (Alpaydin and Kaynak 1998, in scikit-learn). Each turn of a loop updates the
state and adds to a sum of halting probabilities; the loop ends when the sum is near 1, so how often
it turns depends on the image. The average state, weighted by those probabilities, gives the class.
"""

import sys

import numpy as np
from sklearn.datasets import load_digits

import cotan as ct

STATES, CLASSES, MOST, BATCH, EPOCHS = 64, 10, 8, 32, 12
PONDER_COST = 0.01


def initial_parameters(seed=0):
    random = np.random.default_rng(seed)

    def matrix(rows, columns):
        return random.normal(0, rows**-0.5, (rows, columns)).astype(np.float32)

    return {"look": matrix(64, STATES), "again": matrix(STATES, STATES), "bias": np.zeros(STATES, np.float32),
            "halt": matrix(STATES, 1)[:, 0], "sure": np.float32(-1), "out": matrix(STATES, CLASSES)}


def think(p, image):
    """The scores of the classes, and how often the network looked."""
    state, average = ct.zeros_like(p["bias"]), ct.zeros_like(p["bias"])
    seen = image @ p["look"] + p["bias"]
    total, turns = ct.zeros((), dtype="float32"), ct.zeros((), dtype="float32")
    while total < 0.99 and turns < MOST:
        state = ct.tanh(seen + state @ p["again"])
        halt = ct.nn.sigmoid(state @ p["halt"] + p["sure"])
        turns += 1
        if total + halt >= 0.99 or turns >= MOST:
            halt = 1 - total
        average += halt * state
        total += halt
    return average @ p["out"], turns


def loss(p, images, labels):
    scores, turns = ct.vmap(lambda image: think(p, image))(images)
    chances = ct.nn.log_softmax(scores, axis=-1)
    picked = ct.take_along_axis(chances, labels[:, None], axis=-1)
    return PONDER_COST * ct.mean(turns) - ct.mean(picked)


@ct.jit
def evaluate(p, images):
    scores, turns = ct.vmap(lambda image: think(p, image))(images)
    return ct.argmax(scores, axis=-1), turns


def data():
    images, labels = load_digits(return_X_y=True)
    order = np.random.default_rng(0).permutation(len(images))
    images, labels = (images[order] / 16).astype(np.float32), labels[order].astype(np.int64)
    held_out = len(images) // 5
    return (images[held_out:], labels[held_out:]), (images[:held_out], labels[:held_out])


def main():
    (images, labels), (test_images, test_labels) = data()
    optimizer = ct.optim.adam(ct.optim.cosine_decay(3e-3, EPOCHS * (len(images) // BATCH)))

    @ct.jit
    def step(p, state, images, labels):
        value, slopes = ct.value_and_grad(loss)(p, images, labels)
        updates, state = optimizer.update(slopes, state, p)
        return ct.optim.apply_updates(p, updates), state, value

    p = initial_parameters()
    state, value, right = optimizer.init(p), ct.inf, 0.0
    for epoch in range(EPOCHS):
        order = np.random.default_rng(epoch).permutation(len(images))
        for i in range(0, len(order) - BATCH + 1, BATCH):
            rows = order[i : i + BATCH]
            p, state, value = step(p, state, images[rows], labels[rows])
        found, turns = evaluate(p, test_images)
        right = float(np.mean(np.asarray(found) == test_labels))
        turns = np.asarray(turns)
        print(f"epoch {epoch + 1:2}   loss {float(value):.3f}   held out: {right:.1%} right, "
              f"{turns.mean():.2f} looks ({turns.min():.0f} to {turns.max():.0f})")
    return 0 if right >= 0.95 else "error: too few are right"


if __name__ == "__main__":
    sys.exit(main())
