#include "source_file.h"

#include "cotan/driver/bytecode.h"
#include "cotan/driver/registry.h"

#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;

namespace cotan::check {
namespace {

const DialectRegistry &allDialects() {
  static const DialectRegistry registry = [] {
    DialectRegistry all;
    registerEverything(all);
    return all;
  }();
  return registry;
}

bool isNameCharacter(char c) { return llvm::isAlnum(c) || c == '_' || c == '$' || c == '.'; }

/// The word behind the `%` at this place of the text.
std::string nameAt(StringRef text, unsigned line, unsigned column) {
  for (; line > 1; --line)
    text = text.split('\n').second;
  text = text.drop_front(std::min<size_t>(column - 1, text.size()));
  return text.consume_front("%") ? text.take_while(isNameCharacter).str() : "";
}

} // namespace

SourceFile::SourceFile(const DialectRegistry &registry)
    : mlirContext(registry, MLIRContext::Threading::DISABLED) {
  mlirContext.loadAllAvailableDialects();
  mlirContext.printOpOnDiagnostic(false);
}

std::unique_ptr<SourceFile> SourceFile::read(const std::string &path, std::string &error) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer) {
    error = "error: cannot read '" + path + "': " + buffer.getError().message() + "\n";
    return nullptr;
  }
  return parse((*buffer)->getBuffer().str(), path, error);
}

std::unique_ptr<SourceFile> SourceFile::parse(std::string text, StringRef name,
                                              std::string &error) {
  std::unique_ptr<SourceFile> file(new SourceFile(allDialects()));
  file->text = std::move(text);
  DiagnosticText diagnostics(file->mlirContext);
  if (llvm::Error problem = checkBytecode(file->text)) {
    error = (name + ": " + llvm::toString(std::move(problem)) + "\n").str();
    return nullptr;
  }
  file->module = parseSourceString<ModuleOp>(file->text, ParserConfig(&file->mlirContext), name);
  if (!file->module) {
    error = diagnostics.take();
    return nullptr;
  }
  for (auto function : file->module->getOps<func::FuncOp>())
    if (!function.isExternal() && !function.isPrivate())
      file->samples.push_back(function);
  return file;
}

std::vector<std::string> SourceFile::argumentNames(func::FuncOp function) const {
  std::vector<std::string> names;
  for (BlockArgument argument : function.getArguments()) {
    auto place = argument.getLoc()->findInstanceOf<FileLineColLoc>();
    names.push_back(place ? nameAt(text, place.getLine(), place.getColumn()) : "");
  }
  return names;
}

DiagnosticText::DiagnosticText(MLIRContext &context)
    : handler(&context, [this](Diagnostic &diagnostic) {
        text += printPlace(diagnostic.getLocation()) + ": " + diagnostic.str() + "\n";
        for (Diagnostic &note : diagnostic.getNotes())
          text += "  " + printPlace(note.getLocation()) + ": " + note.str() + "\n";
      }) {}

std::string printPlace(Location loc) {
  if (auto place = loc->findInstanceOf<FileLineColLoc>())
    return place.getFilename().str() + ":" + std::to_string(place.getLine());
  return "unknown place";
}

} // namespace cotan::check
