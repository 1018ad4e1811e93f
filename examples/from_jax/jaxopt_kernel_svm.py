"""After jaxopt's "Binary kernel SVM with intercept": its dual problem, by projected gradient descent."""

import cotan as ct
from sklearn import datasets, preprocessing

lam = 0.5
x, y = datasets.make_classification(n_samples=30, n_features=5, n_informative=3, n_classes=2, random_state=0)
x = preprocessing.Normalizer().fit_transform(x)
y = preprocessing.LabelBinarizer(pos_label=1, neg_label=-1).fit_transform(y).ravel().astype(float)
C = 1.0 / lam
low, high = ct.where(y == 1, 0.0, -C), ct.where(y == 1, C, 0.0)


def objective(beta):
    return 0.5 * beta @ (x @ (x.T @ beta)) - beta @ y


def project(beta):
    """The nearest point of the box whose numbers sum to 0: all move by the same, then to the box."""
    total = lambda move: ct.sum(ct.clip(beta - move, low, high))  # noqa: E731
    move = ct.optimize.root_scalar(total, bracket=(ct.min(beta) - C, ct.max(beta) + C)).root
    return ct.clip(beta - move, low, high)


step = 1 / ct.linalg.norm(x, 2) ** 2
descend = lambda beta: project(beta - step * ct.grad(objective)(beta))  # noqa: E731
beta_fit = ct.optimize.fixed_point(descend, ct.zeros(len(y), "float64"), xtol=1e-9, maxiter=20000, method="iteration").x
print(beta_fit.round(3))
