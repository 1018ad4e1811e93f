"""After jaxopt's "Anderson acceleration in application to Picard-Lindelöf theorem": an equation as a fixed point."""

import cotan as ct


def f(ti, phi):
    return 1 + phi ** 2


def T(phi, ti, y0):
    """One turn of Picard's iteration."""
    return y0 + ct.integrate.cumulative_trapezoid(f(ti, phi), ti, initial=0)


tmax = 0.9 * ct.pi / 2  # the solution, tan(t), has a pole at pi / 2
ti = tmax * ct.arange(100) / 99
sol = ct.optimize.fixed_point(T, ct.zeros(100), (ti, 0.0), maxiter=50).x
print(f"distance {ct.linalg.norm(sol - ct.tan(ti)):.4f} from tan(t)")
