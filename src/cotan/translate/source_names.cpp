#include "cotan/translate/source_names.h"

#include "cotan/ir/flow/flow.h"

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

/// `%x, %y:2`: a name and how many results it has.
using NameGroup = std::pair<StringRef, unsigned>;

/// Those that `text` ends with, before an `=`; none if it does not.
SmallVector<NameGroup> namesAtEnd(StringRef text) {
  text = text.rtrim();
  if (!text.consume_back("="))
    return {};
  text = text.drop_front(text.find_last_not_of(namesCharacters) + 1);
  SmallVector<StringRef> parts;
  text.split(parts, ',');
  SmallVector<NameGroup> groups;
  for (StringRef part : parts) {
    auto [name, count] = part.trim().split(':');
    groups.push_back({name, 1});
    if (!groups.back().first.consume_front("%") ||
        (!count.empty() && count.getAsInteger(10, groups.back().second)))
      return {};
  }
  return groups;
}

/// The name of result `index` of `count`, or empty. Passes add results in front of those written.
StringRef nameAtEnd(StringRef text, unsigned index, unsigned count) {
  const SmallVector<NameGroup> groups = namesAtEnd(text);
  unsigned written = 0;
  for (auto &[name, number] : groups)
    written += number;
  if (written > count || index < count - written)
    return "";
  index -= count - written;
  for (auto &[name, number] : groups) {
    if (index < number)
      return name;
    index -= number;
  }
  return "";
}

} // namespace

/// Whether `op` is what the text says, or was made of it: a loop of another loop.
static bool stands(Operation *op, StringRef text) {
  const OperationName name = op->getName();
  return text.starts_with(name.getStringRef()) || text.starts_with(name.stripDialect()) ||
         (isa<flow::WhileOp>(op) && text.starts_with(flow::FlowDialect::getDialectNamespace()));
}

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
  StringRef name;
  if (auto result = dyn_cast<OpResult>(value)) {
    if (stands(result.getOwner(), from))
      name = nameAtEnd(before, result.getResultNumber(), result.getOwner()->getNumResults());
  } else if (from.consume_front("%")) {
    name = from.take_while(isOfName);
  } else { // of a block behind a branch, whose arguments are the results of the branch
    auto argument = cast<BlockArgument>(value);
    name = nameAtEnd(before, argument.getArgNumber(), argument.getOwner()->getNumArguments());
  }
  // MLIR's printer calls values %0, %1, ..., which says nothing.
  return llvm::all_of(name, llvm::isDigit) ? "" : name.str();
}

} // namespace cotan::forms
