"""The coefficients in math_erfinv.cpp: erfinv(x) / x as polynomials in w - center or sqrt(w) - center,
where w = -log(1 - x^2), and (log(1 + f) - f) / f^2 as one in f, by interpolation at Chebyshev's nodes. Needs
python3-mpmath."""

import sys

from mpmath import mp, mpf, erfinv, log1p, sqrt, cos, pi, lu_solve, matrix, polyval

mp.prec = 200


def ratio(w):
    x = sqrt(-mp.expm1(-w))
    return erfinv(x) / x if w else sqrt(pi) / 2


def almost_exact(f, start, digits):
    """A place near `start` where f is almost a number of so many digits: the constant term."""
    def off(place):
        value = f(place)
        with mp.workprec(digits):
            near = +value
        return abs(near / value - 1)
    return min((mpf(round(start * 1024) + i) / 1024 for i in range(-100, 100)), key=off)


def fit(f, low, high, start, degree, digits):
    """Coefficients of the highest power first, and the largest relative error."""
    middle = (low + high) / 2
    # Towards the lower end a line from the middle would cancel most of the constant.
    center = almost_exact(f, mpf(start), digits)
    nodes = [middle + (high - low) / 2 * cos(pi * (2 * i + 1) / (2 * degree + 2)) for i in range(degree + 1)]
    powers = matrix([[(x - center) ** (degree - j) for j in range(degree + 1)] for x in nodes])
    found = lu_solve(powers, matrix([f(x) for x in nodes]))
    with mp.workprec(digits):
        rounded = [+c for c in found]
    points = [low + (high - low) * mpf(i) / 400 for i in range(1, 401)]
    return center, rounded, max(abs(polyval(rounded, x - center) / f(x) - 1) for x in points)


for name, digits, regions in (("f32", 24, [(0, 6.25, 1.6, 11), (6.25, 16, 2.6, 9)]),
                              ("f64", 53, [(0, 6.25, 0.5, 24), (6.25, 16, 3.25, 19), (16, 36.75, 5, 18)])):
    for low, high, start, degree in regions:
        f, ends = (ratio, (low, high)) if low == 0 else (lambda t: ratio(t * t), (low**0.5, high**0.5))
        center, coefficients, error = fit(f, mpf(ends[0]), mpf(ends[1]), start, degree, digits)
        print(name, low, high, "center", mp.nstr(center, 20), float(center).hex(), "error 2^%.1f" % mp.log(error, 2))
        print("  {" + ", ".join(float(c).hex() for c in coefficients) + "}")


def log_tail(digits, degree):
    """Coefficients of the highest power first, and the largest error of the logarithm."""
    third = mpf(1) / 3
    nodes = [third * cos(pi * (2 * i + 1) / (2 * degree + 2)) for i in range(degree + 1)]
    values = [(log1p(f) - f) / f**2 if abs(f) > 1e-20 else -mpf(1) / 2 for f in nodes]
    found = lu_solve(matrix([[f ** (degree - j) for j in range(degree + 1)] for f in nodes]), matrix(values))
    with mp.workprec(digits):
        rounded = [+c for c in found]
    points = [third * mpf(i) / 200 for i in range(-200, 201)]
    return rounded, max(abs(polyval(rounded, f) * f * f - (log1p(f) - f)) for f in points)


for name, digits, degree in ("f32", 24, 7), ("f64", 53, 18):
    coefficients, error = log_tail(digits, degree)
    print(name, "log", "error 2^%.1f" % mp.log(error, 2))
    print("  {" + ", ".join(float(c).hex() for c in coefficients) + "}")
