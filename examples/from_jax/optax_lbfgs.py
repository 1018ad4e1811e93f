"""After optax's "L-BFGS": the preconditioner alone, line searches, and a loop that ends where the gradient is small."""

import cotan as ct

# The preconditioner, with steps of one length.
dim = 8
w_opt = ct.ones(dim)
mat = ct.random.normal(ct.random.key(0), (dim, dim))
mat = mat @ mat.T


def quadratic(w):
    return 0.5 * (w - w_opt) @ (mat @ (w - w_opt))


opt = ct.optim.scale_by_lbfgs()
w = ct.random.normal(ct.random.key(1), (dim,))
state = opt.init(w)
values = []
for _ in range(16):
    v, g = ct.value_and_grad(quadratic)(w)
    values.append(float(v))
    u, state = opt.update(g, state, w)
    w = w - 0.1 * u
print(f"quadratic: {values[0]:.2e} to {quadratic(w):.2e}")


# A line search for gradient descent, where the function has corners; values and slopes come from its state.
def corners(w):
    return ct.sum(ct.abs(w))


opt = ct.optim.chain(ct.optim.sgd(1.0), ct.optim.scale_by_backtracking_linesearch(max_backtracking_steps=15, store_grad=True))
w = ct.random.normal(ct.random.key(0), (8,))
state = opt.init(w)
searched = []
for _ in range(16):
    v, g = ct.optim.value_and_grad_from_state(corners)(w, state=state)
    searched.append(float(v))
    u, state = opt.update(g, state, w, value=v, grad=g, value_fn=corners)
    w = w + u
print(f"corners: {searched[0]:.2e} to {corners(w):.2e}")


# L-BFGS as one compiled loop, which here is Python's.
@ct.jit
def run_opt(params, max_iter, tol):
    opt = ct.optim.lbfgs()
    state = opt.init(params)
    count, norm = 0, tol
    while count == 0 or (count < max_iter and norm >= tol):
        value, grad = ct.optim.value_and_grad_from_state(rosenbrock)(params, state=state)
        updates, state = opt.update(grad, state, params, value=value, grad=grad, value_fn=rosenbrock)
        params = ct.optim.apply_updates(params, updates)
        count, norm = count + 1, ct.optim.global_norm(ct.optim.tree_get(state, "grad"))
    return params, count


def rosenbrock(w):
    return ct.sum(100.0 * (w[1:] - w[:-1] ** 2) ** 2 + (1.0 - w[:-1]) ** 2)


final_params, count = run_opt(ct.zeros(8), 100, 1e-3)
print(f"Rosenbrock: {rosenbrock(final_params):.2e} after {count} steps, gradient "
      f"{ct.optim.global_norm(ct.grad(rosenbrock)(final_params)):.2e}")
