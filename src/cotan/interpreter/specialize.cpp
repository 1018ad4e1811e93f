#include "cotan/interpreter/specialize.h"

#include "cotan/ir/fn/fn.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;

namespace cotan::interpreter {
namespace {

/// The types of what a function value holds.
SmallVector<Type> operandTypes(const FunctionValue &function) {
  SmallVector<Type> types(function.maker->getOperandTypes());
  if (function.isPullback)
    llvm::append_range(types, cast<fn::FunctionType>(types[0]).getInputs());
  return types;
}

fn::FunctionType typeOf(const FunctionValue &function) {
  auto type = cast<fn::FunctionType>(function.maker->getResult(0).getType());
  return function.isPullback ? cast<fn::FunctionType>(type.getResults().back()) : type;
}

const FunctionRef *functionIn(const Slot &slot) { return std::get_if<FunctionRef>(&slot); }

} // namespace

CallTerms::CallTerms(const FunctionRef &function, ArrayRef<Slot> arguments) {
  addAll(function);
  applied.push_back(known.at(function.get()));
  for (auto [slot, type] : llvm::zip_equal(arguments, typeOf(*function).getInputs())) {
    if (const FunctionRef *inner = functionIn(slot)) {
      addAll(*inner);
      applied.push_back(known.at(inner->get()));
    } else {
      applied.push_back(addArray(std::get<Array>(slot), type));
    }
  }
}

unsigned CallTerms::addArray(const Array &array, Type type) {
  terms.push_back({nullptr, type, {}});
  leaves.push_back(array);
  return terms.size() - 1;
}

/// Adds the function after those it is made of.
void CallTerms::addAll(const FunctionRef &root) {
  SmallVector<const FunctionValue *> waiting = {root.get()};
  while (!waiting.empty()) {
    const FunctionValue *function = waiting.back();
    const size_t before = waiting.size();
    for (const Slot &slot : function->operands())
      if (const FunctionRef *inner = functionIn(slot); inner && !known.contains(inner->get()))
        waiting.push_back(inner->get());
    if (waiting.size() > before)
      continue;
    waiting.pop_back();
    if (known.contains(function))
      continue;
    SmallVector<unsigned, 4> operands;
    for (auto [slot, type] : llvm::zip_equal(function->operands(), operandTypes(*function))) {
      const FunctionRef *inner = functionIn(slot);
      operands.push_back(inner ? known.at(inner->get()) : addArray(std::get<Array>(slot), type));
    }
    known[function] = terms.size();
    terms.push_back({function, typeOf(*function), operands});
  }
}

std::string CallTerms::key() const {
  std::string key;
  auto add = [&](const void *pointer) {
    key.append(reinterpret_cast<const char *>(&pointer), sizeof(pointer));
  };
  for (const Term &term : terms) {
    add(term.function ? term.function->maker : nullptr);
    add(term.type.getAsOpaquePointer());
    for (unsigned operand : term.operands)
      key += std::to_string(operand) + ",";
  }
  for (unsigned term : applied)
    key += ";" + std::to_string(term);
  return key;
}

OwningOpRef<ModuleOp> CallTerms::write(func::FuncOp &function) const {
  const FunctionValue &callee = *terms[applied[0]].function;
  OwningOpRef<ModuleOp> module = callee.maker->getParentOfType<ModuleOp>().clone();
  const Location loc = callee.maker->getLoc();
  SmallVector<Type> types;
  for (const Term &term : terms)
    if (!term.function)
      types.push_back(term.type);
  const fn::FunctionType type = typeOf(callee);
  function = func::FuncOp::create(
      loc, "specialized", mlir::FunctionType::get(type.getContext(), types, type.getResults()));
  SymbolTable(*module).insert(function);
  OpBuilder builder = OpBuilder::atBlockEnd(function.addEntryBlock());
  SmallVector<Value> values;
  unsigned numArguments = 0;
  for (const Term &term : terms) {
    if (!term.function) {
      values.push_back(function.getArgument(numArguments++));
      continue;
    }
    Operation *maker = term.function->maker;
    auto operands = llvm::map_to_vector(term.operands, [&](unsigned i) { return values[i]; });
    IRMapping mapping;
    mapping.map(maker->getOperands(), ArrayRef(operands).take_front(maker->getNumOperands()));
    Value made = builder.clone(*maker, mapping)->getResult(0);
    if (term.function->isPullback)
      made = fn::ApplyOp::create(builder, loc, cast<fn::FunctionType>(made.getType()).getResults(),
                                 made, ArrayRef(operands).drop_front())
                 .getResults()
                 .back();
    values.push_back(made);
  }
  auto arguments =
      llvm::map_to_vector(ArrayRef(applied).drop_front(), [&](unsigned i) { return values[i]; });
  auto apply = fn::ApplyOp::create(builder, loc, type.getResults(), values[applied[0]], arguments);
  func::ReturnOp::create(builder, loc, apply.getResults());
  return module;
}

} // namespace cotan::interpreter
