// The questions a pass may ask an op. A pass asks; it never looks at the op's name.
#ifndef COTAN_OP_INTERFACES
#define COTAN_OP_INTERFACES

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Evaluable : OpInterface<"Evaluable"> {
  let cppNamespace = "::cotan";
  let description = [{
    What the op computes, said as plainly as possible: the reference every other implementation is
    checked against. Throws `EvaluationError` if the operands do not fit.
  }];
  let methods = [InterfaceMethod<
    "The results for these operands.",
    "::cotan::Arrays", "evaluate", (ins "::llvm::ArrayRef<::cotan::Array>":$operands)>];
}

def Decomposable : OpInterface<"Decomposable"> {
  let cppNamespace = "::cotan";
  let description = [{What the op means in terms of simpler ops.}];
  let methods = [InterfaceMethod<
    "Builds the results from the operands. An empty answer declines (the driver says so).",
    "::cotan::Values", "decompose", (ins "::cotan::RuleBuilder &":$b)>];
}

def SplitsComplex : OpInterface<"SplitsComplex"> {
  let cppNamespace = "::cotan";
  let description = [{
    What the op computes of complex numbers, said of their real and imaginary parts. Ops with the
    trait Linear or Multilinear need not implement it: they are applied to each part, or multiply
    them.
  }];
  let methods = [InterfaceMethod<
    "Builds the results from the operands' parts. An empty answer declines.",
    "::cotan::Values", "splitComplex", (ins "::cotan::RuleBuilder &":$b)>];
}

def Differentiable : OpInterface<"Differentiable"> {
  let cppNamespace = "::cotan";
  let description = [{
    The vector-Jacobian product. `cotangents` has one value per result; the answer has one per
    operand, null where nothing flows. Primal values are read through `b(value)` only: that is
    what the reverse pass saves, and the builder refuses anything else.
  }];
  let methods = [InterfaceMethod<
    "Builds the cotangents of the operands.",
    "::cotan::Values", "vjp",
    (ins "::cotan::RuleBuilder &":$b, "::mlir::ValueRange":$cotangents)>];
}

def ForwardDifferentiable : OpInterface<"ForwardDifferentiable"> {
  let cppNamespace = "::cotan";
  let description = [{
    The Jacobian-vector product. `tangents` has one value per operand, null where it is zero; the
    answer has one per result. Ops with the trait Elementwise, Linear or Multilinear need not
    implement it: forward mode derives theirs.
  }];
  let methods = [InterfaceMethod<
    "Builds the tangents of the results.",
    "::cotan::Values", "jvp",
    (ins "::cotan::RuleBuilder &":$b, "::mlir::ValueRange":$tangents)>];
}

def Expandable : OpInterface<"Expandable"> {
  let cppNamespace = "::cotan";
  let description = [{
    The Taylor series of the results along a curve the operands move on, for ops whose coefficients
    follow from each other better than from the derivative rule. Others need not implement it:
    forward mode derives theirs.
  }];
  let methods = [InterfaceMethod<[{
        Builds coefficient `k`, at least 1, of each result; null where it is zero. It may read the
        coefficients of operands up to `k`, and those of results below `k`. An empty answer declines.
      }],
      "::cotan::Values", "taylor", (ins "::cotan::SeriesBuilder &":$b, "unsigned":$k)>];
}

def SizesMayNotFit : NativeOpTrait<"SpeculatableIfSizesFit"> { let cppNamespace = "::cotan"; }
/// Without effects; but a loop of no turns must not meet sizes that do not fit.
def IsPureIfSizesFit : TraitList<[NoMemoryEffect, ConditionallySpeculatable, SizesMayNotFit]>;

//--- batches

def Batchable : OpInterface<"Batchable"> {
  let cppNamespace = "::cotan";
  let description = [{
    The op for all lanes of a batch at once. What differs between the lanes has a new first axis:
    at least one operand, and the results. An op that is Elementwise need not implement it; one that
    does not is decomposed, or run lane by lane.
  }];
  let methods = [InterfaceMethod<
    "Builds the results of all lanes. An empty answer declines for these operands.",
    "::cotan::Values", "batch", (ins "::cotan::Batch &":$x)>];
}

/// The results depend on the shapes of the operands alone, not on their elements.
def IsOfShapes : NativeOpTrait<"OfShapes"> { let cppNamespace = "::cotan"; }

