"""What rewritten functions (cotan._syntax) call: control flow that runs in Python, or is traced where
it is on tensors that have no value yet."""

from .calls import assert_, call, given, pass_on, who_asks
from .chosen import closed
from .conditions import and_, both, compare, either, if_, if_exp, known, not_, or_
from .effects import act
from .iteration import for_
from .loops import while_
from .of_functions import choose, holds_functions, loop
from .recursion import called_again, is_call_from_elsewhere
from .texts import fstring, mod
from .variables import UNSET, Place, Variables, value

__all__ = ["UNSET", "Place", "Variables", "act", "and_", "assert_", "both", "call", "called_again",
           "choose", "compare", "either", "for_", "fstring", "given", "holds_functions", "if_", "if_exp",
           "is_call_from_elsewhere", "known", "loop", "mod", "not_", "or_", "pass_on", "value", "while_",
           "who_asks"]
