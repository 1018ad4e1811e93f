"""After Flax's "MNIST tutorial", on the 1797 digits of scikit-learn: a convolutional network and its metrics."""

import cotan as ct
import numpy as np
from sklearn import datasets, model_selection

digits = datasets.load_digits()
images = (digits.images / 16).astype("float32")[..., None]
train_x, test_x, train_y, test_y = model_selection.train_test_split(images, digits.target, test_size=0.2, random_state=0)
train_steps, eval_every, batch_size = 400, 100, 32

lecun = ct.nn.initializers.lecun_normal()
keys = ct.random.split(ct.random.key(0), 4)
model = {
    "conv1": {"kernel": lecun(keys[0], (3, 3, 1, 32)), "bias": ct.zeros(32)},
    "conv2": {"kernel": lecun(keys[1], (3, 3, 32, 64)), "bias": ct.zeros(64)},
    "linear1": {"kernel": lecun(keys[2], (256, 256)), "bias": ct.zeros(256)},
    "linear2": {"kernel": lecun(keys[3], (256, 10)), "bias": ct.zeros(10)},
}


def cnn(model, x):
    for name in ("conv1", "conv2"):
        x = ct.nn.relu(ct.nn.conv(x, model[name]["kernel"]) + model[name]["bias"])
        x = ct.nn.avg_pool(x, (2, 2), strides=(2, 2))
    x = x.reshape(x.shape[0], -1)
    x = ct.nn.relu(x @ model["linear1"]["kernel"] + model["linear1"]["bias"])
    return x @ model["linear2"]["kernel"] + model["linear2"]["bias"]


def loss_fn(model, x, y):
    logits = cnn(model, x)
    return ct.nn.softmax_cross_entropy_with_integer_labels(logits, y).mean(), logits


optimizer = ct.optim.adamw(0.005, 0.9)
state = optimizer.init(model)


@ct.jit
def train_step(model, state, x, y):
    (loss, logits), grads = ct.value_and_grad(loss_fn, has_aux=True)(model, x, y)
    updates, state = optimizer.update(grads, state, model)
    return ct.optim.apply_updates(model, updates), state, loss, (logits.argmax(-1) == y).mean()


@ct.jit
def eval_step(model, x, y):
    loss, logits = loss_fn(model, x, y)
    return loss, (logits.argmax(-1) == y).mean()


history, metrics = [], []
order = np.random.default_rng(0)
for step in range(1, train_steps + 1):
    rows = order.integers(0, len(train_x), batch_size)
    model, state, *metric = train_step(model, state, train_x[rows], train_y[rows])
    metrics.append([float(x) for x in metric])
    if step % eval_every == 0:
        history.append((*np.mean(metrics, 0), *map(float, eval_step(model, test_x, test_y))))
        metrics = []
        print("step {}: train loss {:.3f}, accuracy {:.1%}; test loss {:.3f}, accuracy {:.1%}".format(step, *history[-1]))

predictions = ct.jit(lambda model, x: cnn(model, x).argmax(axis=1))(model, test_x[:25])
