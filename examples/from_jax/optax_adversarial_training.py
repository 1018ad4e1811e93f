"""After optax's "Adversarial training", with two layers on scikit-learn's digits, each of which an attack changes a little."""

import cotan as ct
import numpy as np
from sklearn import datasets, model_selection

L2_REG, EPSILON, BATCH_SIZE = 1e-4, 0.1, 100
x, y = datasets.load_digits(return_X_y=True)
train_x, test_x, train_y, test_y = model_selection.train_test_split(x / 16, y, test_size=0.2, random_state=0)


def net(params, x):
    return ct.tanh(x @ params["w1"] + params["b1"]) @ params["w2"] + params["b2"]


def accuracy(params, x, y):
    return ct.mean(ct.argmax(net(params, x), axis=-1) == y)


def loss_fun(params, l2reg, x, y):
    sqnorm = ct.optim.global_norm(params) ** 2
    return ct.mean(ct.nn.softmax_cross_entropy_with_integer_labels(net(params, x), y)) + 0.5 * l2reg * sqnorm


@ct.jit
def pgd_attack(image, label, params, epsilon=EPSILON, maxiter=10):
    """Projected gradient descent in the ball of the largest change (Madry et al. 2017)."""
    change = ct.zeros_like(image)
    for _ in range(maxiter):
        slope = ct.grad(lambda change: loss_fun(params, 0.0, image + change, label))(change)
        change = ct.optim.projections.projection_linf_ball(change + 2 * epsilon / maxiter * ct.sign(slope), epsilon)
    return ct.clip(image + change, 0, 1)


@ct.jit
def train_step(params, opt_state, x, y):
    grads = ct.grad(loss_fun)(params, L2_REG, pgd_attack(x, y, params), y)
    updates, opt_state = optimizer.update(grads, opt_state)
    return ct.optim.apply_updates(params, updates), opt_state


random = np.random.default_rng(0)
start = {"w1": random.normal(size=(64, 32)) / 8, "b1": np.zeros(32), "w2": random.normal(size=(32, 10)) / 6, "b2": np.zeros(10)}
optimizer = ct.optim.adam(0.01)
params, opt_state = start, optimizer.init(start)
batches = [rows for _ in range(10) for rows in np.split(random.permutation(1400), 14)]
for rows in batches:
    params, opt_state = train_step(params, opt_state, train_x[rows], train_y[rows])
clean, attacked = accuracy(params, test_x, test_y), accuracy(params, pgd_attack(test_x, test_y, params), test_y)
print(f"unseen digits: {clean:.1%} are right, {attacked:.1%} after an attack")
