"""The coefficients in math_erfinv.cpp: erfinv(x) / x as polynomials in w - center or sqrt(w) - center,
where w = -log(1 - x^2), and (log(1 + f) - f) / f^2 as one in f, by interpolation at Chebyshev's nodes. With
the argument `table`, all of math_erfinv_table.h: erfinv(x) / x as polynomials in 1 - x^2. Needs
python3-mpmath."""

import sys
from itertools import product

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


def print_regions():
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


def print_logs():
    for name, digits, degree in ("f32", 24, 7), ("f64", 53, 18):
        coefficients, error = log_tail(digits, degree)
        print(name, "log", "error 2^%.1f" % mp.log(error, 2))
        print("  {" + ", ".join(float(c).hex() for c in coefficients) + "}")


# Bits of a number tell its octave, or half of one, after this part of an octave is subtracted from them: then the
# ends of each half are to each other as 1 to sqrt(2), almost, and one degree serves all.
SHIFT = mpf(27) / 128

TABLE = """// Made by math_erfinv.py.
#pragma once

namespace cotan::math {

// erfinv(x) / x as polynomials in v - center for v = 1 - x^2: of single precision one in each octave, of double
// one in each half of an octave.
constexpr double tableShift = %s; // of an octave, subtracted from v's bits
constexpr double nearStart = %s, farStart = %s; // of v

// The centers, then the coefficients, of the highest power last.
"""


OCTAVES = 8


def segments(first, parts):
    """The parts of eight octaves down from octave `first` below 1, in the order of the lowest bits of their number."""
    ends = [mpf(2) ** -octave * (1 + mpf(part) / parts + SHIFT) for octave in range(1, 20) for part in reversed(range(parts))]
    found = [(low, min(high, 1)) for low, high in zip(ends, [1, *ends])][first * parts:(first + OCTAVES) * parts][::-1]
    return found[parts:] + found[:parts]


def print_table():
    starts = {"near": 0, "far": OCTAVES}
    print(TABLE % tuple(float(x).hex() for x in (SHIFT, *(min(segments(first, 1))[0] for first in starts.values()))))
    for (place, first), (name, digits, degree, parts) in product(starts.items(), (("Single", 24, 8, 1), ("Double", 53, 13, 2))):
        rows, worst = [], 0
        for low, high in segments(first, parts):
            unit = mpf(2) ** (mp.ceil(mp.log(high, 2)) - 1)
            low, high = low / unit, high / unit
            center, coefficients, error = fit(lambda u: ratio(-mp.log(u * unit)), low, high, (low + high) / 2,
                                              degree, digits)
            rows.append([center * unit, *(c / unit**i for i, c in enumerate(reversed(coefficients)))])
            worst = max(worst, error)
        columns = ["{" + ", ".join(float(c).hex() for c in column) + "}" for column in zip(*rows)]
        print(f"constexpr double {place}{name}[][{OCTAVES * parts}] = {{ // off by 2^{float(mp.log(worst, 2)):.1f}")
        print(",\n".join(columns) + "};\n")
    print("} // namespace cotan::math")


if sys.argv[1:] == ["table"]:
    print_table()
else:
    print_regions()
    print_logs()
