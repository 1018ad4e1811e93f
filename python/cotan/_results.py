"""Tuples with names that array functions return, as of NumPy's."""

from typing import NamedTuple

from ._cotan import Tensor


class EigResult(NamedTuple):
    """Eigenvalues, and eigenvectors in columns."""

    eigenvalues: Tensor
    eigenvectors: Tensor


class EighResult(NamedTuple):
    """Eigenvalues, which grow, and eigenvectors in columns, of a Hermitian matrix."""

    eigenvalues: Tensor
    eigenvectors: Tensor


class PolarResult(NamedTuple):
    """The factors of a polar decomposition."""

    unitary: Tensor
    hermitian: Tensor


class QRResult(NamedTuple):
    """a = Q @ R."""

    Q: Tensor
    R: Tensor


class SVDResult(NamedTuple):
    """a = U @ diag(S) @ Vh."""

    U: Tensor
    S: Tensor
    Vh: Tensor


class SlogdetResult(NamedTuple):
    """The sign of a determinant, and the logarithm of its absolute value."""

    sign: Tensor
    logabsdet: Tensor


class UniqueAllResult(NamedTuple):
    """Distinct elements, where each stands first, which of them each element is, and how often each occurs."""

    values: Tensor
    indices: Tensor
    inverse_indices: Tensor
    counts: Tensor


class UniqueCountsResult(NamedTuple):
    """Distinct elements, and how often each occurs."""

    values: Tensor
    counts: Tensor


class UniqueInverseResult(NamedTuple):
    """Distinct elements, and which of them each element is."""

    values: Tensor
    inverse_indices: Tensor
