#include "cotan/codegen/overwrite.h"

#include "cotan/codegen/kernel.h"
#include "cotan/codegen/tensor_type.h"
#include "cotan/ir/interfaces/op_interfaces.h"

using namespace mlir;

namespace cotan {
namespace {

/// Where the values of a kernel are read, as axes of its space.
class ReadPlaces {
public:
  explicit ReadPlaces(code::KernelOp kernel)
      : space(kernel), identity(llvm::to_vector(llvm::seq<int64_t>(0, space.rank()))) {
    Block &body = kernel.getBody().front();
    for (Value yielded : body.getTerminator()->getOperands())
      if (isWhole(yielded))
        add(yielded, identity);
    for (Operation &op : llvm::reverse(body.without_terminator()))
      for (OpOperand &operand : op.getOpOperands())
        add(operand.get(), placeOf(operand));
  }

  bool isWhole(Value value) const {
    return tensorType(value).getShape() == tensorType(space.value).getShape();
  }
  bool isReadInPlace(Value value) const {
    auto found = places.find(value);
    return isWhole(value) && found != places.end() && found->second == identity;
  }

private:
  Follows placeOf(OpOperand &operand) const {
    Operation *op = operand.getOwner();
    if (isa<Reducing>(op))
      return identity;
    auto result = places.find(op->getResult(0));
    Follows local = cast<Lowerable>(op).follows(operand.getOperandNumber());
    if (!local || op->getNumResults() != 1 || result == places.end() || !result->second)
      return std::nullopt;
    Follows place = SmallVector<int64_t>();
    for (int64_t axis : *local)
      place->push_back(axis < 0 ? -1 : (*result->second)[axis]);
    return place;
  }

  /// Values that are read in two ways have no place.
  void add(Value value, const Follows &place) {
    auto [entry, isNew] = places.insert({value, place});
    if (!isNew && entry->second != place)
      entry->second = std::nullopt;
  }

  KernelSpace space;
  SmallVector<int64_t> identity;
  DenseMap<Value, Follows> places;
};

/// How many reductions, one after the other, `value` waits for; with a null value the most there
/// are.
unsigned levelOf(code::KernelOp kernel, Value value) {
  KernelSpace space(kernel);
  DenseMap<Value, unsigned> levels;
  unsigned most = 0;
  for (Operation &op : kernel.getBody().front().without_terminator()) {
    unsigned level = 0;
    for (Value operand : op.getOperands())
      level = std::max(level, levels.lookup(operand));
    level += isa<Reducing>(op) && !llvm::is_contained(space.totals, &op);
    most = std::max(most, level);
    for (Value result : op.getResults())
      levels[result] = level;
  }
  return value ? levels.lookup(value) : most;
}

} // namespace

bool isReadInPlace(code::KernelOp kernel, unsigned i) {
  return !kernel.getByRows() && ReadPlaces(kernel).isReadInPlace(kernel.getBody().getArgument(i));
}

SmallVector<unsigned> overwritableInputs(code::KernelOp kernel, unsigned result) {
  if (kernel.getByRows()) // a number of the row may be read after others are stored
    return {};
  Value yielded = kernel.getBody().front().getTerminator()->getOperand(result);
  ReadPlaces places(kernel);
  // What is stored before the last pass would be read again by the next.
  if (!places.isWhole(yielded) || levelOf(kernel, yielded) != levelOf(kernel, nullptr))
    return {};
  SmallVector<unsigned> inputs;
  for (BlockArgument input : kernel.getBody().front().getArguments())
    if (places.isReadInPlace(input) &&
        tensorType(input).getElementTypeBitWidth() == tensorType(yielded).getElementTypeBitWidth())
      inputs.push_back(input.getArgNumber());
  return inputs;
}

} // namespace cotan
