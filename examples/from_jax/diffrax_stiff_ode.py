"""After diffrax's "Stiff ODE": Robertson's reactions, of very different speeds."""

import time

import cotan as ct


def robertson(t, y, k1, k2, k3):
    f0 = -k1 * y[0] + k3 * y[1] * y[2]
    f2 = k2 * y[1] ** 2
    return ct.stack([f0, -f0 - f2, f2])


@ct.jit
def main(k1, k2, k3):
    ts = ct.array([0.0, 1e-4, 1e-3, 1e-2, 1e-1, 1e0, 1e1, 1e2], "float64")
    y0 = ct.array([1.0, 0.0, 0.0], "float64")
    return ct.ode.solve_ivp(robertson, (0.0, 100.0), y0, "Rodas5P", ts, args=(k1, k2, k3), first_step=0.0002, rtol=1e-8,
                            atol=1e-8)


main(0.04, 3e7, 1e4)
start = time.perf_counter()
sol = main(0.04, 3e7, 1e4)
end = time.perf_counter()
for t, y in zip(sol.t, sol.y):
    print(f"t = {t.item():g}, y = {y.tolist()}")
print(f"{sol.accepted} steps in {end - start:.4f} s")
