#include "cotan/trace/import_functions.h"

#include "mlir/IR/SymbolTable.h"

using namespace mlir;

namespace cotan::trace {

ImportedFunction::ImportedFunction(const TracedFunction &traced, ModuleOp to)
    : imported(traced.function()) {
  if (imported->getContext() != to.getContext()) {
    copied.emplace(traced.copy());
    imported = copied->function();
  }
  SmallVector<func::FuncOp> copies;
  for (auto other : imported->getParentOfType<ModuleOp>().getOps<func::FuncOp>()) {
    if (other == imported)
      continue;
    func::FuncOp copy = other.clone();
    copy.setPrivate();
    names[other.getSymNameAttr()] = SymbolTable(to).insert(copy);
    copies.push_back(copy);
  }
  for (func::FuncOp copy : copies)
    rename(copy);
}

void ImportedFunction::rename(Operation *op) const {
  if (names.empty())
    return;
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](FlatSymbolRefAttr name) -> std::optional<Attribute> {
    auto found = names.find(name.getAttr());
    if (found == names.end())
      return std::nullopt;
    return FlatSymbolRefAttr::get(found->second);
  });
  op->walk([&](Operation *inner) { replacer.replaceElementsIn(inner); });
}

} // namespace cotan::trace
