// The code dialect: what the compiler adds to a program on its way to machine code.
#ifndef COTAN_CODE
#define COTAN_CODE

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "cotan/ir/interfaces/op_interfaces.td"

def Code_Dialect : Dialect {
  let name = "code";
  let cppNamespace = "::cotan::code";
  let summary = "Tensor operators grouped into loops.";
}

class Code_Op<string mnemonic, list<Trait> traits = []> : Op<Code_Dialect, mnemonic, traits>;

def Code_KernelOp : Code_Op<"kernel", [Pure, IsolatedFromAbove, SingleBlock,
    DeclareOpInterfaceMethods<Evaluable>]> {
  let summary = "Operators that are computed together, in one nest of loops.";
  let description = [{
    The region's arguments are the operands. What lies between them and the results is never in
    memory as a whole. With `by_rows`, all values have the same number of rows, which are short: one
    loop goes over the rows, and all numbers of a row are computed in registers.

    ```mlir
    %r = code.kernel(%x, %y) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> {
    ^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>):
      %0 = prim.exp %a : tensor<4xf32>
      %1 = prim.add %0, %b : tensor<4xf32>
      code.yield %1 : tensor<4xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs, UnitAttr:$by_rows);
  let results = (outs Variadic<AnyRankedTensor>:$outputs);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "(`by_rows` $by_rows^)? `(` $inputs `)` `:` functional-type($inputs, $outputs) $body attr-dict";
  let hasVerifier = 1;
}

def Code_YieldOp : Code_Op<"yield", [Pure, Terminator, ReturnLike, HasParent<"KernelOp">]> {
  let summary = "Ends a kernel and hands on its results.";
  let arguments = (ins Variadic<AnyRankedTensor>:$values);
  let assemblyFormat = "($values^ `:` type($values))? attr-dict";
}

#endif
