#include "cotan/trace/import_functions.h"

#include "mlir/IR/SymbolTable.h"

using namespace mlir;

namespace cotan::trace {

ImportedFunctions::ImportedFunctions(func::FuncOp function, ModuleOp to) {
  SmallVector<func::FuncOp> copies;
  for (auto other : function->getParentOfType<ModuleOp>().getOps<func::FuncOp>()) {
    if (other == function)
      continue;
    func::FuncOp copy = other.clone();
    copy.setPrivate();
    names[other.getSymNameAttr()] = SymbolTable(to).insert(copy);
    copies.push_back(copy);
  }
  for (func::FuncOp copy : copies)
    rename(copy);
}

void ImportedFunctions::rename(Operation *op) const {
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
