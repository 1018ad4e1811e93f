"""After optax's "Lookahead optimizer on MNIST", with one layer on scikit-learn's digits: slow parameters behind fast ones."""

import cotan as ct
import numpy as np
from sklearn import datasets, model_selection

SYNC_PERIOD, BATCH_SIZE = 5, 100
x, y = datasets.load_digits(return_X_y=True)
train_x, test_x, train_y, test_y = model_selection.train_test_split(x / 16, y, test_size=0.2, random_state=0)


def loss_accuracy(params, x, y):
    logits = x @ params["kernel"] + params["bias"]
    loss = ct.nn.softmax_cross_entropy_with_integer_labels(logits, y).mean()
    return loss, ct.mean(ct.argmax(logits, axis=-1) == y)


solver = ct.optim.lookahead(ct.optim.adam(0.01), SYNC_PERIOD, 0.1)
params = ct.optim.LookaheadParams.init_synced({"kernel": ct.zeros((64, 10), "float64"), "bias": ct.zeros(10, "float64")})
solver_state = solver.init(params)


@ct.jit
def train_step(params, solver_state, x, y):
    (loss, _), grad = ct.value_and_grad(loss_accuracy, has_aux=True)(params.fast, x, y)
    updates, solver_state = solver.update(grad, solver_state, params)
    return ct.optim.apply_updates(params, updates), solver_state, loss


batches = np.split(np.random.default_rng(0).permutation(1400), 14) * 5
losses = []
for rows in batches:
    params, solver_state, loss = train_step(params, solver_state, train_x[rows], train_y[rows])
    losses.append(float(loss))
test_loss, test_accuracy = loss_accuracy(params.slow, test_x, test_y)
print(f"train loss {losses[0]:.3f} to {losses[-1]:.3f}; slow parameters on unseen digits: {test_loss:.3f}, {test_accuracy:.1%}")
