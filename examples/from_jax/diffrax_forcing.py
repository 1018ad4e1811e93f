"""After diffrax's "Forcing terms": y' = f(t) - y, with a straight line for f, and the derivative by points of f."""

import cotan as ct


def vector_field(t, y, m, c):
    return -y + m * t + c


ts = ct.linspace(0, 10, 1000)
sol = ct.ode.solve_ivp(vector_field, (0, 10), ct.array(1.0), t_eval=ts, args=(0.1, 0.02), first_step=0.1, rtol=1e-6,
                       atol=1e-6)
print("y at the end:", sol.y[-1])


@ct.jit
@ct.grad
def solve(points):
    """The last y, where f goes through the points in straight lines."""
    times = 10 * ct.arange(len(points)) / (len(points) - 1)
    slope = lambda t, y: -y + ct.interp(t, times, points)  # noqa: E731
    return ct.ode.solve_ivp(slope, (0, 10), ct.array(1.0), first_step=0.1, max_step=0.1).y[-1]


grads = solve(ct.array([3.0, 0.5, -0.8, 1.8]))
print("its derivative by the points:", grads)
