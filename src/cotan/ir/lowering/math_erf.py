"""The coefficients of f64 in math_erf.cpp, by Remez's exchange: those of erf(x) / x - 1 in x^2, and of log(erfc(y)) in
y - 0.875, whose error counts as much as erfc itself. Needs python3-mpmath."""

from mpmath import cos, erf, erfc, log, lu_solve, matrix, mp, mpf, pi, polyval, sqrt

mp.prec = 220


def extremes(errors):
    """Where the error is largest between two changes of its sign."""
    found = []
    for i, error in enumerate(errors):
        if not found or (errors[found[-1]] > 0) != (error > 0):
            found.append(i)
        elif abs(error) > abs(errors[found[-1]]):
            found[-1] = i
    return found


def fit(f, low, high, degree, weight, center=0, count=400):
    """Coefficients of the highest power first, and the largest error times its weight."""
    points = [(low + high + (high - low) * cos(pi * (2 * i + 1) / (2 * count))) / 2 for i in range(count)]
    values, weights = [f(x) for x in points], [weight(x) for x in points]
    chosen = [round((count - 1) * i / (degree + 1)) for i in range(degree + 2)]
    while True:
        rows = [[(points[i] - center) ** (degree - j) for j in range(degree + 1)] + [(-1) ** row / weights[i]]
                for row, i in enumerate(chosen)]
        *found, _ = lu_solve(matrix(rows), matrix([values[i] for i in chosen]))
        errors = [(polyval(found, x - center) - value) * by for x, value, by in zip(points, values, weights)]
        better = extremes(errors)
        while len(better) > degree + 2:
            better.pop(0 if abs(errors[better[0]]) < abs(errors[better[-1]]) else -1)
        if better == chosen or len(better) < degree + 2:
            return found, max(map(abs, errors))
        chosen = better


def near(z):
    return erf(sqrt(z)) / sqrt(z) - 1 if z else 2 / sqrt(pi) - 1


if __name__ == "__main__":
    for name, found in (("erf", fit(near, mpf(0), mpf("0.82"), 11, lambda z: 1 / (1 + near(z)))),
                        ("log(erfc)", fit(lambda y: log(erfc(y)), mpf("0.87"), mpf("5.96"), 18,
                                          lambda y: erfc(y) / erf(y) + mpf(2) ** -70, mpf("0.875")))):
        coefficients, error = found
        print("f64", name, "error 2^%.1f" % mp.log(error, 2))
        print("  {" + ", ".join(float(c).hex() for c in coefficients) + "}")
