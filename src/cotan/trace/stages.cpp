#include "cotan/trace/stages.h"

#include "cotan/driver/program_compiler.h"
#include "cotan/ir/types.h"
#include "cotan/ops/op_rules.h"
#include "cotan/trace/context.h"
#include "cotan/trace/error.h"

#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace cotan::trace {

OwnedProgram closed(const TracedFunction &function) {
  During inside(Work::compiling);
  if (!function.isClosed())
    throw ct::Error(currentPlace() + "the function uses traced tensors of another one, so it is no "
                                     "program of its own; pass them as arguments");
  OwnedProgram copy = function.copy();
  func::FuncOp program = copy.function();
  Block &body = program.getBody().front();
  OpBuilder ops = OpBuilder::atBlockBegin(&body);
  RuleBuilder rules(ops, program.getLoc());
  const unsigned first = function.arguments().size();
  for (auto [i, tensor] : llvm::enumerate(function.captures())) {
    BlockArgument argument = body.getArgument(first + i);
    auto type = cast<RankedTensorType>(argument.getType());
    argument.replaceAllUsesWith(rules.constant(toAttribute(*tensor->array, type)).value());
  }
  const unsigned count = function.captures().size();
  body.eraseArguments(first, count);
  SmallVector<Type> types(body.getArgumentTypes());
  program.setType(ops.getFunctionType(types, program.getResultTypes()));
  return copy;
}

static void printCode(func::FuncOp function, TimingScope &timing, raw_ostream &stream) {
  auto target = hostTarget();
  if (!target)
    throw ct::Error(llvm::toString(target.takeError()));
  FailureOr<ProgramCode> code;
  orThrowOnBigStack([&] {
    code = emitCode(function, *target, timing);
    return LogicalResult(code);
  });
  code->module->print(stream, nullptr);
}

std::string textOf(const TracedFunction &function, StringRef stage) {
  During inside(Work::compiling);
  std::string text;
  llvm::raw_string_ostream stream(text);
  OwnedProgram copy = stage == "traced" ? closed(function) : function.copy();
  func::FuncOp program = copy.function();
  TimingScope untimed;
  if (stage == "llvm") {
    printCode(program, untimed, stream);
    return text;
  }
  if (stage == "fused")
    orThrowOnBigStack([&] { return prepareForCode(program, untimed); });
  else if (stage != "traced")
    throw ct::ValueError(currentPlace() + "there is no stage '" + stage.str() +
                         "' of a program; choose traced, fused or llvm");
  copy.module->print(stream);
  return text;
}

} // namespace cotan::trace
