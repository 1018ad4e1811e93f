"""After optax's "Differentially private SGD", with one layer on scikit-learn's digits: each example's gradient is cut to a
length, and noise is added to their sum (Abadi et al. 2016)."""

import cotan as ct
import numpy as np
from sklearn import datasets, model_selection

LEARNING_RATE, NOISE_MULTIPLIER, L2_NORM_CLIP, BATCH_SIZE = 0.25, 1.3, 1.5, 200
x, y = datasets.load_digits(return_X_y=True)
train_x, test_x, train_y, test_y = model_selection.train_test_split(x / 16, y, test_size=0.2, random_state=0)


def loss_fn(params, x, y):
    return ct.nn.softmax_cross_entropy_with_integer_labels(x @ params["w"] + params["b"], y).mean()


def noise(key, params):
    """For the sum of a batch."""
    one, two = ct.random.split(key)
    return {"w": ct.random.normal(one, (64, 10), "float64") * NOISE_MULTIPLIER * L2_NORM_CLIP,
            "b": ct.random.normal(two, (10,), "float64") * NOISE_MULTIPLIER * L2_NORM_CLIP}


clip, tx = ct.optim.clip_by_global_norm(L2_NORM_CLIP), ct.optim.sgd(LEARNING_RATE)


@ct.jit
def train_step(params, opt_state, x, y, key):
    clipped = ct.vmap(lambda x, y: clip.update(ct.grad(loss_fn)(params, x, y), ct.optim.EmptyState())[0])(x, y)
    grads = ct.tree.map(lambda g, n: (g.sum(axis=0) + n) / BATCH_SIZE, clipped, noise(key, params))
    updates, opt_state = tx.update(grads, opt_state, params)
    return ct.optim.apply_updates(params, updates), opt_state


params = {"w": ct.zeros((64, 10), "float64"), "b": ct.zeros(10, "float64")}
opt_state = tx.init(params)
batches = [rows for seed in range(15) for rows in np.split(np.random.default_rng(seed).permutation(1400), 7)]
for rows, key in zip(batches, ct.random.split(ct.random.key(1337), len(batches))):
    params, opt_state = train_step(params, opt_state, train_x[rows], train_y[rows], key)
accuracy = ct.mean(ct.argmax(test_x @ params["w"] + params["b"], axis=1) == test_y)
print(f"unseen digits: {accuracy:.1%} are right, loss {loss_fn(params, test_x, test_y):.3f}")
