"""After jaxopt's "Implicit differentiation of lasso": as for ridge regression, of a minimum that has corners."""

import cotan as ct
from sklearn import datasets, model_selection, preprocessing


def lasso_solver(init_params, lam, x, y):
    """Where steps of proximal gradient descent lead to where they start, and its derivative."""
    step = len(y) / ct.linalg.norm(x, 2) ** 2
    shrink = lambda w: ct.sign(w) * ct.nn.relu(ct.abs(w) - step * lam)  # noqa: E731
    return ct.optimize.fixed_point(lambda w: shrink(w - step * (x.T @ (x @ w - y) / len(y))), init_params, maxiter=5000).x


def outer_objective(theta, init_inner, data):
    x_tr, x_val, y_tr, y_val = data
    w_fit = lasso_solver(init_inner, ct.exp(theta), x_tr, y_tr)
    return ct.mean((x_val @ w_fit - y_val) ** 2), w_fit


x, y = datasets.load_diabetes(return_X_y=True)
data = model_selection.train_test_split(preprocessing.normalize(x), y, test_size=0.33, random_state=0)
opt = ct.optim.adam(1e-2)


@ct.jit
def update(theta, state, init_w):
    (value, w_fit), slope = ct.value_and_grad(outer_objective, has_aux=True)(theta, init_w, data)
    updates, state = opt.update(slope, state)
    return ct.optim.apply_updates(theta, updates), state, w_fit, value, slope


theta, init_w = ct.array(1.0, "float64"), ct.zeros(x.shape[1], "float64")
state = opt.init(theta)
history = []
for step in range(10):
    strength = float(ct.exp(theta))
    theta, state, init_w, value, slope = update(theta, state, init_w)
    history.append((strength, init_w.numpy(), float(value), float(slope)))
    print(f"[step {step + 1}] validation loss: {value:.3f}")
