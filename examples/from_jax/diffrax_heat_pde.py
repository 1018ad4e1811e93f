"""After diffrax's "Nonlinear heat PDE": by a method for equations, and by Crank and Nicolson's, written as a loop."""

import cotan as ct

n, t_final = 50, 1.0
x = -1 + 2 * ct.arange(n, dtype="float64") / (n - 1)
y0 = x ** 2
ts = t_final * ct.arange(50, dtype="float64") / 49


def vector_field(t, y):
    laplacian = (ct.roll(y, 1) - 2 * y + ct.roll(y, -1)) / (2 / (n - 1)) ** 2
    return (1 - y) * laplacian.at[0].set(0).at[-1].set(0)


sol = ct.jit(lambda y0: ct.ode.solve_ivp(vector_field, (0, t_final), y0, "Tsit5", ts, rtol=1e-10, atol=1e-10, max_step=0.001,
                                         max_steps=100_000, pcoeff=0.3, icoeff=0.4))(y0)
print("in the middle, at the end:", sol.y[-1, n // 2])


@ct.jit
def crank_nicolson(y, steps, tol):
    dt = t_final / steps
    for _ in range(steps):
        f0 = vector_field(0.0, y)
        y1, change = y + dt * f0, tol + 1
        while change > tol:
            new_y1 = y + 0.5 * dt * (f0 + vector_field(0.0, y1))
            y1, change = new_y1, ct.max(ct.abs(new_y1 - y1))
        y = y1
    return y


by_loop = crank_nicolson(y0, ct.int64(4000), 1e-12)
print("by Crank and Nicolson's method:", by_loop[n // 2])
