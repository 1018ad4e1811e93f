#ifndef COTAN_OPS_GAMMA_SAMPLE
#define COTAN_OPS_GAMMA_SAMPLE

include "cotan/ir/prim/prim.td"

/// y = sample, which has a derivative with respect to a.
class Prim_SampleOp<string mnemonic>
    : Prim_Op<mnemonic, [IsElementwise, SameOperandsAndResultType, HasVjp, Lowers]> {
  let arguments = (ins FloatTensor:$a, FloatTensor:$sample);
  let results = (outs FloatTensor:$y);
  let assemblyFormat = "$a `,` $sample attr-dict `:` type($y)";
}

def GammaSampleOp : Prim_SampleOp<"gamma_sample"> {
  let summary = "A sample of the gamma distribution, which moves with its shape a.";
  let description = [{
    The value is `sample`, however it was drawn; no derivative flows to it. With respect to a the
    derivative is that of the quantile which the sample is: P of `prim.igamma` stays as it is, so
    `dy/da = -(dP/da) / (dP/dy)` (implicit reparametrization: Figurnov and others, 2018).
    Derivatives of any order follow.

    ```mlir
    %y = prim.gamma_sample %a, %sample : tensor<4xf32>
    ```
  }];
}

def LoggammaSampleOp : Prim_SampleOp<"loggamma_sample"> {
  let summary = "The logarithm of a sample of the gamma distribution, which moves with its shape a.";
  let description = [{
    As `prim.gamma_sample`, of samples that are too small for a number. `sample` is the logarithm.

    ```mlir
    %y = prim.loggamma_sample %a, %sample : tensor<4xf32>
    ```
  }];
}

#endif
