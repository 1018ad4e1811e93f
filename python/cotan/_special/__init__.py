"""Special functions that are made of others: ct.special has them."""

from ._bessel import bessel_jn as bessel_jn
from ._faddeeva import dawsn as dawsn, fresnel as fresnel, wofz as wofz
from ._harmonics import sph_harm_y as sph_harm_y
from ._hypergeometric import hyp1f1 as hyp1f1, hyp2f1 as hyp2f1
from ._owens import owens_t as owens_t
from ._sine_integrals import sici as sici

__all__ = ["bessel_jn", "dawsn", "fresnel", "hyp1f1", "hyp2f1", "owens_t", "sici", "sph_harm_y", "wofz"]
