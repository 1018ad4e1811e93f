"""After optax's "Getting started": a linear fit by Adam, a chain of transformations, and hyperparameters that change."""

import functools

import cotan as ct


@functools.partial(ct.vmap, in_axes=(None, 0))
def network(params, x):
    return ct.dot(params, x)


def compute_loss(params, x, y):
    return ct.mean(0.5 * (network(params, x) - y) ** 2)


target_params = 0.5
xs = ct.random.normal(ct.random.key(42), (16, 2))
ys = ct.sum(xs * target_params, axis=-1)


def fit(optimizer, steps=1000):
    params = ct.array([0.0, 0.0])
    opt_state = optimizer.init(params)

    @ct.jit
    def step(params, opt_state):
        grads = ct.grad(compute_loss)(params, xs, ys)
        updates, opt_state = optimizer.update(grads, opt_state)
        return ct.optim.apply_updates(params, updates), opt_state

    for _ in range(steps):
        params, opt_state = step(params, opt_state)
    return params


by_adam = fit(ct.optim.adam(1e-1))
print("Adam:", by_adam)

scheduler = ct.optim.exponential_decay(init_value=1e-1, transition_steps=1000, decay_rate=0.99)
by_chain = fit(ct.optim.chain(
    ct.optim.clip_by_global_norm(1.0),
    ct.optim.scale_by_adam(),
    ct.optim.scale_by_schedule(scheduler),
    ct.optim.scale(-1.0)))
print("a chain:", by_chain)

clip = ct.optim.inject_hyperparams(ct.optim.clip_by_global_norm)(
    max_norm=ct.optim.linear_schedule(1.0, 0.0, transition_steps=99))
opt_state = clip.init(None)
norms = [opt_state.hyperparams["max_norm"]]
for _ in range(100):
    _, opt_state = clip.update(None, opt_state)
    norms.append(opt_state.hyperparams["max_norm"])
print("largest norms:", norms[0], norms[-1])
