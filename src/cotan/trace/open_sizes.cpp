#include "cotan/trace/open_sizes.h"

#include "cotan/ops/op_rules.h"
#include "cotan/trace/context.h"
#include "cotan/trace/error.h"
#include "cotan/trace/scope.h"

#include <atomic>

using namespace mlir;

namespace cotan::trace {
namespace {

/// Labels are made once in a process, so that those of different functions differ.
int64_t newLabel() {
  static std::atomic<int64_t> last = std::numeric_limits<int64_t>::min();
  return ++last;
}

} // namespace

bool haveOneType(ArrayRef<int64_t> a, ArrayRef<int64_t> b) {
  return llvm::equal(a, b, [](int64_t x, int64_t y) { return x == y || (isOpen(x) && isOpen(y)); });
}

std::optional<SmallVector<int64_t, 4>> broadcastSizes(ArrayRef<ArrayRef<int64_t>> shapes,
                                                      std::pair<int64_t, int64_t> *misfit) {
  SmallVector<int64_t, 4> sizes;
  for (ArrayRef<int64_t> other : shapes) {
    if (other.size() > sizes.size())
      sizes.insert(sizes.begin(), other.size() - sizes.size(), 1);
    for (size_t i = 0; i < other.size(); ++i) {
      int64_t &size = sizes[sizes.size() - other.size() + i];
      if (!mayBeEqual(size, other[i]) && size != 1 && other[i] != 1) {
        if (misfit)
          *misfit = {size, other[i]};
        return std::nullopt;
      }
      if (size == 1 || isOpen(size)) // an open size that meets a number is that, or 1
        size = other[i] == 1 ? size : other[i];
    }
  }
  return sizes;
}

std::string printSize(int64_t size) { return isOpen(size) ? "?" : std::to_string(size); }

int64_t OpenSizes::labelOf(Value tensor, unsigned axis) {
  int64_t label = newLabel();
  sources[label] = {tensor, axis};
  return label;
}

int64_t OpenSizes::labelOf(Value size) {
  int64_t &label = labels[size];
  if (label == 0) {
    label = newLabel();
    sources[label] = {size, {}};
  }
  return label;
}

std::optional<OpenSizes::Source> OpenSizes::find(int64_t label) const {
  auto found = sources.find(label);
  return found == sources.end() ? std::nullopt : std::optional(found->second);
}

void OpenSizes::forgetIn(Region &region) {
  if (sources.empty())
    return;
  llvm::DenseSet<Value> values; // others may be gone already, and are not looked at
  auto add = [&](Region *inner) {
    for (Block &block : *inner) {
      values.insert_range(block.getArguments());
      for (Operation &op : block)
        values.insert_range(op.getResults());
    }
  };
  add(&region);
  region.walk(
      [&](Operation *op) { llvm::for_each(llvm::make_pointer_range(op->getRegions()), add); });
  for (auto it = sources.begin(); it != sources.end();) {
    auto source = it++;
    if (values.contains(source->second.value))
      sources.erase(source);
  }
  for (Value value : values)
    labels.erase(value);
}

TensorRef sizeTensor(int64_t size) {
  if (!isOpen(size))
    return llvm::makeIntrusiveRefCnt<TensorBody>(size);
  auto [function, source] = Scope::findSize(size);
  Scope &here = *Scope::innermost();
  Value known = source.value;
  if (function != here.function) // of a function around this one
    known = here.read(*function->wrap(known));
  if (!source.axis)
    return here.wrap(known, /*isWeak=*/true);
  OpBuilder builder = here.builder();
  RuleBuilder rules(builder, currentLocation());
  int64_t axis = *source.axis;
  Expr found = squeeze(slice(rules.shapeOf(known), {axis}, {axis + 1}, {1}), {0});
  if (function == here.function)
    function->openSizes.remember(found.value(), size);
  return here.wrap(found.value(), /*isWeak=*/true);
}

TensorRef withSize(const TensorRef &tensor, unsigned axis, int64_t size) {
  SmallVector<int64_t> sizes(tensor->sizes());
  if (!isOpen(sizes[axis]) || !isLabel(size))
    return tensor;
  sizes[axis] = size;
  return llvm::makeIntrusiveRefCnt<TensorBody>(tensor->value, tensor->scope, tensor->isWeak, sizes);
}

int64_t sizeFrom(const TensorRef &size) {
  if (!size->sizes().empty() || isFloat(size->dtype))
    throw ct::TypeError(currentPlace() + "a size must be one integer, but found " +
                        describe(size->type()));
  if (!size->isTraced())
    return size->asArray().asInt();
  Scope &here = *Scope::innermost();
  return here.function->openSizes.labelOf(here.read(*size));
}

Value shapeOperand(ArrayRef<int64_t> sizes) {
  Scope &here = *Scope::innermost();
  OpBuilder builder = here.builder();
  RuleBuilder rules(builder, currentLocation());
  SmallVector<Expr> parts;
  for (int64_t size : sizes)
    if (isOpen(size)) {
      Expr number = rules(here.read(*sizeTensor(size)));
      parts.push_back(expand_dims(castTo(number, builder.getI64Type()), {0}));
    } else {
      parts.push_back(rules.integers({size}));
    }
  return rules.join(parts).value();
}

} // namespace cotan::trace
