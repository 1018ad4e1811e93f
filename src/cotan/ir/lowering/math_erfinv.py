"""The coefficients in math_erfinv.cpp: erfinv(x) / x as a quotient of polynomials in v = 1 - x^2, and as polynomials
in sqrt(-log(v)) - center, by interpolation at Chebyshev's nodes; and (log(1 + f) - f) / f^2 as one in f, for
math_log.cpp. Needs python3-mpmath."""

from mpmath import cos, erfinv, log1p, lu_solve, matrix, mp, mpf, pi, polyval, sqrt

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


def print_far():
    for name, digits, regions in (("f32", 24, [(4.85, 17, 2.9, 10)]), ("f64", 53, [(4.85, 14, 2.8, 20), (14, 36.75, 5, 19)])):
        for low, high, start, degree in regions:
            center, coefficients, error = fit(lambda root: ratio(root * root), mpf(low) ** 0.5, mpf(high) ** 0.5, start, degree, digits)
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


def print_logs():
    for name, digits, degree in ("f32", 24, 7), ("f64", 53, 18):
        coefficients, error = log_tail(digits, degree)
        print(name, "log", "error 2^%.1f" % mp.log(error, 2))
        print("  {" + ", ".join(float(c).hex() for c in coefficients) + "}")


def quotient_fit(low, start, degree, digits):
    """Where v = 1 - x^2 is between `low` and 1: the center, the value there, the coefficients of R and Q in
    value + (v - center) R(v) / Q(v), of the highest power first, and the largest relative error."""
    def f(v):
        return ratio(-mp.log(v))
    center = almost_exact(f, mpf(start), digits)
    value, end, power = f(center), mpf(low) ** mpf("0.01"), 100  # close to the nodes that are best on a logarithmic axis
    nodes = [((1 + end) / 2 + (1 - end) / 2 * cos(pi * (2 * i + 1) / (4 * degree))) ** power for i in range(2 * degree)]
    equations = [[(v - center) * v**j for j in range(degree)] + [(value - f(v)) * v**j for j in range(1, degree + 1)]
                 for v in nodes]
    found = list(lu_solve(matrix(equations), matrix([f(v) - value for v in nodes])))
    with mp.workprec(digits):
        value, over, under = +value, [+c for c in found[degree - 1::-1]], [+c for c in [1, *found[degree:]][::-1]]
    points = [mp.exp(mp.log(low) * mpf(i) / 400) for i in range(401)]
    return center, value, over, under, max(
        abs((value + (v - center) * polyval(over, v) / polyval(under, v)) / f(v) - 1) for v in points)


def print_quotients():
    for name, degree, digits in ("f32", 7, 24), ("f64", 15, 53):
        center, value, over, under, error = quotient_fit(mpf(2) ** -7, 0.5, degree, digits)
        print(name, "quotient", float(center).hex(), float(value).hex(), "error 2^%.1f" % mp.log(error, 2))
        for coefficients in over, under:
            print("  {" + ", ".join(float(c).hex() for c in coefficients) + "}")


print_quotients()
print_far()
print_logs()
