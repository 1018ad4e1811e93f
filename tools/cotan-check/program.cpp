#include "program.h"

#include "printed.h"

#include "cotan/driver/resolve_functions.h"
#include "cotan/ir/rules/complex_parts.h"
#include "cotan/transforms/decompose.h"

#include "mlir/Parser/Parser.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace cotan::check {
namespace {

bool needsDecomposition(ModuleOp module) {
  return module
      .walk([](Operation *op) {
        bool unknown = (isa<Decomposable>(op) && !isa<Evaluable>(op)) || isOfComplexParts(op);
        return unknown ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

} // namespace

Program Program::isolate(func::FuncOp function) {
  SetVector<func::FuncOp> needed;
  needed.insert(function);
  for (size_t i = 0; i < needed.size(); ++i) {
    func::FuncOp caller = needed[i];
    auto uses = SymbolTable::getSymbolUses(caller.getOperation());
    for (SymbolTable::SymbolUse use : *uses)
      if (auto callee =
              SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(caller, use.getSymbolRef()))
        needed.insert(callee);
  }
  OwningOpRef<ModuleOp> module = ModuleOp::create(function.getLoc());
  for (func::FuncOp each : needed)
    module->push_back(each.clone());
  return Program(std::move(module), function.getName());
}

FailureOr<Program> Program::parse(StringRef text, func::FuncOp function) {
  ParserConfig config(function.getContext());
  auto module = parseSourceString<ModuleOp>(text, config);
  if (!module)
    return failure();
  Program program(std::move(module), function.getName());
  if (program.function())
    return program;
  return program.module().emitError("function '") << function.getName() << "' is lost";
}

Program Program::clone() const {
  return Program(OwningOpRef<ModuleOp>(cast<ModuleOp>(module()->clone())), name);
}

func::FuncOp Program::function() const { return module().lookupSymbol<func::FuncOp>(name); }

void Program::eraseChecks() const {
  module().walk([](Operation *op) {
    if (op->getName().getDialectNamespace() == "check")
      op->erase();
  });
}

std::string Program::print(bool generic) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  OpPrintingFlags flags;
  if (generic)
    flags.printGenericOpForm();
  module().print(os, flags);
  return text;
}

FailureOr<Program> Program::runnable() const {
  Program copy = clone();
  if (needsDecomposition(copy.module()) && failed(decompose(copy.module())))
    return failure();
  return copy;
}

FailureOr<Interpreter *> Program::interpreter() const {
  OperationFingerPrint now(module());
  if (laidOut && laidOut->original == now)
    return &laidOut->interpreter;
  std::unique_ptr<Program> copy;
  if (needsDecomposition(module())) {
    FailureOr<Program> made = runnable();
    if (failed(made))
      return failure();
    copy = std::make_unique<Program>(std::move(*made));
  }
  Interpreter interpreter((copy ? *copy : *this).function(), resolveForInterpreter);
  laidOut = std::make_unique<LaidOut>(now, std::move(copy), std::move(interpreter));
  return &laidOut->interpreter;
}

FailureOr<Arrays> Program::run(ArrayRef<Array> inputs, RunStatistics *statistics) const {
  takePrinted(); // of runs before
  FailureOr<Interpreter *> code = interpreter();
  if (failed(code))
    return failure();
  return (*code)->run(inputs, limits, statistics);
}

} // namespace cotan::check
