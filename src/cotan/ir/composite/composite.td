// The base of all composite operators. The ops themselves live in cotan/ops/<family>/.
#ifndef COTAN_COMPOSITE
#define COTAN_COMPOSITE

include "cotan/ir/prim/prim.td"

def Composite_Dialect : Dialect {
  let name = "composite";
  let cppNamespace = "::cotan::composite";
  let summary = "Composite operators: each means a short program of primitives.";
  let description = [{
    A composite operator is its decomposition. One that also has a derivative rule of its own
    (`vjp`) stays whole until the reverse pass has used that rule; `--decompose` replaces the rest.
  }];
}

class Composite_Op<string mnemonic, list<Trait> traits = []>
    : Op<Composite_Dialect, mnemonic, !listconcat([IsPureIfSizesFit], traits, [
        DeclareOpInterfaceMethods<Decomposable>])>;

/// y = f(x), type unchanged. Add the trait Elementwise where it is.
class Composite_UnaryOp<string mnemonic, list<Trait> traits = []>
    : Composite_Op<mnemonic, !listconcat([SameOperandsAndResultType], traits)> {
  let arguments = (ins FloatTensor:$x);
  let results = (outs FloatTensor:$y);
  let assemblyFormat = "$x attr-dict `:` type($x)";
}

#endif