def Accumulating : OpInterface<"Accumulating"> {
  let cppNamespace = "::cotan";
  let description = [{
    An op of one result that a loop may apply to what it carries, operand 0 (or 1, where it is
    Commutative), turn by turn, or once for all turns.
  }];
  let methods = [InterfaceMethod<[{
        What becomes of `carried`. `rows` are the other operands in all turns, in their order, with a
        new first axis. No answer where turn by turn the numbers would be others.
      }],
      "::mlir::Value", "accumulate", (ins "::cotan::RuleBuilder &":$b, "::mlir::Value":$carried,
        "::llvm::ArrayRef<::mlir::Value>":$rows)>];
}

def SumsTurns : OpInterface<"SumsTurns"> {
  let cppNamespace = "::cotan";
  let description = [{A product of one result, whose sum over all turns of a loop is a product, too.}];
  let methods = [
    InterfaceMethod<"Whether it is so of these operands.",
      "bool", "sumsTurns", (ins), "", [{ return true; }]>,
    InterfaceMethod<[{
        The sum. `rows` are the operands in all turns, each with a new first axis.
      }],
      "::mlir::Value", "sumOfTurns", (ins "::cotan::RuleBuilder &":$b,
        "::llvm::ArrayRef<::mlir::Value>":$rows)>];
}

//--- machine code

def Lowerable : OpInterface<"Lowerable"> {
  let cppNamespace = "::cotan";
  let description = [{
    What the op computes, said as a formula of one element: machine code is made from it, in loops
    that several ops share.
  }];
  let methods = [
    InterfaceMethod<"The element of result `x.result()` at `x.place()`.",
      "::cotan::Lanes", "lower", (ins "::cotan::Element &":$x)>,
    InterfaceMethod<[{
        Which elements of operand `i` the element of the result needs. For each axis of the operand:
        the axis of the result whose place it follows, or -1 where it is always read at 0. None if
        it is not as simple as that.
      }], "::cotan::Follows", "follows", (ins "unsigned":$i), "", [{
        return ::cotan::followsIfElementwise($_op.getOperation(), i);
      }]>,
    InterfaceMethod<[{
        Whether elements of the result with place r along the first axis need elements of operand
        `i` with place r along its first axis only: rows of both go together.
      }], "bool", "keepsRows", (ins "unsigned":$i), "", [{
        return ::cotan::keepsRowsIfFollowed($_op.getOperation(), i);
      }]>];
}

def Reducing : OpInterface<"Reducing"> {
  let cppNamespace = "::cotan";
  let description = [{
    An op that combines the elements along some axes of its only operand, in any order. What is kept
    of the elements seen so far is an accumulator.
  }];
  let methods = [
    InterfaceMethod<"The axes that are combined.", "::llvm::ArrayRef<int64_t>", "reducedAxes">,
    InterfaceMethod<"The accumulator of no elements.",
      "::cotan::Accumulator", "empty", (ins "::cotan::LaneBuilder &":$b)>,
    InterfaceMethod<"The accumulator of one element, at place `at` (i64) along the first reduced axis.",
      "::cotan::Accumulator", "single", (ins "const ::cotan::Lanes &":$x, "const ::cotan::Lanes &":$at)>,
    InterfaceMethod<"The accumulator of the elements of both. `a` has seen the earlier ones.",
      "::cotan::Accumulator", "merge",
      (ins "::llvm::ArrayRef<::cotan::Lanes>":$a, "::llvm::ArrayRef<::cotan::Lanes>":$b)>,
    InterfaceMethod<"The result.",
      "::cotan::Lanes", "finish", (ins "::llvm::ArrayRef<::cotan::Lanes>":$a)>];
}

def CallsRuntime : OpInterface<"CallsRuntime"> {
  let cppNamespace = "::cotan";
  let description = [{An op that is computed by a function of the runtime, on whole tensors.}];
  let methods = [InterfaceMethod<[{
        The function, and the numbers (attributes of the op) it is called with. No function if the op
        is a formula with these attributes and types; it is Lowerable too then.
      }],
      "::cotan::RuntimeCall", "runtimeCall">];
}

def Updating : OpInterface<"Updating"> {
  let cppNamespace = "::cotan";
  let description = [{
    An op that calls the runtime, and whose one result is operand 0 but for places that the elements
    of operand 2, the updates, go to. It works in the memory of operand 0 where nothing reads that
    any more. So must its function: the data of both may be the same.
  }];
  let methods = [
    InterfaceMethod<[{
        Where the element of the updates at `x.place()` goes, and what is there then. Few updates are
        made so, one after the other, without a call.
      }],
      "::cotan::Update", "update", (ins "::cotan::Element &":$x)>,
    InterfaceMethod<"Whether that gives the numbers it should.",
      "bool", "mayUpdateOneByOne", (ins), "", [{ return true; }]>];
}

