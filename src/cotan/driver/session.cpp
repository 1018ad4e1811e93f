#include "cotan/driver/session.h"

#include "cotan/driver/bytecode.h"
#include "cotan/driver/no_memory.h"
#include "cotan/driver/registry.h"
#include "cotan/support/nearest.h"
#include "cotan/support/nesting.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;

namespace cotan {

Session::Session(llvm::raw_ostream &errors) : errorStream(errors) {
  throwWithoutMemory();
  DialectRegistry registry;
  registerEverything(registry);
  // One thread: worker threads have small stacks, and MLIR recurses over nesting.
  mlirContext = std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  mlirContext->loadAllAvailableDialects(); // passes make ops the source does not hold
  mlirContext->printOpOnDiagnostic(false); // the line of the source says it better
  diagnostics = std::make_unique<SourceMgrDiagnosticHandler>(sources, mlirContext.get(), errors);
}

Session::~Session() = default;

void Session::showRemarks() {
  remark::RemarkCategories categories;
  categories.passed = ".*";
  (void)remark::enableOptimizationRemarks(
      *mlirContext, nullptr, std::make_unique<remark::RemarkEmittingPolicyAll>(), categories,
      /*printAsEmitRemarks=*/true);
}

LogicalResult Session::fail(const llvm::Twine &message) {
  llvm::WithColor::error(errorStream) << message << '\n';
  return failure();
}

LogicalResult Session::fail(llvm::Error error) { return fail(llvm::toString(std::move(error))); }

LogicalResult Session::load(StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(path);
  if (std::error_code code = buffer.getError())
    return fail("cannot read '" + path + "': " + code.message());
  return parse(std::move(*buffer));
}

LogicalResult Session::loadText(StringRef written, StringRef name) {
  return parse(llvm::MemoryBuffer::getMemBufferCopy(written, name));
}

LogicalResult Session::checkSourceNesting(const llvm::MemoryBuffer &source) {
  auto offset = findNestingBeyond(source.getBuffer(), maxNesting);
  if (!offset)
    return success();
  auto location = llvm::SMLoc::getFromPointer(source.getBufferStart() + *offset);
  sources.PrintMessage(errorStream, location, llvm::SourceMgr::DK_Error,
                       "brackets are nested more than " + llvm::Twine(maxNesting) +
                           " deep, which is the limit");
  return failure();
}

LogicalResult Session::parse(std::unique_ptr<llvm::MemoryBuffer> buffer) {
  const llvm::MemoryBuffer &source = *buffer;
  sources.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  bool isText = !isBytecode(source.getMemBufferRef());
  if (isText && failed(checkSourceNesting(source)))
    return failure();
  text = isText ? source.getBuffer() : "";
  if (llvm::Error error = checkBytecode(source.getBuffer()))
    return fail(source.getBufferIdentifier() + ": " + llvm::toString(std::move(error)));
  program = parseSourceFile<ModuleOp>(sources, ParserConfig(mlirContext.get()));
  if (!program)
    return failure();
  return checkNesting(*program);
}

FailureOr<func::FuncOp> Session::findEntry(StringRef name) {
  SmallVector<func::FuncOp> functions, candidates;
  SmallVector<StringRef> names;
  for (auto function : program->getOps<func::FuncOp>()) {
    if (function.isExternal())
      continue;
    functions.push_back(function);
    names.push_back(function.getName());
    if (function.isPublic() && (name.empty() || function.getName() == name))
      candidates.push_back(function);
  }
  StringRef wanted = name.empty() ? "main" : name;
  for (func::FuncOp function : functions)
    if (function.getName() == wanted)
      return function;
  if (name.empty() && candidates.size() == 1)
    return candidates.front();
  if (names.empty())
    return fail("the program has no function with a body");
  std::string list = "it has " + llvm::join(names, ", ");
  if (name.empty())
    return fail("the program has no `main` and not exactly one public function; choose one with "
                "--entry: " +
                list);
  return fail("the program has no function '" + name + "' with a body (" + list + ")" +
              didYouMean(name, names));
}

LogicalResult checkNesting(Operation *root) {
  SmallVector<std::pair<Operation *, size_t>> open = {{root, 0}};
  while (!open.empty()) {
    auto [op, depth] = open.pop_back_val();
    if (depth > maxNesting)
      return op->emitError("regions are nested more than ")
             << maxNesting << " deep, which is the limit";
    for (Region &region : op->getRegions())
      for (Operation &inner : region.getOps())
        if (inner.getNumRegions() != 0)
          open.emplace_back(&inner, depth + 1);
  }
  return success();
}

} // namespace cotan
