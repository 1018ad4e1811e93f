// `cotan ops`: the op reference, as a table or for one op.
#include "command.h"

#include "cotan/driver/op_reference.h"
#include "cotan/driver/registry.h"
#include "cotan/support/nearest.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/WithColor.h"

#include <CLI/CLI.hpp>

using namespace mlir;

namespace cotan::tool {
namespace {

struct OpsOptions {
  std::string name;
  bool markdown = false;
};

void printTable(ArrayRef<OpEntry> entries) {
  size_t width = 0;
  for (const OpEntry &entry : entries)
    width = std::max(width, entry.name().size());
  auto row = [&](auto name, auto evaluate, auto vjp, auto jvp, auto decompose, auto summary) {
    llvm::outs() << "  " << llvm::left_justify(name, width) << "  "
                 << llvm::left_justify(evaluate, 8) << "  " << llvm::left_justify(vjp, 8) << "  "
                 << llvm::left_justify(jvp, 11) << "  " << llvm::left_justify(decompose, 9) << "  "
                 << summary << '\n';
  };
  StringRef family;
  row("op", "evaluate", "vjp", "jvp", "decompose", "summary");
  for (const OpEntry &entry : entries) {
    if (entry.family != family)
      llvm::outs() << entry.family << '\n';
    family = entry.family;
    row(entry.name(), entry.evaluate, entry.vjp, entry.jvp, entry.decompose,
        entry.documentation->summary);
  }
  llvm::outs() << entries.size() << " ops. `cotan ops NAME` explains one.\n";
}

void printIndented(StringRef text) {
  SmallVector<StringRef> lines;
  text.trim().split(lines, '\n');
  for (StringRef line : lines)
    llvm::outs() << (line.empty() ? "" : "    ") << line << '\n';
  llvm::outs() << '\n';
}

void printOp(const OpEntry &entry) {
  const OpDocumentation &op = *entry.documentation;
  llvm::outs() << op.name << ": " << op.summary << "\n\n";
  printIndented(op.description);
  printIndented(op.signature);
  llvm::outs() << "    family     " << entry.family << "\n    evaluate   " << entry.evaluate
               << "\n    vjp        " << entry.vjp << "\n    jvp        " << entry.jvp
               << "\n    decompose  " << entry.decompose << '\n';
  if (!op.function.empty())
    llvm::outs() << "    in rules   " << op.function << '\n';
  StringRef stem = op.source;
  stem.consume_back(".td");
  llvm::outs() << "    signature  " << op.source << '\n';
  if (entry.family != "flow")
    llvm::outs() << "    rules      " << stem << ".cpp\n    samples    " << stem << ".mlir\n";
}

/// The ops called `name`, with or without the dialect.
SmallVector<const OpEntry *> findOps(ArrayRef<OpEntry> entries, StringRef name) {
  SmallVector<const OpEntry *> found;
  for (const OpEntry &entry : entries)
    if (entry.name() == name || entry.name().split('.').second == name)
      found.push_back(&entry);
  return found;
}

int unknownOp(ArrayRef<OpEntry> entries, StringRef name) {
  SmallVector<StringRef> candidates;
  for (const OpEntry &entry : entries)
    candidates.push_back(name.contains('.') ? entry.name() : entry.name().split('.').second);
  llvm::WithColor::error() << "there is no op '" << name << "'; `cotan ops` lists all"
                           << didYouMean(name, candidates) << '\n';
  return exitFailed;
}

int showOps(const OpsOptions &options) {
  DialectRegistry registry;
  registerEverything(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  std::vector<OpEntry> entries = opReference(context);
  if (options.markdown) {
    llvm::outs() << opReferenceMarkdown(entries);
    return exitSucceeded;
  }
  if (options.name.empty()) {
    printTable(entries);
    return exitSucceeded;
  }
  auto found = findOps(entries, options.name);
  if (found.empty())
    return unknownOp(entries, options.name);
  llvm::interleave(
      found, [](const OpEntry *entry) { printOp(*entry); }, [] { llvm::outs() << '\n'; });
  return exitSucceeded;
}

constexpr const char *aboutOps =
    R"(evaluate: how the interpreter gets the value; vjp and jvp: how reverse and forward mode get the
derivative (a rule, or a trait from which it follows); decompose: whether simpler ops say what it
means. "built in" ops are the language itself, known to every pass.)";

} // namespace

void addOps(CLI::App &app, Action &action) {
  auto options = std::make_shared<OpsOptions>();
  CLI::App *command = app.add_subcommand("ops", "List the ops with their rules, or explain one");
  command->footer(std::string(aboutOps) + "\n\n" + exitCodes);
  command->add_option("NAME", options->name, "An op, as prim.tanh or tanh");
  command->add_flag("--markdown", options->markdown, "Print the whole reference as Markdown");
  command->callback([options, &action] { action = [options] { return showOps(*options); }; });
}

} // namespace cotan::tool
