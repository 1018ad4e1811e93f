"""After optax's "Freezing parameters": four ways to train one of two parameters, and a change of which it is."""

import cotan as ct


def loss_fn(p):
    return ct.abs(p["param0"][0]) + ct.abs(p["param1"][0])


def train(optimizers, steps=200):
    """With the first optimizer, from step 200 on with the second, if there is one; the parameters after each step."""
    params = {"param0": ct.array([10.0]), "param1": ct.array([10.0])}
    history = []
    for number, optimizer in enumerate(optimizers):
        opt_state = optimizer.init(params)

        @ct.jit
        def train_step(p, s):
            loss, grads = ct.value_and_grad(loss_fn)(p)
            updates, s = optimizer.update(grads, s, p)
            return ct.optim.apply_updates(p, updates), s, loss

        for _ in range(steps - 1 if len(optimizers) > 1 and number == 0 else steps + number):
            params, opt_state, loss = train_step(params, opt_state)
            history.append((float(loss), float(params["param0"][0]), float(params["param1"][0])))
    return history


mask = {"param0": False, "param1": True}
ways = {
    "freeze": ct.optim.chain(ct.optim.adam(0.1), ct.optim.freeze(mask)),
    "selective_transform": ct.optim.selective_transform(ct.optim.adam(0.1), freeze_mask=mask),
    "masked": ct.optim.chain(ct.optim.adam(0.1), ct.optim.masked(ct.optim.set_to_zero(), mask)),
    "partition": ct.optim.partition({"train": ct.optim.adam(0.1), "freeze": ct.optim.set_to_zero()},
                                    {"param0": "train", "param1": "freeze"}),
}
histories = {name: train([optimizer]) for name, optimizer in ways.items()}
other_way = ct.optim.selective_transform(ct.optim.adam(0.1), freeze_mask={"param0": True, "param1": False})
swapped = train([ways["selective_transform"], other_way])

for name, history in [*histories.items(), ("swapped", swapped)]:
    for step in range(49, len(history), 50):
        loss, first, second = history[step]
        print(f"{name}, step {step + 1}: loss {loss:.4f}, parameters {first:.4f} and {second:.4f}")