def Sparse : OpInterface<"Sparse"> {
  let cppNamespace = "::cotan";
  let description = [{
    An op whose result may be known to be zero but for few places. Sums of such, as of the cotangents
    of what a loop reads, touch only these.
  }];
  let methods = [
    InterfaceMethod<[{
        `sum`, of the result's type, plus the result. No answer if the result is not sparse.
      }],
      "::mlir::Value", "addTo", (ins "::cotan::RuleBuilder &":$b, "::mlir::Value":$sum)>,
    InterfaceMethod<"If all but a block at a known place is zero: what is there.",
      "std::optional<::cotan::PlacedBlock>", "placedBlock", (ins), "", "return std::nullopt;">];
}

def SaysSizes : OpInterface<"SaysSizes"> {
  let cppNamespace = "::cotan";
  let description = [{
    An op that says how large its results are. Elementwise ops need not.
  }];
  let methods = [InterfaceMethod<
    "The sizes of result `result`, and the conditions under which it exists.",
    "::cotan::Sizes", "sizes", (ins "::cotan::SizeRules &":$rules, "unsigned":$result)>];
}

/// The result has the elements of operand 0 in the same row-major order: no copy is needed.
def IsView : NativeOpTrait<"View"> { let cppNamespace = "::cotan"; }

def Permuting : OpInterface<"Permuting"> {
  let cppNamespace = "::cotan";
  let description = [{An op whose result is operand 0 with its axes in another order.}];
  let methods = [InterfaceMethod<
    "Axis i of the result is this one of operand 0.", "::llvm::ArrayRef<int64_t>", "getPermutation">];
}

def AbsorbsPermutations : OpInterface<"AbsorbsPermutations"> {
  let cppNamespace = "::cotan";
  let description = [{
    An op that can be said of tensors whose axes lie in another order. It has one result.
  }];
  let methods = [
    InterfaceMethod<[{
        The result, where operand `i` is `before` with its axes permuted. No answer if the op cannot
        be said so.
      }],
      "::mlir::Value", "readPermuted", (ins "::cotan::RuleBuilder &":$b, "unsigned":$i,
        "::mlir::Value":$before, "::llvm::ArrayRef<int64_t>":$permutation)>,
    InterfaceMethod<"The result with its axes permuted. No answer as above.",
      "::mlir::Value", "writePermuted", (ins "::cotan::RuleBuilder &":$b,
        "::llvm::ArrayRef<int64_t>":$permutation), "", "return nullptr;">];
}

//--- traits

/// Result element i depends on element i of each operand, and on nothing else.
def IsElementwise : NativeOpTrait<"Elementwise"> { let cppNamespace = "::cotan"; }
/// Operands are of one shape, to which array functions and rules bring them.
def IsBroadcasting : NativeOpTrait<"Broadcasting"> { let cppNamespace = "::cotan"; }
/// All floating-point operands together enter linearly: f(x + dx) = f(x) + f(dx).
def IsLinear : NativeOpTrait<"Linear"> { let cppNamespace = "::cotan"; }
/// Linear in each floating-point operand alone, the others held fixed.
def IsMultilinear : NativeOpTrait<"Multilinear"> { let cppNamespace = "::cotan"; }
/// The derivative is zero wherever it exists (floor, sign), or cut off on purpose (stop_gradient).
def IsZeroDerivative : NativeOpTrait<"ZeroDerivative"> { let cppNamespace = "::cotan"; }
/// Takes complex numbers as they are, not in parts.
def IsOfWholeComplex : NativeOpTrait<"WholeComplex"> { let cppNamespace = "::cotan"; }
/// A composite op that means a loop. It is decomposed before anything else looks at the program, so
/// that the loop is differentiated and batched as one that the user has written. What such an op is
/// part of means a loop, too.
def HasLoops : NativeOpTrait<"Looping"> { let cppNamespace = "::cotan"; }
/// Its machine code calls functions, for all of which there are formulas: those are the same on every
/// processor where the op has the attribute of cotan/ir/reproducible.h.
def HasReproducibleForm : NativeOpTrait<"ReproducibleForm"> { let cppNamespace = "::cotan"; }
/// An instruction or two for each element. So are elementwise sums and products without saying it.
def IsCheap : NativeOpTrait<"Cheap"> { let cppNamespace = "::cotan"; }

#endif
