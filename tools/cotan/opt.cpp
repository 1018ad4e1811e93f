// `cotan opt`, also the program cotan-opt: MLIR's optimizer driver with Cotan's dialects and
// passes.
#include "command.h"

#include "cotan/driver/bytecode.h"
#include "cotan/driver/passes.h"
#include "cotan/driver/registry.h"
#include "cotan/driver/view/page.h"
#include "cotan/support/nesting.h"
#include "cotan/support/output_file.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;

namespace cotan::tool {
namespace {

llvm::cl::opt<std::string> tracePath(
    "trace", llvm::cl::value_desc("page.html"),
    llvm::cl::desc("Write a page that shows the program after each pass, to open in a browser"));

/// Of what bytecode may hold; resources in it lie at multiples of theirs.
constexpr size_t bytecodeAlignment = 4096;

int fail(const llvm::Twine &message) {
  llvm::WithColor::error() << message << '\n';
  return exitFailed;
}

/// MLIR's driver writes bytecode without a checksum: reads it once more to write it with one.
FailureOr<std::string> sealed(StringRef bytes, const MlirOptMainConfig &config,
                              const DialectRegistry &registry) {
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.allowUnregisteredDialects(config.shouldAllowUnregisteredDialects());
  auto aligned = llvm::WritableMemoryBuffer::getNewUninitMemBuffer(bytes.size(), "bytecode",
                                                                   llvm::Align(bytecodeAlignment));
  llvm::copy(bytes, aligned->getBufferStart());
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(aligned), {});
  auto program =
      parseSourceFile<ModuleOp>(sources, ParserConfig(&context, /*verifyAfterParse=*/false));
  if (!program)
    return failure();
  return writeBytecode(*program, {.version = config.bytecodeVersionToEmit(),
                                  .elideResources = config.shouldElideResourceDataFromBytecode()});
}

/// Text that nests deeper than the stack allows is refused before the parser sees it.
bool isTooDeep(const llvm::MemoryBuffer &source) {
  if (isBytecode(source.getMemBufferRef()))
    return false;
  auto offset = findNestingBeyond(source.getBuffer(), maxNesting);
  if (!offset)
    return false;
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(source.getMemBufferRef(), /*RequiresNullTerminator=*/false),
      {});
  sources.PrintMessage(
      llvm::SMLoc::getFromPointer(source.getBufferStart() + *offset), llvm::SourceMgr::DK_Error,
      "brackets are nested more than " + llvm::Twine(maxNesting) + " deep, which is the limit");
  return true;
}

LogicalResult optimize(llvm::raw_ostream &output, std::unique_ptr<llvm::MemoryBuffer> source,
                       DialectRegistry &registry, const MlirOptMainConfig &config) {
  if (!config.shouldEmitBytecode())
    return MlirOptMain(output, std::move(source), registry, config);
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  if (failed(MlirOptMain(stream, std::move(source), registry, config)))
    return failure();
  if (bytes.empty())
    return success();
  FailureOr<std::string> program = sealed(bytes, config, registry);
  if (succeeded(program))
    output << *program;
  return program;
}

/// The same, and a page about it, even of passes that fail.
LogicalResult optimizeTraced(llvm::raw_ostream &output, std::unique_ptr<llvm::MemoryBuffer> source,
                             DialectRegistry &registry, const MlirOptMainConfig &config) {
  // Only this file: a location may name any other.
  const std::string file = source->getBufferIdentifier().str();
  const std::string text = isBytecode(source->getMemBufferRef()) ? "" : source->getBuffer().str();
  ProgramTrace trace(
      file, [&](StringRef name) { return name == file ? std::optional(text) : std::nullopt; });
  MlirOptMainConfig traced = config;
  traced.setPassPipelineSetupFn([&](PassManager &passes) {
    trace.watch(passes);
    return config.setupPassPipeline(passes);
  });
  const LogicalResult result = optimize(output, std::move(source), registry, traced);
  if (trace.isEmpty()) // no program was read
    return result;
  if (llvm::Error error = writeFile(tracePath, pageOf(trace)))
    return fail(llvm::toString(std::move(error))), failure();
  return result;
}

} // namespace

int optimizerMain(int argc, char **argv, const char *name) {
  DialectRegistry registry;
  registerEverything(registry);
  registerPasses();
  // One thread: worker threads have small stacks, and passes recurse over nesting.
  static char oneThread[] = "--mlir-disable-threading";
  SmallVector<char *> arguments(argv, argv + argc);
  std::string program = name; // for the usage line
  arguments[0] = program.data();
  if (llvm::none_of(arguments,
                    [](StringRef word) { return word.contains("mlir-disable-threading"); }))
    arguments.push_back(oneThread);
  auto [inputName, outputName] =
      registerAndParseCLIOptions(arguments.size(), arguments.data(),
                                 std::string("Cotan's optimizer driver: ") + name, registry);

  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  if (config.shouldShowDialects() || config.shouldListPasses()) // no program is read
    return asMainReturnCode(MlirOptMain(argc, argv, inputName, outputName, registry));
  std::string message;
  auto source = openInputFile(inputName, &message);
  if (!source)
    return fail(message);
  if (isTooDeep(*source))
    return exitFailed;
  if (llvm::Error error = checkBytecode(source->getBuffer()))
    return fail(source->getBufferIdentifier() + ": " + llvm::toString(std::move(error)));
  auto output = openOutputFile(outputName, &message);
  if (!output)
    return fail(message);
  auto work = tracePath.empty() ? optimize : optimizeTraced;
  if (failed(work(output->os(), std::move(source), registry, config)))
    return exitFailed;
  output->keep();
  return exitSucceeded;
}

} // namespace cotan::tool
