"""After diffrax's "Steady state": where an equation comes to rest is learnt, by the implicit function theorem."""

import cotan as ct


def vector_field(y, steady_state):
    return steady_state - y


def loss(steady_state, target):
    y1 = ct.optimize.root(vector_field, ct.array(1.0), (steady_state,)).x  # at rest the slope is 0
    return (y1 - target) ** 2


steady_state = ct.array(0.0)
optim = ct.optim.sgd(1e-2, momentum=0.7, nesterov=True)
opt_state = optim.init(steady_state)


@ct.jit
def make_step(steady_state, opt_state, target):
    grads = ct.grad(loss)(steady_state, target)
    updates, opt_state = optim.update(grads, opt_state)
    return ct.optim.apply_updates(steady_state, updates), opt_state


states = []
for step in range(100):
    steady_state, opt_state = make_step(steady_state, opt_state, ct.array(0.76))
    states.append(float(steady_state))
    print(f"step {step}: {states[-1]}")
