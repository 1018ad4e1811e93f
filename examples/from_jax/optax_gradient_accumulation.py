"""After optax's "Gradient accumulation": three small batches make the step of the one that they are parts of."""

import cotan as ct


def init(key, sizes=(784, 512, 512, 10)):
    """Weights of a perceptron, as Flax's layers have them."""
    keys = ct.random.split(key, len(sizes) - 1)
    return [{"kernel": ct.nn.initializers.lecun_normal()(k, shape), "bias": ct.zeros(shape[1])}
            for k, shape in zip(keys, zip(sizes, sizes[1:]))]


def loss_fn(params, image, label):
    x = image.reshape(image.shape[0], -1)
    for layer in params[:-1]:
        x = ct.nn.relu(x @ layer["kernel"] + layer["bias"])
    logits = x @ params[-1]["kernel"] + params[-1]["bias"]
    return ct.nn.softmax_cross_entropy_with_integer_labels(logits, label).mean()


def fit(params, optimizer, batches):
    opt_state = optimizer.init(params)

    @ct.jit
    def train_step(params, opt_state, image, label):
        grads = ct.grad(loss_fn)(params, image, label)
        updates, opt_state = optimizer.update(grads, opt_state, params)
        return ct.optim.apply_updates(params, updates), opt_state

    for batch in batches:
        params, opt_state = train_step(params, opt_state, *batch)
    return params


images = ct.random.uniform(ct.random.key(0), (9, 28, 28, 1))
labels = ct.random.randint(ct.random.key(0), (9,), minval=0, maxval=10)
parts = [(images[i:i + 3], labels[i:i + 3]) for i in range(0, 9, 3)]
start = init(ct.random.key(0))
schedule = ct.optim.piecewise_constant_schedule(1.0, {0: 1e-4, 1: 1e-1})
differences = []
for optimizer in (ct.optim.sgd(1e-4), ct.optim.sgd(schedule)):
    whole = fit(start, optimizer, [(images, labels)])
    accumulated = fit(start, ct.optim.MultiSteps(optimizer, every_k_schedule=3), parts)
    moved = max(float(abs(x - y).max()) for x, y in zip(ct.tree.leaves(whole), ct.tree.leaves(start)))
    differences.append(max(float(abs(x - y).max()) for x, y in zip(ct.tree.leaves(whole), ct.tree.leaves(accumulated))))
    print(f"the parameters moved by {moved:.1e}, and differ by {differences[-1]:.1e}")
