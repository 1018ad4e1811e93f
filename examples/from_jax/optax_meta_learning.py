"""After optax's "Meta-learning": the rate of RMSProp is learnt by Adam, through seven steps of RMSProp."""

import cotan as ct

N = 7


def draw(key):
    k1, k2 = ct.random.split(key)
    x = ct.random.uniform(k1, (N,), minval=0.0, maxval=10.0)
    return x, 10.0 * x + ct.random.normal(k2, (N,))


def loss(theta, x, y):
    return 0.5 * (y - x * theta) ** 2


opt = ct.optim.inject_hyperparams(ct.optim.rmsprop)(learning_rate=ct.array(0.1))
meta_opt = ct.optim.adam(learning_rate=0.03)


def outer_loss(eta, theta, state, xs, ys):
    state.hyperparams["learning_rate"] = ct.nn.sigmoid(eta)
    for x, y in zip(xs[:-1], ys[:-1]):
        updates, state = opt.update(ct.grad(loss)(theta, x, y), state)
        theta = ct.optim.apply_updates(theta, updates)
    return loss(theta, xs[-1], ys[-1]), (theta, state)


@ct.jit
def outer_step(eta, theta, meta_state, state, key):
    grad, (theta, state) = ct.grad(outer_loss, has_aux=True)(eta, theta, state, *draw(key))
    meta_updates, meta_state = meta_opt.update(grad, meta_state)
    return ct.optim.apply_updates(eta, meta_updates), theta, meta_state, state


theta = ct.random.normal(ct.random.key(42))
state = opt.init(theta)
eta = -ct.log(1.0 / ct.array(0.1) - 1)  # whose sigmoid is the rate
meta_state = meta_opt.init(eta)
learning_rates, thetas = [], []
for key in ct.random.split(ct.random.key(0), 2000):
    eta, theta, meta_state, state = outer_step(eta, theta, meta_state, state, key)
    learning_rates.append(float(ct.nn.sigmoid(eta)))
    thetas.append(float(theta))
print(f"theta {thetas[0]:.3f} to {thetas[-1]:.3f}, rate {learning_rates[0]:.3f} to {learning_rates[-1]:.5f}")
