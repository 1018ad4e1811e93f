"""After jaxopt's pages on objectives and unconstrained optimization: a logistic regression of many classes by L-BFGS."""

import cotan as ct
from sklearn import datasets, preprocessing

x, y = datasets.load_digits(return_X_y=True)
x = preprocessing.normalize(x)


def l2_multiclass_logreg(params, l2reg, x, y):
    return ct.mean(ct.nn.cross_entropy(x @ params, y)) + 0.5 * l2reg * ct.sum(params ** 2)


init_params = ct.zeros((x.shape[1], 10), "float64")
res = ct.optimize.minimize(l2_multiclass_logreg, init_params, (1e-3, x, y), method="L-BFGS", tol=1e-7)
print(f"{res.fun:.6f} after {res.nit} turns; {ct.mean(ct.argmax(x @ res.x, axis=1) == y):.1%} are right")
