"""Functions of matrices that are made of others, as in scipy.linalg: ct.linalg has them."""

from ._decompositions import (
    eigh_tridiagonal as eigh_tridiagonal,
    hessenberg as hessenberg,
    qr_multiply as qr_multiply,
    rsf2csf as rsf2csf,
)
from ._functions import (
    cosm as cosm,
    coshm as coshm,
    expm_frechet as expm_frechet,
    fractional_matrix_power as fractional_matrix_power,
    funm as funm,
    signm as signm,
    sinhm as sinhm,
    sinm as sinm,
    tanhm as tanhm,
    tanm as tanm,
)
from ._equations import (
    orthogonal_procrustes as orthogonal_procrustes,
    solve_continuous_lyapunov as solve_continuous_lyapunov,
    solve_discrete_lyapunov as solve_discrete_lyapunov,
)
from ._known import (
    dft as dft,
    hadamard as hadamard,
    helmert as helmert,
    hilbert as hilbert,
    invhilbert as invhilbert,
    invpascal as invpascal,
    pascal as pascal,
)
from ._structured import (
    circulant as circulant,
    companion as companion,
    convolution_matrix as convolution_matrix,
    fiedler as fiedler,
    fiedler_companion as fiedler_companion,
    hankel as hankel,
    khatri_rao as khatri_rao,
    leslie as leslie,
)

__all__ = [
    "circulant", "companion", "convolution_matrix", "coshm", "cosm", "dft", "eigh_tridiagonal",
    "expm_frechet", "fiedler", "fiedler_companion", "fractional_matrix_power", "funm", "hadamard", "hankel",
    "helmert", "hessenberg", "hilbert", "invhilbert", "invpascal", "khatri_rao", "leslie",
    "orthogonal_procrustes", "pascal", "qr_multiply", "rsf2csf", "signm", "sinhm", "sinm",
    "solve_continuous_lyapunov", "solve_discrete_lyapunov", "tanhm", "tanm",
]
