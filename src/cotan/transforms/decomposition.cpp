#include "cotan/transforms/decomposition.h"

#include "mlir/IR/Builders.h"

#include <cstdlib>

using namespace mlir;

namespace cotan {
namespace {

LogicalResult read(Attribute given, bool &said) {
  auto flag = dyn_cast<BoolAttr>(given);
  if (flag)
    said = flag.getValue();
  return success(bool(flag));
}

LogicalResult read(Attribute given, std::vector<std::string> &said) {
  auto names = dyn_cast<ArrayAttr>(given);
  if (!names || !llvm::all_of(names, llvm::IsaPred<StringAttr>))
    return failure();
  for (StringAttr name : names.getAsRange<StringAttr>())
    said.push_back(name.str());
  return success();
}

LogicalResult read(NamedAttribute entry, Decomposition &said) {
  StringRef name = entry.getName();
  return name == "forward"   ? read(entry.getValue(), said.forward)
         : name == "reverse" ? read(entry.getValue(), said.reverse)
         : name == "skip"    ? read(entry.getValue(), said.skip)
         : name == "only"    ? read(entry.getValue(), said.only)
                             : failure();
}

std::vector<std::string> namesIn(const char *variable) {
  const char *text = std::getenv(variable);
  SmallVector<StringRef> parts;
  StringRef(text ? text : "").split(parts, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  std::vector<std::string> names;
  for (StringRef part : parts)
    names.push_back(part.trim().str());
  return names;
}

} // namespace

FailureOr<Decomposition> Decomposition::of(func::FuncOp program) {
  Decomposition said;
  Attribute given = program->getAttr(decompositionName);
  if (!given)
    return said;
  auto entries = dyn_cast<DictionaryAttr>(given);
  if (entries &&
      llvm::all_of(entries, [&](NamedAttribute entry) { return succeeded(read(entry, said)); }))
    return said;
  return program.emitError("'") << decompositionName << "' is " << given
                                << "; it says {forward = true, reverse = true, skip = [\"...\"], "
                                   "only = [\"...\"]}, or some of these";
}

std::optional<Decomposition> Decomposition::ofEnvironment() {
  Decomposition said;
  said.skip = namesIn("COTAN_SKIP_DECOMPOSITION");
  said.only = namesIn("COTAN_ONLY_DECOMPOSE");
  if (said.skip.empty() && said.only.empty())
    return std::nullopt;
  return said;
}

void Decomposition::attachTo(func::FuncOp program) const {
  Builder builder(program.getContext());
  NamedAttrList entries;
  auto names = [&](ArrayRef<std::string> list) {
    return builder.getStrArrayAttr(llvm::to_vector_of<StringRef>(list));
  };
  if (!forward)
    entries.append("forward", builder.getBoolAttr(false));
  if (!reverse)
    entries.append("reverse", builder.getBoolAttr(false));
  if (!skip.empty())
    entries.append("skip", names(skip));
  if (!only.empty())
    entries.append("only", names(only));
  if (!entries.empty())
    program->setAttr(decompositionName, entries.getDictionary(program.getContext()));
}

} // namespace cotan
