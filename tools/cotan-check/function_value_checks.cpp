// The functional way to a derivative, fn.vjp of the function as a value, gives what the structured
// way does: the same numbers, and of straight-line code the same program.
#include "checks.h"

#include "passes.h"

#include "cotan/autodiff/names.h"
#include "cotan/ir/fn/fn.h"
#include "cotan/ir/types.h"

#include "mlir/IR/SymbolTable.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace cotan::check {
namespace {

/// Of all float results with respect to all float arguments, as fn.vjp has it.
bool hasFullDerivative(const Sample &sample) {
  if (!hasDerivative(sample))
    return false;
  func::FuncOp function = sample.function();
  auto isValue = [](Type type) { return isa<RankedTensorType, fn::FunctionType>(type); };
  return llvm::all_of(function.getArgumentTypes(), isValue) &&
         llvm::all_of(function.getResultTypes(), isValue) &&
         sample.derivative()->wrt == differentiableAmong(function.getArgumentTypes()) &&
         sample.derivative()->results == differentiableAmong(function.getResultTypes());
}

/// Takes the inputs and a seed for each float result; returns the results, and the cotangents of
/// the arguments `wrt`.
Program functional(const Sample &sample) {
  Program program = sample.derivative()->primal.clone();
  func::FuncOp primal = program.function();
  const Location loc = primal.getLoc();
  MLIRContext *context = primal.getContext();
  SymbolTable symbols(program.module());
  func::FuncOp inner = primal.clone();
  inner.setName("primal");
  inner.setPrivate();
  symbols.insert(inner);
  const unsigned numArguments = primal.getNumArguments();
  Positions wrt = sample.derivative()->wrt, smooth = sample.derivative()->results;
  SmallVector<Type> inputs(primal.getArgumentTypes()), results(primal.getResultTypes());
  for (unsigned i : smooth)
    inputs.push_back(results[i]);
  primal.getBody().takeBody(*std::make_unique<Region>());
  primal.setType(FunctionType::get(context, inputs, results));
  primal.setAllArgAttrs(SmallVector<DictionaryAttr>(inputs.size(), DictionaryAttr::get(context)));
  OpBuilder b = OpBuilder::atBlockEnd(primal.addEntryBlock());
  ValueRange given(primal.getArguments());
  auto type = fn::FunctionType::get(context, inner.getFunctionType());
  Value function = fn::ConstantOp::create(b, loc, type, inner.getName());
  Value both = fn::VjpOp::create(b, loc, function, llvm::to_vector_of<int64_t>(wrt));
  auto call = fn::ApplyOp::create(b, loc, cast<fn::FunctionType>(both.getType()).getResults(), both,
                                  given.take_front(numArguments));
  Value pullback = call.getResults().back();
  auto back = fn::ApplyOp::create(b, loc, cast<fn::FunctionType>(pullback.getType()).getResults(),
                                  pullback, given.drop_front(numArguments));
  SmallVector<Value> returned(call.getResults().drop_back());
  llvm::append_range(returned, back.getResults());
  func::ReturnOp::create(b, loc, returned);
  primal.setType(FunctionType::get(context, inputs, ValueRange(returned).getTypes()));
  return program;
}

/// Whether it has neither regions nor calls, nor effects, whose order matters.
bool isStraightLine(const Program &program) {
  auto find = [](Operation *op) {
    const bool isOther = op->getNumRegions() || op->getNumSuccessors() ||
                         !(isPure(op) || op->hasTrait<OpTrait::IsTerminator>());
    return isOther && !isa<func::FuncOp>(op) ? WalkResult::interrupt() : WalkResult::advance();
  };
  return !program.function().walk(find).wasInterrupted();
}

/// Puts the ops of a block into the order in which its end needs them: what is independent has no
/// order of its own.
void sortByNeed(Block &block) {
  llvm::SetVector<Operation *> sorted;
  SmallVector<Operation *> waiting = {block.getTerminator()};
  while (!waiting.empty()) {
    Operation *op = waiting.back();
    const size_t before = waiting.size();
    for (Value operand : llvm::reverse(op->getOperands()))
      if (Operation *maker = operand.getDefiningOp(); maker && !sorted.contains(maker))
        waiting.push_back(maker);
    if (waiting.size() > before)
      continue;
    waiting.pop_back();
    sorted.insert(op);
  }
  for (Operation *op : sorted)
    op->moveBefore(&block, block.end());
}

/// What the function does, simplified, as text.
FailureOr<std::string> simplified(const Program &given, StringRef first) {
  Program program = given.clone();
  if (failed(runPasses(program, (first + "canonicalize,merge-equal,canonicalize").str())))
    return failure();
  sortByNeed(program.function().front());
  std::string text;
  llvm::raw_string_ostream stream(text);
  program.function().front().print(stream);
  return text;
}

LogicalResult isTheSameProgram(Sample &sample, const Program &program) {
  FailureOr<std::string> found = simplified(program, "resolve-functions,inline,");
  FailureOr<std::string> expected = simplified(sample.derivative()->reverse.program, "");
  if (failed(found) || failed(expected))
    return failure();
  if (*found == *expected)
    return success();
  return sample.function().emitError("its derivative as that of a function value is\n")
         << *found << "but that of structured code is\n"
         << *expected;
}

LogicalResult functionalWayIsRight(Sample &sample) {
  const FirstOrder &first = *sample.derivative();
  Program program = functional(sample);
  FailureOr<Arrays> found = program.run(concat(sample.inputs(), first.seeds));
  if (failed(found) || failed(expectClose(sample.function().getLoc(), *found,
                                          concat(sample.outputs(), first.gradient),
                                          std::max(1e-10, sample.tolerance()),
                                          "the function with its pullback, as values,")))
    return failure();
  return isStraightLine(first.primal) ? isTheSameProgram(sample, program) : success();
}

} // namespace

void addFunctionValueChecks(Checks &checks) {
  checks.push_back({"function-values", hasFullDerivative, functionalWayIsRight});
}

} // namespace cotan::check
