// The parameters behind `a` and `axis` that reductions have in common.
#ifndef COTAN_FUNCTIONS_REDUCTION_OPTIONS
#define COTAN_FUNCTIONS_REDUCTION_OPTIONS
include "cotan/functions/function.td"

class ReductionFields<dag fields> : Fields<"Reduction", fields>;

def SumOptions : ReductionFields<(ins OptionalDType:$dtype, KeywordOnly, No:$keepdims,
                                  OptionalTensor:$initial, OptionalTensor:$where,
                                  Yes:$promote_integers)>;
def ExtremumOptions : ReductionFields<(ins KeywordOnly, No:$keepdims, OptionalTensor:$initial,
                                       OptionalTensor:$where)>;
def TruthOptions : ReductionFields<(ins KeywordOnly, No:$keepdims, OptionalTensor:$where)>;
def MeanOptions : ReductionFields<(ins OptionalDType:$dtype, KeywordOnly, No:$keepdims,
                                   OptionalTensor:$where)>;
def MomentOptions : ReductionFields<(ins OptionalDType:$dtype, KeywordOnly, Default<Float, "0">:$ddof,
                                     No:$keepdims, OptionalTensor:$where,
                                     OptionalFloat:$correction, OptionalTensor:$mean)>;

/// Sorting keeps equal elements in their order, whatever is asked for.
def Stable : PythonOnly<"bool", "true">;

#endif
