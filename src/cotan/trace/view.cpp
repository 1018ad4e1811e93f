#include "cotan/trace/view.h"

#include "cotan/driver/view/code_trace.h"
#include "cotan/driver/view/page.h"
#include "cotan/ir/types.h"
#include "cotan/trace/error.h"
#include "cotan/trace/stages.h"

#include "llvm/Support/MemoryBuffer.h"

#include <chrono>

using namespace mlir;

namespace cotan::trace {
namespace {

/// Python's files only: the page may be passed on, and a location may name any file.
std::optional<std::string> readPython(StringRef path) {
  if (!path.ends_with(".py"))
    return std::nullopt;
  auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  return file ? std::optional((*file)->getBuffer().str()) : std::nullopt;
}

/// How long it took.
int64_t runOnce(const Executable &executable, func::FuncOp program, const Tensors &arguments) {
  Arrays inputs;
  for (auto [argument, type] : llvm::zip_equal(arguments, program.getArgumentTypes()))
    inputs.push_back(argument->arrayAs(*dtypeOf(getElementTypeOrSelf(type))));
  const auto start = std::chrono::steady_clock::now();
  orThrowOnBigStack([&] { return LogicalResult(executable.run(std::move(inputs))); });
  return std::chrono::nanoseconds(std::chrono::steady_clock::now() - start).count();
}

} // namespace

std::string viewOf(const TracedFunction &function, StringRef name,
                   const std::optional<Tensors> &arguments) {
  During inside(Work::compiling);
  OwnedProgram copy = closed(function);
  func::FuncOp program = copy.function();
  ProgramTrace trace(name.str(), readPython);
  CodeTrace code(trace);
  CompileReport report;
  report.observer = &code;
  try {
    std::unique_ptr<Executable> executable;
    orThrowOnBigStack([&] {
      auto made = Executable::compile(program, &report);
      if (succeeded(made))
        executable = std::move(*made);
      return LogicalResult(made);
    });
    trace.setRun(code.measured(0));
    if (arguments)
      trace.setRun(code.measured(runOnce(*executable, program, *arguments)));
  } catch (const ct::Interrupted &) {
    throw;
  } catch (const ct::Error &error) {
    trace.report(error.what());
  }
  return pageOf(trace);
}

} // namespace cotan::trace
