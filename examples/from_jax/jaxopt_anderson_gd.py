"""After jaxopt's "Anderson acceleration of gradient descent", of a linear regression."""

import cotan as ct
from sklearn import datasets

x, y = datasets.make_regression(n_samples=100, n_features=10, random_state=0)


def objective(w):
    return 0.5 * ct.mean((x @ w - y) ** 2)


def descend(w, eta):
    return w - eta * ct.grad(objective)(w)


w_init = ct.zeros(x.shape[1], "float64")
eta, tol = 1e-1, 1e-5
found = {method: ct.optimize.fixed_point(descend, w_init, (eta,), xtol=tol, maxiter=400, method=method)
         for method in ("anderson", "iteration")}
for method, result in found.items():
    slope = ct.abs(ct.grad(objective)(result.x)).max()
    print(f"{method}: {result.nit} turns, largest slope {slope:.1e}")
print(found["anderson"].x.round(3))
