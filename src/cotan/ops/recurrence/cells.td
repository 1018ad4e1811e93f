#ifndef COTAN_OPS_CELLS
#define COTAN_OPS_CELLS

include "cotan/ir/composite/composite.td"

/// The next state of a network that meets x in the state h. Weights have a row for each number of
/// each gate.
class Composite_CellOp<string mnemonic, dag memory, dag options, dag next, string ofMemory = "",
    string typeOfMemory = "", string words = "">
    : Composite_Op<mnemonic, [InfersType, AttrSizedOperandSegments]> {
  let arguments = !con((ins FloatTensor:$x, FloatTensor:$h), memory,
      (ins FloatTensor:$weight_ih, FloatTensor:$weight_hh, Optional<FloatTensor>:$bias_ih,
           Optional<FloatTensor>:$bias_hh), options);
  let results = !con((outs FloatTensor:$next_h), next);
  let assemblyFormat = "$x `,` $h `,` " # ofMemory # [{
    $weight_ih `,` $weight_hh (`bias_ih` $bias_ih^ `:` type($bias_ih))?
    (`bias_hh` $bias_hh^ `:` type($bias_hh))?}] # words # [{
    attr-dict `:` type($x) `,` type($h) `,` }] # typeOfMemory # [{ type($weight_ih) `,` type($weight_hh)}];
}

def RnnCellOp : Composite_CellOp<"rnn_cell", (ins),
    (ins DefaultValuedOptionalStrAttr<StrAttr, "tanh">:$nonlinearity), (outs), "", "",
    "(`nonlinearity` $nonlinearity^)?"> {
  let summary = "The next state of an Elman network: tanh or relu of x and the state.";
  let description = [{
    `h' = tanh(weight_ih x + bias_ih + weight_hh h + bias_hh)`, or relu, as `nonlinearity` says. x is
    (..., inputs), h (..., units), weight_ih (units, inputs), weight_hh (units, units), a bias (units); a bias may
    be missing. f16 and bf16 are computed in f32. Source: Elman, 1990.

    ```mlir
    %h2 = composite.rnn_cell %x, %h, %w, %u bias_ih %b : tensor<4xf32>
        : tensor<8x3xf32>, tensor<8x4xf32>, tensor<4x3xf32>, tensor<4x4xf32>
    ```
  }];
}
def : LayerFunction<RnnCellOp> {
  let example = [{
    >>> one = ct.ones((1, 1))
    >>> ct.nn.rnn_cell(one, one, one, one, nonlinearity="relu")
    Tensor([[2.]], dtype=float32)
  }];
}

def LstmCellOp : Composite_CellOp<"lstm_cell", (ins FloatTensor:$c), (ins), (outs FloatTensor:$next_c),
    "$c `,`", "type($c) `,`"> {
  let summary = "The next state and memory of a network with long short-term memory.";
  let description = [{
    With `i, f, g, o`, the four gates, one behind the other in `weight_ih x + bias_ih + weight_hh h + bias_hh`:
    `c' = sigmoid(f) c + sigmoid(i) tanh(g)`, `h' = sigmoid(o) tanh(c')`. x is (..., inputs), h and c (..., units),
    weight_ih (4 units, inputs), weight_hh (4 units, units), a bias (4 units); a bias may be missing. Gates lie as
    PyTorch has them. f16 and bf16 are computed in f32. Source: Hochreiter and Schmidhuber, 1997.

    ```mlir
    %h2, %c2 = composite.lstm_cell %x, %h, %c, %w, %u
        : tensor<8x3xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<16x3xf32>, tensor<16x4xf32>
    ```
  }];
}
def : LayerFunction<LstmCellOp> {
  let example = [{
    >>> x, weight = ct.zeros((1, 2)), ct.zeros((4, 2))
    >>> h, c = ct.nn.lstm_cell(x, ct.zeros((1, 1)), ct.ones((1, 1)), weight, ct.zeros((4, 1)))
    >>> c
    Tensor([[0.5]], dtype=float32)
  }];
}

def GruCellOp : Composite_CellOp<"gru_cell", (ins), (ins), (outs)> {
  let summary = "The next state of a network of gated recurrent units.";
  let description = [{
    With `r, z, n` in `weight_ih x + bias_ih` and `s, y, m` in `weight_hh h + bias_hh`, the gates one behind the
    other: `u = sigmoid(z + y)`, `h' = (1 - u) tanh(n + sigmoid(r + s) m) + u h`. x is (..., inputs), h
    (..., units), weight_ih (3 units, inputs), weight_hh (3 units, units), a bias (3 units); a bias may be missing.
    Gates lie as PyTorch has them. f16 and bf16 are computed in f32. Source: Cho et al., 2014.

    ```mlir
    %h2 = composite.gru_cell %x, %h, %w, %u
        : tensor<8x3xf32>, tensor<8x4xf32>, tensor<12x3xf32>, tensor<12x4xf32>
    ```
  }];
}
def : LayerFunction<GruCellOp> {
  let example = [{
    >>> x, weight = ct.zeros((1, 2)), ct.zeros((3, 2))
    >>> ct.nn.gru_cell(x, ct.ones((1, 1)), weight, ct.zeros((3, 1)))
    Tensor([[0.5]], dtype=float32)
  }];
}

#endif
