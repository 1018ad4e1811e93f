// The question batching asks an op that looks at several lanes: see op_interfaces.td for the others.
#ifndef COTAN_COLLECTIVE_INTERFACE
#define COTAN_COLLECTIVE_INTERFACE

include "mlir/IR/OpBase.td"

def Collective : OpInterface<"Collective"> {
  let cppNamespace = "::cotan";
  let description = [{
    An op that puts together what the lanes of a batch hold, those that come to it. It names the axis
    of the batch; to batches of other axes it is Batchable as others are.
  }];
  let methods = [
    InterfaceMethod<"The axis.", "::llvm::StringRef", "getAxisName">,
    InterfaceMethod<"Whether the results differ between the lanes of that axis.",
      "bool", "resultsDiffer">,
    InterfaceMethod<[{
        Builds the results of all lanes of that axis; they have it if they differ. `isHere`, a truth
        value for each lane, says which of them come here; empty: all do.
      }],
      "::cotan::Values", "meet", (ins "::cotan::Batch &":$x, "const ::cotan::Expr &":$isHere)>];
}

#endif
