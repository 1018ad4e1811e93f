"""What rewritten functions (cotan._syntax) call: control flow that runs in Python, or is traced where
it is on tensors that have no value yet."""

from .calls import assert_, call, given, pass_on, who_asks
from .chosen import Differ
from .closed import closed
from .conditions import and_, both, compare, either, if_, if_exp, known, not_, or_
from .effects import act
from .iteration import counted, for_
from .loops import counting_turns, while_
from .of_functions import choose, holds_functions, loop
from .recursion import Elsewhere, apart, called_again, not_followed
from .room import LEAST, TooDeep, having, made_to_fit, without_end
from .room import here as room_here
from .texts import fstring, mod
from .variables import UNSET, Place, Variables, value

__all__ = ["LEAST", "UNSET", "Differ", "Elsewhere", "Place", "TooDeep", "Variables", "act", "and_", "apart", "assert_", "both", "call", "called_again",
           "choose", "closed", "compare", "counted", "counting_turns", "either", "for_", "fstring", "given", "having", "holds_functions", "if_", "if_exp",
           "known", "loop", "made_to_fit", "mod", "not_", "not_followed", "or_", "pass_on", "room_here", "value",
           "while_", "who_asks", "without_end"]
