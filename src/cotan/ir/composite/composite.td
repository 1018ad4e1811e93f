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

/// z = f(x, y), element by element, all of one type.
class Composite_BinaryOp<string mnemonic, list<Trait> traits = []>
    : Composite_Op<mnemonic, !listconcat([IsElementwise, SameOperandsAndResultType], traits)> {
  let arguments = (ins FloatTensor:$x, FloatTensor:$y);
  let results = (outs FloatTensor:$z);
  let assemblyFormat = "operands attr-dict `:` type($x)";
}

/// One loss for each element of operands of one shape, or what `reduction` makes of all of them.
class Composite_LossOp<string mnemonic, dag operands = (ins FloatTensor:$x, FloatTensor:$y),
                       dag options = (ins), list<Trait> traits = [], string otherwise = "mean">
    : Composite_Op<mnemonic,
                   !listconcat([InfersType, IsBroadcasting, SameTypeOperands], traits)> {
  // Optional: types are inferred before it has its default.
  let arguments = !con(operands, options,
      (ins DefaultValuedOptionalStrAttr<StrAttr, otherwise>:$reduction));
  let results = (outs FloatTensor:$loss);
  // What types are inferred from must stand outside of the dictionary.
  let assemblyFormat = "operands (`reduction` $reduction^)? attr-dict `:` type($x)";
}

/// The result is as large as operand 0.
def SizesOfFirst : NativeOpTrait<"SizesOfFirst", [], [{}],
  [{
    ::cotan::Sizes $cppClass::sizes(::cotan::SizeRules &rules, unsigned) { return rules.sizes(0); }
  }]> { let cppNamespace = "::cotan"; }
def HasSizesOfFirst : TraitList<[HasSizes, SizesOfFirst]>;

/// A function of networks, which is in ct.nn.
class LayerFunction<Op op, string name = op.opName> : ArrayFunction<op, name> {
  let module = "nn";
}

#endif
