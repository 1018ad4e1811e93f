#include "cotan/translate/source_names.h"

#include "mlir/IR/Location.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace cotan::forms {
namespace {

bool isOfName(char c) { return llvm::isAlnum(c) || c == '_'; }

/// The name `%x` that `text` ends with, before a `:2` and an `=`.
StringRef nameAtEnd(StringRef text) {
  text = text.rtrim();
  if (!text.consume_back("="))
    return "";
  text = text.rtrim();
  StringRef counted = text.rtrim("0123456789");
  if (counted.consume_back(":"))
    text = counted;
  const size_t sign = text.rfind('%');
  StringRef name = sign == StringRef::npos ? "" : text.drop_front(sign + 1);
  return llvm::all_of(name, isOfName) ? name : "";
}

} // namespace

SourceNames::SourceNames(StringRef text) {
  SmallVector<StringRef> found;
  text.split(found, '\n');
  lines.assign(found.begin(), found.end());
}

SourceNames::Place SourceNames::placeOf(Location location) const {
  auto place = dyn_cast<FileLineColLoc>(location);
  if (!place || place.getLine() == 0 || place.getLine() > lines.size() || place.getColumn() == 0)
    return {};
  StringRef line = lines[place.getLine() - 1];
  const size_t column = std::min<size_t>(place.getColumn() - 1, line.size());
  return {line.take_front(column), line.drop_front(column)};
}

std::string SourceNames::of(Value value) const {
  auto [before, from] = placeOf(value.getLoc());
  // What a pass has made in the place of an operation is at its place, but has another name.
  Operation *op = value.getDefiningOp();
  const bool isWritten = !op || from.starts_with(op->getName().getStringRef()) ||
                         from.starts_with(op->getName().stripDialect());
  StringRef name = isWritten ? nameAtEnd(before) : "";
  if (!op && from.consume_front("%"))
    name = from.take_while(isOfName);
  // MLIR's printer calls values %0, %1, ..., which says nothing.
  return llvm::all_of(name, llvm::isDigit) ? "" : name.str();
}

} // namespace cotan::forms
