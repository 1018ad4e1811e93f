#include "cotan/trace/import_functions.h"

#include "cotan/transforms/decomposition.h"
#include "cotan/transforms/inline_calls.h"
#include "cotan/transforms/merge_equal_functions.h"

#include "mlir/IR/SymbolTable.h"

using namespace mlir;

namespace cotan::trace {

Imports &Imports::ofScope(const Scope &scope) {
  FunctionScope &main = *scope.function->main;
  if (!main.imports)
    main.imports = std::make_shared<Imports>(main.operation()->getParentOfType<ModuleOp>());
  return *main.imports;
}

const Imported &Imports::find(const TracedFunctionRef &traced, bool isCalled) {
  const Imported *&known = byFunction[{traced.get(), isCalled}];
  if (known)
    return *known;
  std::shared_ptr<Imported> imported(new Imported(traced, isCalled, functions.size()));
  func::FuncOp main = traced->function();
  if (main->getContext() != to.getContext()) {
    imported->here = std::make_shared<OwnedProgram>(traced->copy());
    main = imported->here->function();
  }
  copyBeside(*imported, main);
  imported->copy = main;
  if (isCalled) {
    func::FuncOp copy = main.clone();
    copy.setName("called");
    copy->removeAttr(callsName); // these are of programs
    copy->removeAttr(decompositionName);
    imported->rename(copy);
    imported->copy = insertOnce(copy);
  }
  known = imported.get();
  return *all.emplace_back(std::move(imported));
}

/// The functions beside the main one. Callees come first, but where they call each other.
void Imports::copyBeside(Imported &imported, func::FuncOp main) {
  SmallVector<func::FuncOp> unnamed;
  for (auto other : main->getParentOfType<ModuleOp>().getOps<func::FuncOp>()) {
    if (other == main)
      continue;
    func::FuncOp copy = other.clone();
    auto isNamed = [&](SymbolTable::SymbolUse use) {
      return imported.names.contains(use.getSymbolRef().getLeafReference());
    };
    if (llvm::all_of(*SymbolTable::getSymbolUses(copy), isNamed)) {
      imported.rename(copy);
      copy = insertOnce(copy);
    } else {
      unnamed.push_back(insert(copy));
    }
    imported.names[other.getSymNameAttr()] = copy.getSymNameAttr();
  }
  for (func::FuncOp copy : unnamed)
    imported.rename(copy);
}

func::FuncOp Imports::insert(func::FuncOp copy) {
  copy.setPrivate();
  SymbolTable(to).insert(copy);
  return functions.emplace_back(copy);
}

/// Or lets it be an equal one that is there already. Locations count, as errors name them: equal
/// functions are written in the same lines.
func::FuncOp Imports::insertOnce(func::FuncOp copy) {
  for (func::FuncOp known : functions)
    if (areEqual(known, copy, OperationEquivalence::None)) {
      copy.erase();
      return known;
    }
  return insert(copy);
}

void Imports::forgetAfter(size_t count) {
  if (count == all.size())
    return;
  for (const auto &later : llvm::drop_begin(all, count))
    byFunction.erase({later->of.get(), later->isCalled});
  functions.resize(all[count]->firstFunction);
  all.resize(count);
}

void Imported::rename(Operation *op) const { renameFunctions(op, names); }

} // namespace cotan::trace
