#include "cotan/driver/op_reference.h"

#include "cotan/ir/interfaces/op_interfaces.h"

#include "mlir/IR/Operation.h"

using namespace mlir;

namespace cotan {
namespace {

StringRef familyOf(const OpDocumentation &documentation) {
  return documentation.source.rsplit('/').first.rsplit('/').second;
}

/// Forward mode asks for a rule first, then for a trait it can derive one from.
StringRef forwardRule(RegisteredOperationName op) {
  if (op.hasInterface<ForwardDifferentiable>())
    return "rule";
  if (op.hasTrait<ZeroDerivative>())
    return "zero";
  if (op.hasTrait<Linear>())
    return "linear";
  if (op.hasTrait<Multilinear>())
    return "multilinear";
  return op.hasTrait<Elementwise>() && op.hasInterface<Differentiable>() ? "elementwise" : "-";
}

OpEntry describe(const OpDocumentation &documentation, MLIRContext &context) {
  OpEntry entry{&documentation, familyOf(documentation), "-", "-", "-", "-"};
  auto op = RegisteredOperationName::lookup(documentation.name, &context);
  if (documentation.name.starts_with(
          "flow.")) { // the language itself: no rules, every pass knows it
    entry.evaluate = entry.vjp = "built in";
    bool isReverseOnly = op && op->hasInterface<Differentiable>(); // a call with a rule of its own
    entry.jvp = isReverseOnly ? "-" : "built in";
    return entry;
  }
  if (!op)
    return entry;
  if (op->hasInterface<Evaluable>())
    entry.evaluate = "rule";
  if (op->hasInterface<Differentiable>())
    entry.vjp = "rule";
  else if (op->hasTrait<ZeroDerivative>())
    entry.vjp = "zero";
  if (op->hasInterface<Decomposable>())
    entry.decompose = "rule";
  entry.jvp = forwardRule(*op);
  return entry;
}

std::string oneLine(StringRef text) {
  std::string line;
  for (char c : text)
    line += c == '\n' ? ' ' : c;
  size_t place = 0;
  while ((place = line.find('|', place)) != std::string::npos) {
    line.insert(place, "\\");
    place += 2;
  }
  return line;
}

void writeTable(ArrayRef<OpEntry> entries, llvm::raw_ostream &os) {
  os << "| op | summary | evaluate | vjp | jvp | decompose |\n| --- | --- | --- | --- | --- | --- "
        "|\n";
  for (const OpEntry &entry : entries)
    os << "| `" << entry.name() << "` | " << oneLine(entry.documentation->summary) << " | "
       << entry.evaluate << " | " << entry.vjp << " | " << entry.jvp << " | " << entry.decompose
       << " |\n";
}

void writeOp(const OpEntry &entry, llvm::raw_ostream &os) {
  const OpDocumentation &op = *entry.documentation;
  os << "### `" << op.name << "`\n\n" << op.summary << "\n\n" << op.description << "\n\n";
  SmallVector<StringRef> lines;
  op.signature.split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef line : lines)
    os << "- " << line << '\n';
  os << "\nDefined in `" << op.source << "`.\n\n";
}

} // namespace

std::vector<OpEntry> opReference(MLIRContext &context) {
  context.loadAllAvailableDialects();
  std::vector<OpEntry> entries;
  for (const OpDocumentation &documentation : opDocumentation())
    entries.push_back(describe(documentation, context));
  llvm::sort(entries, [](const OpEntry &a, const OpEntry &b) {
    return std::pair(a.family, a.documentation) < std::pair(b.family, b.documentation);
  });
  return entries;
}

std::string opReferenceMarkdown(ArrayRef<OpEntry> entries) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "# Operators\n\n"
        "Written by `cotan ops --markdown`; a test checks that it is current.\n"
        "An op's value comes from `evaluate`, its derivatives from `vjp` (reverse mode) and `jvp`\n"
        "(forward mode, by a rule or from a trait), its meaning in simpler ops from "
        "`decompose`.\n\n";
  while (!entries.empty()) {
    StringRef family = entries.front().family;
    auto group = entries.take_while([&](const OpEntry &entry) { return entry.family == family; });
    entries = entries.drop_front(group.size());
    os << "## " << family << "\n\n";
    writeTable(group, os);
    os << '\n';
    for (const OpEntry &entry : group)
      writeOp(entry, os);
  }
  return StringRef(text).rtrim().str() + "\n";
}

} // namespace cotan
