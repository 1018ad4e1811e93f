#include "cotan/trace/scope.h"

#include "cotan/ir/types.h"
#include "cotan/ops/op_rules.h"
#include "cotan/trace/context.h"
#include "cotan/trace/donation.h"
#include "cotan/trace/error.h"

#include "llvm/ADT/Hashing.h"

#include <cstring>

using namespace mlir;

namespace cotan::trace {
namespace {

std::vector<std::shared_ptr<Scope>> &openScopes() {
  thread_local std::vector<std::shared_ptr<Scope>> scopes;
  return scopes;
}

} // namespace

static std::string donatedText(const TensorBody &tensor) {
  return currentPlace() + "a tensor " + describe(tensor.type()) +
         " was given away by donate_argnums of ct.jit, and its memory may hold a result now; use "
         "what the function returned, or leave the argument out of donate_argnums";
}

void refuseLeaked(ArrayRef<TensorRef> tensors) {
  for (const TensorRef &tensor : tensors)
    if (wasDonated(*tensor))
      throw UsedAfterItsEnd(donatedText(*tensor));
  throw UsedAfterItsEnd(currentPlace() +
                        "a traced tensor is used outside of the function it belongs to; return it "
                        "from there instead of storing it outside");
}

Scope *Scope::innermost() {
  auto &scopes = openScopes();
  return scopes.empty() ? nullptr : scopes.back().get();
}

size_t numOpenRegions() {
  return llvm::count_if(openScopes(), [](auto &scope) { return scope->function != scope.get(); });
}

bool isMadeHere(const TensorBody &tensor) {
  return tensor.isTraced() && (!tensor.scope->isOpen || tensor.scope.get() == Scope::innermost());
}

void Scope::checkReachable(const TensorBody &tensor) {
  if (wasDonated(tensor))
    throw UsedAfterItsEnd(donatedText(tensor));
  std::string what = currentPlace() + "a traced tensor " + describe(tensor.type());
  if (!tensor.scope->isOpen)
    throw UsedAfterItsEnd(what + " is used after the function, branch or loop body it belongs to "
                                 "has ended; return it from there instead of storing it outside");
  for (const auto &scope : openScopes())
    if (scope == tensor.scope)
      return;
  throw ct::Error(what + " is used by another thread than the one that traces its function; hand "
                         "it over as an argument");
}

Value Scope::read(const TensorBody &tensor, std::optional<DType> wanted) {
  if (tensor.isNumber()) {
    Array array = tensor.arrayAs(wanted.value_or(tensor.dtype));
    OpBuilder ops = builder();
    RuleBuilder rules(ops, UnknownLoc::get(context.get()));
    auto type = RankedTensorType::get({}, typeOf(array.dtype(), context.get()));
    return rules.constant(toAttribute(array, type)).value();
  }
  Value value = valueOf(tensor);
  return tensor.held() == tensor.dtype ? value : castTo(value, wanted.value_or(tensor.dtype));
}

Value Scope::valueOf(const TensorBody &tensor) {
  if (tensor.isTraced()) {
    checkReachable(tensor);
    if (tensor.scope->function == function)
      return tensor.value;
  }
  return function->capture(tensor);
}

Value Scope::readAs(const TensorBody &tensor, DType wanted) {
  return castTo(read(tensor, wanted), wanted);
}

Value Scope::castTo(Value value, DType dtype) {
  Type element = typeOf(dtype, context.get());
  if (cast<RankedTensorType>(value.getType()).getElementType() == element)
    return value;
  OpBuilder ops = builder();
  RuleBuilder rules(ops, currentLocation());
  return cotan::castTo(rules(value), element).value();
}

OpBuilder Scope::builder() {
  OpBuilder builder(context.get()); // a block that belongs to no operation yet knows no context
  builder.setInsertionPointToEnd(block);
  return builder;
}

TensorRef Scope::wrap(Value value, bool isWeak, ArrayRef<int64_t> sizes) {
  value = castTo(value, TensorType::of(value.getType(), isWeak).held());
  SmallVector<int64_t, 4> labelled;
  auto type = cast<RankedTensorType>(value.getType());
  for (auto [i, size] : llvm::enumerate(type.getShape())) {
    bool isKnown = i < sizes.size() && isLabel(sizes[i]);
    labelled.push_back(!ShapedType::isDynamic(size) ? size
                       : isKnown                    ? sizes[i]
                                                    : function->openSizes.labelOf(value, i));
  }
  if (type.hasStaticShape())
    labelled.clear();
  return llvm::makeIntrusiveRefCnt<TensorBody>(value, shared_from_this(), isWeak, labelled);
}

static std::optional<std::pair<FunctionScope *, OpenSizes::Source>> sourceOf(int64_t label) {
  for (const auto &scope : llvm::reverse(openScopes()))
    if (auto source = scope->function->openSizes.find(label)) {
      auto isThere = [&](const auto &open) {
        return open->block == source->value.getParentBlock();
      };
      if (llvm::any_of(openScopes(), isThere))
        return std::pair(scope->function, *source);
    }
  return std::nullopt;
}

bool Scope::knowsSize(int64_t label) { return sourceOf(label).has_value(); }

std::pair<FunctionScope *, OpenSizes::Source> Scope::findSize(int64_t label) {
  if (auto found = sourceOf(label))
    return *found;
  throw ct::Error(currentPlace() +
                  "an open size is used after the function, branch or loop body it belongs to has "
                  "ended; return what needs it from there");
}

FunctionScope::FunctionScope(func::FuncOp function, FunctionScope *main)
    : Scope(this, &function.getBody().front()), main(main ? main : this) {}

func::FuncOp FunctionScope::operation() const { return cast<func::FuncOp>(block->getParentOp()); }

/// Of the first elements, which nearly always differ if others do.
static size_t hashOfBeginning(const Array &array) {
  constexpr size_t few = 256;
  const llvm::StringRef bytes(reinterpret_cast<const char *>(array.data()),
                              std::min(few, array.bytes()));
  return llvm::hash_combine(array.dtype(), llvm::hash_combine_range(array.shape()), bytes);
}

static bool areEqual(const Array &x, const Array &y) {
  return x.dtype() == y.dtype() && x.shape() == y.shape() &&
         (x.data() == y.data() || std::memcmp(x.data(), y.data(), x.bytes()) == 0);
}

Value FunctionScope::captureNew(const TensorBody &tensor) {
  const unsigned first = block->getNumArguments() - captures.size();
  if (tensor.array && !tensor.array->isShared()) {
    auto &others = alike[hashOfBeginning(*tensor.array)];
    for (unsigned i : others)
      if (areEqual(*captures[i]->array, *tensor.array)) {
        equalToOthers.push_back(const_cast<TensorBody *>(&tensor));
        return block->getArgument(first + i);
      }
    others.push_back(captures.size());
  }
  captures.push_back(const_cast<TensorBody *>(&tensor));
  return block->addArgument(tensor.type().type(), currentLocation());
}

Value FunctionScope::capture(const TensorBody &tensor) {
  Value &argument = captured[&tensor];
  if (!argument)
    argument = captureNew(tensor);
  return argument;
}

Opened::Opened(std::shared_ptr<Scope> scope) : scope(std::move(scope)) {
  this->scope->isOpen = true;
  openScopes().push_back(this->scope);
}

Opened::~Opened() {
  scope->isOpen = false;
  openScopes().pop_back();
}

} // namespace cotan::trace
