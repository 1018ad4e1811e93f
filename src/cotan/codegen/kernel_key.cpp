#include "cotan/codegen/kernel_key.h"

using namespace mlir;

namespace cotan {
namespace {

/// Types and attributes are the same where their pointers are. Values are numbered in order.
class KeyWriter {
public:
  explicit KeyWriter(bool readsIntegers) : readsIntegers(readsIntegers) {}

  KernelKey write(code::KernelOp kernel) {
    add(kernel->getAttrDictionary());
    Block &body = kernel.getBody().front();
    define(body.getArguments());
    for (Operation &op : body)
      write(op);
    return std::move(key);
  }

private:
  void write(Operation &op) {
    assert(op.getNumRegions() == 0 && "ops of kernels are one loop's");
    add(op.getName());
    add(readsIntegers || !isInteger(op) ? op.getAttrDictionary() : DictionaryAttr());
    key.push_back(op.getNumOperands());
    for (Value operand : op.getOperands())
      key.push_back(numbers.lookup(operand));
    define(op.getResults());
  }

  void define(ValueRange values) {
    key.push_back(values.size());
    for (Value value : values) {
      numbers[value] = numbers.size() + 1;
      add(value.getType());
    }
  }

  template <typename T> void add(T unique) {
    key.push_back(reinterpret_cast<uintptr_t>(unique.getAsOpaquePointer()));
  }

  const bool readsIntegers;
  KernelKey key;
  DenseMap<Value, uintptr_t> numbers;
};

} // namespace

bool isInteger(Operation &op) {
  auto type =
      op.getNumResults() == 1 ? dyn_cast<RankedTensorType>(op.getResult(0).getType()) : nullptr;
  return type && type.getRank() == 0 && type.getElementType().isInteger() &&
         op.hasTrait<OpTrait::ConstantLike>();
}

KernelKey keyOf(code::KernelOp kernel) { return KeyWriter(/*readsIntegers=*/true).write(kernel); }

KernelKey keyWithoutIntegers(code::KernelOp kernel) {
  return KeyWriter(/*readsIntegers=*/false).write(kernel);
}

} // namespace cotan
