"""The methods by name."""

import difflib
from typing import Any

from .. import _cotan
from .._core import here
from ._explicit import Dop853, RungeKutta
from ._rosenbrock import Rosenbrock
from ._tableaux import BOSH3, DOPRI5, EULER, HEUN, RK4, TSIT5

_METHODS = {"Euler": RungeKutta(EULER), "Heun": RungeKutta(HEUN), "RK4": RungeKutta(RK4), "Bosh3": RungeKutta(BOSH3),
            "Dopri5": RungeKutta(DOPRI5), "Tsit5": RungeKutta(TSIT5), "DOP853": Dop853(), "Rodas5P": Rosenbrock()}
_SCIPYS = {"RK23": "Bosh3", "RK45": "Dopri5"}
_STIFF = ("Radau", "BDF", "LSODA", "Kvaerno3", "Kvaerno4", "Kvaerno5", "KenCarp5", "ImplicitEuler")


def method_of(name: str) -> Any:
    """The method that is called so."""
    known = {**_METHODS, **{theirs: _METHODS[ours] for theirs, ours in _SCIPYS.items()}}
    if name in known:
        return known[name]
    near = difflib.get_close_matches(name.lower(), [word.lower() for word in known], 1)
    meant = next((word for word in known if near and word.lower() == near[0]), "")
    advice = ("for stiff equations there is 'Rodas5P'" if name in _STIFF else f"did you mean {meant!r}?" if meant
              else "for stiff equations take 'Rodas5P'")
    raise _cotan.ValueError(f"{here()}ct.ode.solve_ivp: 'method' must be one of {', '.join(map(repr, known))}, but is "
                            f"{name!r}; {advice}")
