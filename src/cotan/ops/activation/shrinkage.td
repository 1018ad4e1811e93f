#ifndef COTAN_OPS_SHRINKAGE
#define COTAN_OPS_SHRINKAGE

include "cotan/ir/composite/composite.td"

class Composite_ShrinkOp<string mnemonic> : Composite_UnaryOp<mnemonic, [IsElementwise]> {
  let arguments = (ins FloatTensor:$x,
                       DefaultValuedAttr<F64Attr, "::llvm::APFloat(0.5)">:$lambd);
  let assemblyFormat = "$x (`lambd` $lambd^)? attr-dict `:` type($x)";
}

def SoftshrinkOp : Composite_ShrinkOp<"softshrink"> {
  let summary = "Elements moved towards 0, those near it become 0.";
  let description = [{
    `y = x - lambd` where x is above `lambd`, `x + lambd` where it is below `-lambd`, else 0,
    elementwise; NaN stays NaN. The slope at both is 0.

    ```mlir
    %y = composite.softshrink %x lambd 0.2 : tensor<4xf32>
    ```
  }];
}
def : LayerFunction<SoftshrinkOp> {
  let example = [{
    >>> ct.nn.softshrink(ct.array([-2.0, 0.25, 1.0]))
    Tensor([-1.5,  0. ,  0.5], dtype=float32)
  }];
}

def HardshrinkOp : Composite_ShrinkOp<"hardshrink"> {
  let summary = "Elements near 0 become 0.";
  let description = [{
    `y = 0` where x is from `-lambd` to `lambd`, else x, elementwise. The slope at both is 0.

    ```mlir
    %y = composite.hardshrink %x lambd 0.2 : tensor<4xf32>
    ```
  }];
}
def : LayerFunction<HardshrinkOp> {
  let example = [{
    >>> ct.nn.hardshrink(ct.array([-2.0, 0.25, 1.0]))
    Tensor([-2.,  0.,  1.], dtype=float32)
  }];
}

def TanhshrinkOp : Composite_UnaryOp<"tanhshrink", [IsElementwise, HasVjp]> {
  let summary = "x less its hyperbolic tangent, elementwise.";
  let description = [{
    `y = x - tanh(x)`, elementwise.

    ```mlir
    %y = composite.tanhshrink %x : tensor<4xf32>
    ```
  }];
}
def : LayerFunction<TanhshrinkOp> {
  let example = [{
    >>> ct.nn.tanhshrink(ct.array([-1.0, 0.0]))
    Tensor([-0.2384..., 0. ], dtype=float32)
  }];
}

#endif
