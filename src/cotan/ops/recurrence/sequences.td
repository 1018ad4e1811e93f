#ifndef COTAN_OPS_SEQUENCES
#define COTAN_OPS_SEQUENCES

include "cotan/ir/composite/composite.td"

/// All states of a network that meets the entries of x, and the last one.
class Composite_SequenceOp<string mnemonic, dag memory, dag options, dag last, string ofMemory = "",
    string typeOfMemory = "", string words = "">
    : Composite_Op<mnemonic, [HasLoops, InfersType, AttrSizedOperandSegments]> {
  let arguments = !con((ins FloatTensor:$x, FloatTensor:$h), memory,
      (ins FloatTensor:$weight_ih, FloatTensor:$weight_hh, Optional<FloatTensor>:$bias_ih,
           Optional<FloatTensor>:$bias_hh, Optional<IntegerTensor>:$lengths, UnitAttr:$reverse), options);
  let results = !con((outs FloatTensor:$y, FloatTensor:$last_h), last);
  let assemblyFormat = "$x `,` $h `,` " # ofMemory # [{
    $weight_ih `,` $weight_hh (`bias_ih` $bias_ih^ `:` type($bias_ih))?
    (`bias_hh` $bias_hh^ `:` type($bias_hh))? (`lengths` $lengths^ `:` type($lengths))?
    (`reverse` $reverse^)?}] # words # [{
    attr-dict `:` type($x) `,` type($h) `,` }] # typeOfMemory # [{ type($weight_ih) `,` type($weight_hh)}];
}

def RnnOp : Composite_SequenceOp<"rnn", (ins),
    (ins DefaultValuedOptionalStrAttr<StrAttr, "tanh">:$nonlinearity), (outs), "", "",
    "(`nonlinearity` $nonlinearity^)?"> {
  let summary = "All states of an Elman network along a sequence, and the last one.";
  let description = [{
    The turns of `composite.rnn_cell`, from the state h on: x is (time, ..., inputs), y (time, ..., units), and h
    and the last state are (..., units). With `reverse`, time goes from the last entry to the first. With
    `lengths`, one integer for each sequence of the batch, entries at and behind its length are left out: y is 0
    there, and the state stays.

    Decomposed into one product for the inputs of all times, and a loop.

    ```mlir
    %y, %last = composite.rnn %x, %h, %w, %u
        : tensor<9x8x3xf32>, tensor<8x4xf32>, tensor<4x3xf32>, tensor<4x4xf32>
    ```
  }];
}

def LstmOp : Composite_SequenceOp<"lstm", (ins FloatTensor:$c), (ins), (outs FloatTensor:$last_c),
    "$c `,`", "type($c) `,`"> {
  let summary = "All states of a network with long short-term memory along a sequence, and the last one.";
  let description = [{
    The turns of `composite.lstm_cell`, from the state h and the memory c on: x is (time, ..., inputs), y
    (time, ..., units), and h, c and the last of both are (..., units). `reverse` and `lengths` as for
    `composite.rnn`.

    ```mlir
    %y, %last, %memory = composite.lstm %x, %h, %c, %w, %u lengths %n : tensor<8xi64> reverse
        : tensor<9x8x3xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<16x3xf32>, tensor<16x4xf32>
    ```
  }];
}

def GruOp : Composite_SequenceOp<"gru", (ins), (ins), (outs)> {
  let summary = "All states of a network of gated recurrent units along a sequence, and the last one.";
  let description = [{
    The turns of `composite.gru_cell`, from the state h on: x is (time, ..., inputs), y (time, ..., units), and h
    and the last state are (..., units). `reverse` and `lengths` as for `composite.rnn`.

    ```mlir
    %y, %last = composite.gru %x, %h, %w, %u
        : tensor<9x8x3xf32>, tensor<8x4xf32>, tensor<12x3xf32>, tensor<12x4xf32>
    ```
  }];
}

#endif
