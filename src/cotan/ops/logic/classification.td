#ifndef COTAN_OPS_CLASSIFICATION
#define COTAN_OPS_CLASSIFICATION

include "cotan/ir/prim/prim.td"

/// y = whether x is of a kind, element by element, as i1.
class Prim_ClassifyOp<string mnemonic> : Prim_Op<mnemonic, [IsElementwise, InferTypeOpAdaptor, Lowers, SplitsParts]> {
  let arguments = (ins FloatOrComplexTensor:$x);
  let results = (outs BoolTensor:$y);
  let assemblyFormat = "$x attr-dict `:` type($x)";
}

def IsNanOp : Prim_ClassifyOp<"is_nan"> {
  let summary = "Whether x is not a number, elementwise.";
  let description = [{
    ```mlir
    %y = prim.is_nan %x : tensor<4xf32>   // tensor<4xi1>
    ```
  }];
}
def : ArrayFunction<IsNanOp, "isnan"> {
  let example = [{
    >>> ct.isnan(ct.array([1.0, ct.inf, ct.nan]))
    Tensor([False, False,  True], dtype=bool)
  }];
}

def IsInfOp : Prim_ClassifyOp<"is_inf"> {
  let summary = "Whether x is infinity or minus infinity, elementwise.";
  let description = [{
    ```mlir
    %y = prim.is_inf %x : tensor<4xf32>   // tensor<4xi1>
    ```
  }];
}
def : ArrayFunction<IsInfOp, "isinf"> {
  let example = [{
    >>> ct.isinf(ct.array([1.0, ct.inf, ct.nan]))
    Tensor([False,  True, False], dtype=bool)
  }];
}

def IsFiniteOp : Prim_ClassifyOp<"is_finite"> {
  let summary = "Whether x is neither infinite nor NaN, elementwise.";
  let description = [{
    ```mlir
    %y = prim.is_finite %x : tensor<4xf32>   // tensor<4xi1>
    ```
  }];
}
def : ArrayFunction<IsFiniteOp, "isfinite"> {
  let example = [{
    >>> ct.isfinite(ct.array([1.0, ct.inf, ct.nan]))
    Tensor([ True, False, False], dtype=bool)
  }];
}

#endif
