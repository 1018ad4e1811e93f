"""After jaxopt's page on nonlinear least squares: Gauss and Newton, Levenberg and Marquardt, and a fit's derivative."""

import cotan as ct


def rosenbrock(x):
    return ct.stack([10 * (x[1] - x[0] ** 2), 1 - x[0]])


gn_sol = ct.optimize.least_squares(rosenbrock, ct.array([-1.2, 1.0], "float64"), method="gn").x
print("Rosenbrock:", gn_sol)


def double_exponential(x, x_data, y_data):
    return y_data - (x[0] * ct.exp(-x[2] * x_data) + x[1] * ct.exp(-x[3] * x_data))


x_data = ct.arange(40, dtype="float64") / 10
y_data = 2.0 * ct.exp(-0.5 * x_data) + 1.0 * ct.exp(-3.0 * x_data) + 0.01 * ct.sin(40.0 * x_data)
x_init = ct.array([1.0, 1.0, 0.3, 2.0], "float64")


def solution(y_data):
    return ct.optimize.least_squares(double_exponential, x_init, (x_data, y_data)).x


jacobian = ct.jit(ct.jacobian(solution))(y_data)
print("two exponentials:", solution(y_data), "and their derivative by the first points:", jacobian[:, :2], sep="\n")
