#include "cotan/translate/source_names.h"

#include "mlir/IR/Location.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace cotan::forms {
namespace {

bool isOfName(char c) { return llvm::isAlnum(c) || c == '_'; }

/// What the names of results are written with.
constexpr StringRef namesCharacters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_%:, ";

/// The name of result `index` in `%x, %y:2 =`, which `text` ends with; empty if it does not.
StringRef nameAtEnd(StringRef text, unsigned index) {
  text = text.rtrim();
  if (!text.consume_back("="))
    return "";
  text = text.drop_front(text.find_last_not_of(namesCharacters) + 1);
  SmallVector<StringRef> groups;
  text.split(groups, ',');
  for (StringRef group : groups) {
    auto [name, count] = group.trim().split(':');
    unsigned number = 1;
    if (!name.consume_front("%") || (!count.empty() && count.getAsInteger(10, number)))
      return "";
    if (index < number)
      return name;
    index -= number;
  }
  return "";
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
  // The results of a branch become arguments of the block behind it, in the same order.
  const unsigned index =
      op ? cast<OpResult>(value).getResultNumber() : cast<BlockArgument>(value).getArgNumber();
  StringRef name = isWritten ? nameAtEnd(before, index) : "";
  if (!op && from.consume_front("%"))
    name = from.take_while(isOfName);
  // MLIR's printer calls values %0, %1, ..., which says nothing.
  return llvm::all_of(name, llvm::isDigit) ? "" : name.str();
}

} // namespace cotan::forms
