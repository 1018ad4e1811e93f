// Gated linear units: one half of an axis opens the other.
#ifndef COTAN_OPS_GATED
#define COTAN_OPS_GATED

include "cotan/ir/composite/composite.td"

class Composite_GatedOp<string mnemonic> : Composite_Op<mnemonic, [InfersType, HasBatch]> {
  let arguments = (ins FloatTensor:$x, I64Attr:$axis);
  let results = (outs FloatTensor:$y);
  let assemblyFormat = "$x `axis` $axis attr-dict `:` type($x)";
}

def GluOp : Composite_GatedOp<"glu"> {
  let summary = "The first half along an axis times the sigmoid of the second.";
  let description = [{
    `y = a * sigmoid(b)` of the halves a and b. An axis of odd size is an error. Source: Dauphin et al.,
    2017.

    ```mlir
    %y = composite.glu %x axis 1 : tensor<2x6xf32>   // tensor<2x3xf32>
    ```
  }];
}
def : LayerFunction<GluOp> {
  let defaults = (with "-1":$axis);
  let example = [{
    >>> ct.nn.glu(ct.array([3.0, 0.0]))
    Tensor([1.5], dtype=float32)
  }];
}

def RegluOp : Composite_GatedOp<"reglu"> {
  let summary = "The first half along an axis times the relu of the second.";
  let description = [{
    `y = a * relu(b)` of the halves a and b. An axis of odd size is an error. Source: Shazeer, 2020.

    ```mlir
    %y = composite.reglu %x axis 1 : tensor<2x6xf32>   // tensor<2x3xf32>
    ```
  }];
}
def : LayerFunction<RegluOp> {
  let defaults = (with "-1":$axis);
  let example = [{
    >>> ct.nn.reglu(ct.array([3.0, 2.0]))
    Tensor([6.], dtype=float32)
  }];
}

def GegluOp : Composite_GatedOp<"geglu"> {
  let summary = "The first half along an axis times the gelu of the second.";
  let description = [{
    `y = a * gelu(b)` of the halves a and b, without approximation. An axis of odd size is an error.
    Source: Shazeer, 2020.

    ```mlir
    %y = composite.geglu %x axis 1 : tensor<2x6xf32>   // tensor<2x3xf32>
    ```
  }];
}
def : LayerFunction<GegluOp> {
  let defaults = (with "-1":$axis);
  let example = [{
    >>> ct.nn.geglu(ct.array([3.0, 1.0]))
    Tensor([2.524...], dtype=float32)
  }];
}

def SwigluOp : Composite_GatedOp<"swiglu"> {
  let summary = "The first half along an axis times the silu of the second.";
  let description = [{
    `y = a * silu(b)` of the halves a and b. An axis of odd size is an error. Source: Shazeer, 2020.

    ```mlir
    %y = composite.swiglu %x axis 1 : tensor<2x6xf32>   // tensor<2x3xf32>
    ```
  }];
}
def : LayerFunction<SwigluOp> {
  let defaults = (with "-1":$axis);
  let example = [{
    >>> ct.nn.swiglu(ct.array([3.0, 1.0]))
    Tensor([2.193...], dtype=float32)
  }];
}

#endif
