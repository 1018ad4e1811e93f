"""The sine and cosine integrals."""

import math
from typing import Any

from .. import _cotan
from .._core import Tensor
from .._custom import custom_jvp
from .._named import named
from ._arguments import polynomial, wide

# Chebyshev coefficients of x f(x) and x**2 g(x) (DLMF 6.2.17 and 6.2.18) from x = 4 on, in 8 / x - 1: computed by mpmath in 40 digits.
_F = (
    0.965788280351851830, -0.0430608377785967342, -0.00731437117481046083, 0.00147052357898680654, -0.0000986576857327002070,
    -0.0000227432022046550828, 9.82402573225254264e-6, -1.89734301487133138e-6, 1.00634359415577819e-7, 8.08193648222393454e-8,
    -3.89762828752870327e-8, 1.03356503254965750e-8, -1.41043448758973218e-9, -2.52320783996812160e-10,
    2.56998313259603861e-10, -1.05978892539480407e-10, 2.89700315702132351e-11, -4.10231425630839411e-12,
    -1.04376937300171388e-12, 1.09941845205461319e-12, -5.22142394016769736e-13, 1.74699207878281908e-13,
    -3.84700129792793905e-14, 2.01933657593862967e-16, 5.35976510429520233e-15, -3.56059761925143243e-15,
    1.57881763263206783e-15, -5.25470800359908152e-16, 1.13784709792391422e-16, 5.12496913041434839e-18,
    -2.24441591355408675e-17, 1.53165626686192429e-17, -7.32266428361465849e-18, 2.72709730899308673e-18)
_G = (
    0.912048825529658296, -0.107478909644387068, -0.0140428629123831388, 0.00495920345407463057, -0.000626917804674494991,
    -0.0000426565671923736244, 0.0000446825173742941590, -0.0000127016046622456512, 1.77269894081595513e-6,
    2.20434787497840000e-7, -2.36972314846970160e-7, 8.84102935262214501e-8, -2.01027310162503957e-8, 1.26076673037786860e-9,
    1.45227963395838864e-9, -9.18990569382943571e-10, 3.42121237695544416e-10, -8.47322708971462753e-11,
    6.85346505743395455e-12, 6.89555100748348124e-12, -5.17211254729015810e-12, 2.29889356949636899e-12,
    -7.36618731260966587e-13, 1.43749026795394245e-13, 1.56280216143556727e-14, -3.29117631310033753e-14,
    2.01933341537664742e-14, -8.77250111801506592e-15, 2.86849412780098735e-15, -5.74761592025997734e-16,
    -7.76300508257100814e-17, 1.58642002454008035e-16, -1.04485411435787485e-16, 4.98954003298631661e-17,
    -1.86660070750628049e-17, 4.97382211947135270e-18)

# DLMF 6.6.5 and 6.6.6, in powers of x**2.
_SINES = [(-1.0) ** k / ((2 * k + 1) * math.factorial(2 * k + 1)) for k in range(18, -1, -1)]
_COSINES = [(-1.0) ** k / (2 * k * math.factorial(2 * k)) for k in range(18, 0, -1)]
_GAMMA = 0.57721566490153286061  # Euler's


def _chebyshev(t, coefficients):
    """By Clenshaw's rule."""
    after, behind = 0.0 * t, 0.0 * t
    for c in coefficients[:0:-1]:
        after, behind = c + 2.0 * t * after - behind, after
    return coefficients[0] + t * after - behind


def _sici(x):
    size, sign = abs(x), _cotan.where(x < 0, -1.0, 1.0)
    is_near = size < 4.0
    near, far = _cotan.where(is_near, size, 1.0), _cotan.where(_cotan.logical_or(is_near, _cotan.isinf(size)), 4.0, size)
    t = 8.0 / far - 1.0
    f, g = _chebyshev(t, _F) / far, _chebyshev(t, _G) / (far * far)
    cos, sin = _cotan.cos(far), _cotan.sin(far)
    square = near * near
    sines = _cotan.where(is_near, near * polynomial(square, _SINES), 0.5 * math.pi - f * cos - g * sin)
    cosines = _cotan.where(is_near, _GAMMA + _cotan.log(near) + square * polynomial(square, _COSINES), f * sin - g * cos)
    at_end = _cotan.isinf(size)
    return (sign * _cotan.where(at_end, 0.5 * math.pi, sines), _cotan.where(at_end, 0.0, cosines))


@custom_jvp
def _si(x):
    return _sici(x)[0]


@custom_jvp
def _ci(x):
    return _sici(x)[1]


# Each has a rule of its own: of both in one, that of Ci, which is infinite at 0, would be multiplied by 0 there.
_si.defjvp(lambda primals, tangents: (_si(*primals), tangents[0] * _cotan.sinc(primals[0] / math.pi)))
_ci.defjvp(lambda primals, tangents: (_ci(*primals), tangents[0] * _cotan.cos(primals[0]) / primals[0]))


@named("ct.special.sici")
def sici(x: Any) -> tuple[Tensor, Tensor]:
    """The sine and cosine integrals (Si, Ci): of sin(t) / t from 0 to x, and of cos(t) / t from infinity to x, elementwise.

    Below 0, Si is odd and Ci is that of -x, its real part. The error is some 1e-15; derivatives are the integrands.

    >>> import cotan as ct
    >>> [part.round(4) for part in ct.special.sici(ct.array([0.5, 1.0, 5.0]))]
    [Tensor([0.4931, 0.9461, 1.5499], dtype=float32), Tensor([-0.1778,  0.3374, -0.19  ], dtype=float32)]
    """
    (at,), narrow = wide("sici", x)
    return narrow(_si(at)), narrow(_ci(at))
