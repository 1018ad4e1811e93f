#include "cotan/driver/view/program_text.h"

#include "cotan/autodiff/pairing.h"
#include "cotan/ir/code/code.h"
#include "cotan/ir/types.h"
#include "cotan/support/sizes.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;

namespace cotan {
namespace {

/// Longer constants are left out.
constexpr int64_t longestConstant = 16;

using Lines = llvm::DenseMap<Operation *, unsigned>;

/// A copy whose values are named by their locations, as MLIR's printer takes names.
Operation *namedCopy(Operation *program, ValueNames &names, IRMapping &copies) {
  MLIRContext *context = program->getContext();
  auto named = [&](const std::string &name) {
    return NameLoc::get(StringAttr::get(context, name), UnknownLoc::get(context));
  };
  Operation *copy = program->clone(copies);
  program->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op->getNumResults())
      copies.lookup(op)->setLoc(named(names.of(op)));
    for (Region &region : op->getRegions())
      for (BlockArgument argument : region.getArguments())
        cast<BlockArgument>(copies.lookup<Value>(argument)).setLoc(named(names.of(argument)));
  });
  return copy;
}

/// Prints the program; the lines on which ops begin.
Lines print(Operation *program, ValueNames &names, std::vector<std::string> &lines) {
  IRMapping copies;
  Operation *copy = namedCopy(program, names, copies);
  OpPrintingFlags flags;
  flags.printNameLocAsPrefix().elideLargeElementsAttrs(longestConstant);
  flags.elideLargeResourceString(longestConstant);
  std::string text;
  llvm::raw_string_ostream stream(text);
  AsmState::LocationMap found;
  AsmState state(copy, flags, &found);
  copy->print(stream, state);
  SmallVector<StringRef> split;
  StringRef(text).rtrim('\n').split(split, '\n');
  lines.assign(split.begin(), split.end());
  Lines lineOf;
  program->walk([&](Operation *op) {
    auto at = found.find(copies.lookup(op));
    if (at != found.end())
      lineOf[op] = std::min<size_t>(at->second.first - 1, lines.size() - 1);
  });
  copy->erase();
  return lineOf;
}

/// The last line of each op with regions: the one behind the last op in it.
Lines endsOf(Operation *program, const Lines &lineOf, unsigned count) {
  Lines ends;
  program->walk([&](Operation *op) { // inner ops first
    auto at = lineOf.find(op);
    if (at == lineOf.end())
      return;
    unsigned &end = ends[op];
    end = std::max(end, at->second);
    const unsigned last = end;
    if (Operation *parent = op == program ? nullptr : op->getParentOp())
      ends[parent] = std::max(ends[parent], std::min(last + 1, count - 1));
  });
  return ends;
}

void addNests(Operation *program, const Lines &lineOf, ProgramText &text) {
  const Lines ends = endsOf(program, lineOf, text.lines.size());
  program->walk<WalkOrder::PreOrder>([&](Operation *op) {
    const bool isLoop = isa<LoopLikeOpInterface>(op);
    if ((isLoop || isa<code::KernelOp>(op)) && lineOf.contains(op))
      text.nests.push_back(
          {lineOf.lookup(op), ends.lookup(op), op->getName().getStringRef().str(), isLoop});
  });
}

/// Whether pushes and pops are paired there: not in code of several blocks.
bool isStructured(func::FuncOp function) {
  if (function.isExternal())
    return false;
  auto check = [](Operation *op) {
    const bool hasBlocks = llvm::any_of(
        op->getRegions(), [](Region &region) { return llvm::hasNItemsOrMore(region, 2); });
    return hasBlocks ? WalkResult::interrupt() : WalkResult::advance();
  };
  return !function->walk(check).wasInterrupted();
}

void addStacks(func::FuncOp function, const Lines &lineOf, ProgramText &text) {
  if (!isStructured(function))
    return;
  StackClasses classes(function);
  Pairing pairing(function, classes);
  function.walk([&](flow::PopBackOp pop) {
    if (Operation *push = pairing.partnerOf(pop))
      text.stacks.push_back({lineOf.lookup(push), lineOf.lookup(pop)});
  });
}

/// Adds the bytes of these tensors; whether there are sizes that are not known.
bool addBytes(TypeRange types, int64_t &bytes) {
  bool isOpen = false;
  for (Type type : types) {
    auto tensor = cast<RankedTensorType>(type);
    const int64_t size = sizeOf(*dtypeOf(tensor.getElementType()));
    if (tensor.hasStaticShape())
      bytes += int64_t(countElements(tensor.getShape(), size).value_or(0)) * size;
    else
      isOpen = true;
  }
  return isOpen;
}

void addKernel(code::KernelOp kernel, unsigned line, ProgramText &text) {
  const size_t ops = kernel.getBody().front().getOperations().size() - 1; // but for the yield
  ProgramText::Kernel made{line, unsigned(ops), 0, 0, false};
  made.isOpen |= addBytes(kernel.getInputs().getTypes(), made.read);
  made.isOpen |= addBytes(kernel.getOutputs().getTypes(), made.written);
  text.kernels.push_back(made);
}

} // namespace

ProgramText textOf(Operation *program, ValueNames &names, bool isValid) {
  ProgramText text;
  const Lines lineOf = print(program, names, text.lines);
  program->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto at = lineOf.find(op); at != lineOf.end())
      text.places.emplace_back(at->second, op->getLoc());
  });
  if (!isValid)
    return text;
  addNests(program, lineOf, text);
  program->walk([&](func::FuncOp function) { addStacks(function, lineOf, text); });
  program->walk<WalkOrder::PreOrder>(
      [&](code::KernelOp kernel) { addKernel(kernel, lineOf.lookup(kernel), text); });
  return text;
}

} // namespace cotan
