"""After diffrax's "Neural ODE": a network is the slope of an equation that goes through given curves."""

import cotan as ct


def func(p, y):
    for layer in p["layers"][:-1]:
        y = ct.nn.softplus(layer["weight"] @ y + layer["bias"])
    return p["out_scale"] * ct.tanh(p["layers"][-1]["weight"] @ y + p["layers"][-1]["bias"])


def init(data_size, width_size, depth, key):
    sizes = [data_size, *[width_size] * depth, data_size]
    layers = []
    for k, n, m in zip(ct.random.split(key, depth + 1), sizes, sizes[1:]):
        one, two = ct.random.split(k)
        draw = lambda key, shape: ct.random.uniform(key, shape, minval=-n**-0.5, maxval=n**-0.5)  # noqa: E731
        layers.append({"weight": draw(one, (m, n)), "bias": draw(two, (m,))})
    return {"out_scale": ct.array(1.0), "layers": layers}


def model(p, ts, y0):
    return ct.ode.solve_ivp(lambda t, y: func(p, y), (ts[0], ts[-1]), y0, t_eval=ts, first_step=ts[1] - ts[0]).y


def data_slope(t, y):
    x = y / (1 + y)
    return ct.stack([x[1], -x[0]])


def get_data(dataset_size, key):
    ts = ct.linspace(0, 10, 100)
    y0 = ct.random.uniform(key, (dataset_size, 2), minval=-0.6, maxval=1)
    return ts, ct.jit(ct.vmap(lambda y0: ct.ode.solve_ivp(data_slope, (0, 10), y0, t_eval=ts, rtol=1e-5, atol=1e-6).y))(y0)


def main(dataset_size=256, batch_size=32, lr=3e-3, steps_strategy=(300, 200), length_strategy=(0.1, 0.4), width_size=64,
         depth=2, seed=5678):
    data_key, model_key, loader_key = ct.random.split(ct.random.key(seed), 3)
    ts, ys = get_data(dataset_size, data_key)
    p, losses = init(2, width_size, depth, model_key), []
    optim = ct.optim.adabelief(lr)

    def loss(p, ti, yi):
        y_pred = ct.vmap(model, in_axes=(None, None, 0))(p, ti, yi[:, 0])
        return ct.mean((yi - y_pred) ** 2)

    @ct.jit
    def make_step(ti, yi, p, opt_state):
        value, grads = ct.value_and_grad(loss)(p, ti, yi)
        updates, opt_state = optim.update(grads, opt_state)
        return value, ct.optim.apply_updates(p, updates), opt_state

    for steps, length in zip(steps_strategy, length_strategy):
        opt_state, end = optim.init(p), int(len(ts) * length)
        for step in range(steps):
            loader_key, key = ct.random.split(loader_key)
            rows = ct.random.permutation(key, dataset_size)[:batch_size]
            value, p, opt_state = make_step(ts[:end], ys[rows, :end], p, opt_state)
            losses.append(float(value))
            if step % 100 == 0 or step == steps - 1:
                print(f"step {step}, loss {value:.5f}")
    return ts, ys, p, losses


if __name__ == "__main__":
    main()
