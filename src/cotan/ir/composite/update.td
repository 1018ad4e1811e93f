// Base of the steps of optimizers: the next parameters, and what is kept for the step after that.
#ifndef COTAN_UPDATE
#define COTAN_UPDATE

include "cotan/ir/composite/composite.td"

/// Parameters x, their gradient g and what is kept of the steps before have one shape; the learning
/// rate is one number, as is what counts the steps. f16 and bf16 are computed in f32.
class Composite_UpdateOp<string mnemonic, dag state, dag numbers, dag options, dag next>
    : Composite_Op<mnemonic, [InfersType]> {
  let arguments = !con((ins FloatTensor:$x, FloatTensor:$g), state, numbers, options);
  let results = !con((outs FloatTensor:$next_x), next);
  let assemblyFormat = "operands attr-dict `:` type(operands)";
}
defvar Composite_Rate = (ins FloatTensor:$learning_rate);
defvar Composite_RateAndStep = (ins FloatTensor:$learning_rate, IntegerTensor:$step);

class Composite_Number<string number> : DefaultValuedAttr<F64Attr, "::llvm::APFloat(" # number # ")">;

#endif
