#ifndef COTAN_OPS_FMA
#define COTAN_OPS_FMA

include "cotan/ir/prim/prim.td"

def FmaOp : Prim_Op<"fma", [IsElementwise, SameOperandsAndResultType, HasVjp, HasTaylor, Lowers]> {
  let summary = "x times y plus z, rounded once, elementwise.";
  let description = [{
    The sum of the exact product and z, as C's `fma`: what is lost where the product is rounded first
    is kept. Integers wrap around.

    ```mlir
    %w = prim.fma %x, %y, %z : tensor<4xf32>
    ```
  }];
  let arguments = (ins NumberTensor:$x, NumberTensor:$y, NumberTensor:$z);
  let results = (outs NumberTensor:$w);
  let assemblyFormat = "$x `,` $y `,` $z attr-dict `:` type($x)";
}
def : ArrayFunction<FmaOp> {
  let onTruthValues = "bitwise_or(bitwise_and(x, y), z)";
  let example = [{
    >>> ct.fma(ct.array([1.5, 4.0]), ct.array([2.5, -4.0]), ct.array([0.25, 16.0]))
    Tensor([4., 0.], dtype=float32)
  }];
}

#endif
