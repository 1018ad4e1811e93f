"""Which of several algorithms factors a matrix, as JAX names them: there is one of each here."""

import enum

from .. import _cotan
from .._signatures import found
from ._checks import refuse


class EigImplementation(enum.Enum):
    """As JAX has it; taken by `eig`, and without effect.

    >>> import cotan as ct
    >>> ct.lax.linalg.EigImplementation.LAPACK.value
    'lapack'
    """

    CUSOLVER = "cusolver"
    MAGMA = "magma"
    LAPACK = "lapack"


class EighImplementation(enum.Enum):
    """As JAX has it; taken by `eigh`, and without effect.

    >>> import cotan as ct
    >>> ct.lax.linalg.EighImplementation.QR.value
    'qr'
    """

    QR = "qr"
    JACOBI = "jacobi"
    QDWH = "qdwh"


class SvdAlgorithm(enum.Enum):
    """As JAX has it; taken by `svd`, and without effect.

    >>> import cotan as ct
    >>> ct.lax.linalg.SvdAlgorithm.QR.value
    'QR'
    """

    DEFAULT = "default"
    QR = "QR"
    JACOBI = "Jacobi"
    POLAR = "polar"
    DIVIDE_AND_CONQUER = "divide_and_conquer"


def one_of(name, what, given, kind):
    if given is not None and not isinstance(given, kind):
        refuse(_cotan.TypeError, name, f"'{what}' must be a ct.lax.linalg.{kind.__name__} or None, but is {found(given)}")
