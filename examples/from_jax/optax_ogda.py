"""After optax's "Optimistic gradient descent": a saddle x y, around which gradient descent goes in ever larger circles."""

import cotan as ct


def f(params):
    x, y = params
    return x * y


def optimize(optimizer, params, iters):
    def update(state, _):
        params, opt_state = state
        grads = ct.grad(f)(params)
        grads = grads.at[1].set(-grads[1])  # y goes up
        updates, opt_state = optimizer.update(grads, opt_state, params)
        return (ct.optim.apply_updates(params, updates), opt_state), params

    return ct.scan(update, (params, optimizer.init(params)), length=iters)[1]


histories = {}
for label, optimizer in [("SGD", ct.optim.sgd(0.1)),
                         ("Optimistic GD", ct.optim.optimistic_gradient_descent(0.1)),
                         ("Adam", ct.optim.adam(0.05, nesterov=True)),
                         ("Optimistic Adam", ct.optim.optimistic_adam(0.05, 0.5, nesterov=True))]:
    histories[label] = ct.jit(lambda start: optimize(optimizer, start, 1000))(ct.array([1.0, 1.0]))
    print(f"{label}: from {ct.hypot(*histories[label][0]):.3g} to {ct.hypot(*histories[label][-1]):.3g} from the saddle")
