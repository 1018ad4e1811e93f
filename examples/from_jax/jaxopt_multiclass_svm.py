"""After jaxopt's "Multiclass linear SVM": the dual problem, each of whose rows is a distribution."""

import cotan as ct
from sklearn import datasets, preprocessing

l2reg = 1000.0
x, y = datasets.make_classification(n_samples=20, n_features=5, n_informative=3, n_classes=3, random_state=0)
x = preprocessing.Normalizer().fit_transform(x)
labels = preprocessing.LabelBinarizer().fit_transform(y).astype(float)


def objective(beta):
    """Crammer and Singer's dual."""
    w = x.T @ (labels - beta) / l2reg
    return 0.5 * l2reg * ct.sum(w ** 2) + ct.sum(beta * labels)


step = l2reg / ct.linalg.norm(x, 2) ** 2
project = ct.vmap(ct.optim.projections.projection_simplex)
descend = lambda beta: project(beta - step * ct.grad(objective)(beta))  # noqa: E731
beta = ct.optimize.fixed_point(descend, ct.full((20, 3), 1 / 3, "float64"), xtol=1e-10, maxiter=10000).x
w_fit = x.T @ (labels - beta) / l2reg
print(w_fit)
