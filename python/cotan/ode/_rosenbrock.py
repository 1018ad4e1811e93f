"""Steps of a Rosenbrock method, for stiff equations: one Jacobian and one factorization for each."""

from typing import Any

from .. import _cotan
from .._derivatives import jvp
from .._jacobians import jacfwd
from ._explicit import Step, combined

# Rodas5P (Steinebach 2023): stiffly accurate, L-stable, of order 5(4), with an interpolant of order 4.
_GAMMA = 0.21193756319429014
_A = ({0: 3.0}, {0: 2.849394379747939, 1: 0.45842242204463923},
      {0: -6.954028509809101, 1: 2.489845061869568, 2: -10.358996098473584},
      {0: 2.8029986275628964, 1: 0.5072464736228206, 2: -0.3988312541770524, 3: -0.04721187230404641},
      {0: -7.502846399306121, 1: 2.561846144803919, 2: -11.627539656261098, 3: -0.18268767659942256,
       4: 0.030198172008377946})
_C = ({0: -14.155112264123755}, {0: -17.97296035885952, 1: -2.859693295451294},
      {0: 147.12150275711716, 1: -1.41221402718213, 2: 71.68940251302358},
      {0: 165.43517024871676, 1: -0.4592823456491126, 2: 42.90938336958603, 3: -5.961986721573306},
      {0: 24.854864614690072, 1: -3.0009227002832186, 2: 47.4931110020768, 3: 5.5814197821558125,
       4: -0.6610691825249471},
      {0: 30.91273214028599, 1: -3.1208243349937974, 2: 77.79954646070892, 3: 34.28646028294783,
       4: -19.097331116725623, 5: -28.087943162872662},
      {0: 37.80277123390563, 1: -3.2571969029072276, 2: 112.26918849496327, 3: 66.9347231244047,
       4: -40.06618937091002, 5: -54.66780262877968, 6: -9.48861652309627})
_TIMES = (0.6358126895828704, 0.4095798393397535, 0.9769306725060716, 0.4288403609558664, 1.0, 1.0, 1.0)
_BY_TIME = (0.21193756319429014, -0.42387512638858027, -0.3384627126235924, 1.8046452872882734, 2.325825639765069)
_DENSE = (
    {0: 25.948786856663858, 1: -2.5579724845846235, 2: 10.433815404888879, 3: -2.3679251022685204, 4: 0.524948541321073,
     5: 1.1241088310450404, 6: 0.4272876194431874, 7: -0.17202221070155493},
    {0: -9.91568850695171, 1: -0.9689944594115154, 2: 3.0438037242978453, 3: -24.495224566215796, 4: 20.176138334709044,
     5: 15.98066361424651, 6: -6.789040303419874, 7: -6.710236069923372},
    {0: 11.419903575922262, 1: 2.8879645146136994, 2: 72.92137995996029, 3: 80.12511834622643, 4: -52.072871366152654,
     5: -59.78993625266729, 6: -0.15582684282751913, 7: 4.883087185713722})


class Rosenbrock:
    """The method Rodas5P."""

    order, error_order, is_adaptive, jacobians, degree = 5, 4, True, 1, 4

    def evaluations(self, is_dense: bool) -> int:
        """How many slopes a step computes, without those of the Jacobian."""
        return 8

    def step(self, field: Any, t: Any, y: Any, slope: Any, h: Any, is_dense: bool) -> Step:
        """`h` is of the type of `t`, and of either sign."""
        if y.shape[0] == 0:
            return Step(y, slope, (y,), _cotan.zeros((4, 0), dtype=y.dtype) if is_dense else None)
        by, by_time = h.astype(y.dtype), jvp(lambda s: field(s, y), (t,), (_cotan.ones_like(t),))[1]
        matrix = _cotan.eye(y.shape[0], dtype=y.dtype) / (_GAMMA * by) - _jacobian(field, t, y)
        factors = _cotan.linalg.lu_factor(matrix)
        stages = [_cotan.linalg.lu_solve(factors, slope + by * _BY_TIME[0] * by_time)]
        after = y
        for i, (row, c) in enumerate(zip(_C, _TIMES), 1):
            # The last two stages begin where the one before ended.
            after = y + combined(_A[i - 1], stages) if i <= len(_A) else after + stages[-1]
            right = field(t + c * h, after) + combined(row, stages) / by
            if i < len(_BY_TIME):
                right = right + by * _BY_TIME[i] * by_time
            stages.append(_cotan.linalg.lu_solve(factors, right))
        after = after + stages[-1]
        return Step(after, field(t + h, after), (stages[-1],), _powers(after - y, stages) if is_dense else None)


def _jacobian(field, t, y):
    if y.dtype.kind == "c":
        return jacfwd(lambda x: field(t, x), holomorphic=True)(y)
    return jacfwd(lambda x: field(t, x))(y)


def _powers(change, stages):
    """x change + x (1 - x) (a + b x + c x x) as multiples of powers of x."""
    a, b, c = (combined(row, stages) for row in _DENSE)
    return _cotan.stack([change + a, b - a, c - b, -c])
