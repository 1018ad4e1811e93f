"""After jaxopt's "Implicit differentiation of ridge regression": the strength of the penalty is learnt from held-out data."""

import cotan as ct
from sklearn import datasets, model_selection, preprocessing


def ridge_objective(params, l2reg, x, y):
    return 0.5 * ct.mean((x @ params - y) ** 2) + 0.5 * l2reg * ct.sum(params ** 2)


def ridge_solver(init_params, l2reg, x, y):
    """The minimum, by conjugate gradients; its derivative is that of the solution."""
    return ct.sparse.linalg.cg(lambda u: x.T @ (x @ u) + len(y) * l2reg * u, x.T @ y, init_params, maxiter=20)[0]


def outer_objective(theta, init_inner, data):
    x_tr, x_val, y_tr, y_val = data
    w_fit = ridge_solver(init_inner, ct.exp(theta), x_tr, y_tr)
    return ct.mean((x_val @ w_fit - y_val) ** 2), w_fit


x, y = datasets.load_diabetes(return_X_y=True)
data = model_selection.train_test_split(preprocessing.normalize(x), y, test_size=0.33, random_state=0)
opt = ct.optim.adam(1e-2)


@ct.jit
def update(theta, state, init_w):
    (value, w_fit), slope = ct.value_and_grad(outer_objective, has_aux=True)(theta, init_w, data)
    updates, state = opt.update(slope, state)
    return ct.optim.apply_updates(theta, updates), state, w_fit, value


theta, init_w = ct.array(1.0, "float64"), ct.zeros(x.shape[1], "float64")
state = opt.init(theta)
values = []
for step in range(50):
    theta, state, init_w, value = update(theta, state, init_w)
    values.append(float(value))
    print(f"[step {step + 1}] validation loss: {value:.3f}")
