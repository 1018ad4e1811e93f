// What the ops of structured control flow have in common.
#ifndef COTAN_FLOW_INTERFACES
#define COTAN_FLOW_INTERFACES

include "mlir/IR/OpBase.td"

def Structured : OpInterface<"Structured"> {
  let cppNamespace = "::cotan::flow";
  let description = [{
    An op whose results are *variables*: result j is what its regions' terminators yield at
    position j. In a loop, variable j also is operand j and argument j of each region; in a branch,
    only stacks are arguments. The first region, `init`, may be empty; if not, it makes the stacks
    that are the last variables.
  }];
  let methods = [
    InterfaceMethod<"The region that makes the stacks; empty if there are none.",
      "::mlir::Region &", "getInit">,
    InterfaceMethod<"The operands that start the variables; empty for branches.",
      "::mlir::MutableOperandRange", "getStartsMutable">,
    InterfaceMethod<"The number of leading arguments of `region` that are not variables.",
      "unsigned", "getNumExtraArguments", (ins "::mlir::Region &":$region)>,
    InterfaceMethod<"Whether variables are carried around a loop.", "bool", "isLoop">];
}

#endif
