#include "cotan/ir/silence.h"

#include "cotan/ir/calls.h"
#include "cotan/ir/checkpoint.h"
#include "cotan/ir/flow/flow.h"
#include "cotan/ir/ops_in.h"

#include "mlir/IR/SymbolTable.h"

using namespace mlir;

namespace cotan {
namespace {

using Functions = llvm::SetVector<func::FuncOp>;

/// Whether it is what a user's rule computes of cotangents or tangents, which is not there yet.
bool isOfDerivative(SymbolTable::SymbolUse use) {
  auto call = dyn_cast<flow::CustomCallOp>(use.getUser());
  return call && !isCheckpoint(call) &&
         (use.getSymbolRef() == call.getReverseAttr() || use.getSymbolRef() == call.getJvpAttr());
}

class Silencer {
public:
  explicit Silencer(Operation *module) : symbols(module) {}

  void run(ArrayRef<Operation *> ops) {
    SmallVector<Operation *> changed(ops);
    FunctionNames names;
    for (func::FuncOp printing : printingBehind(ops)) {
      func::FuncOp copy = printing.clone();
      copy.setName((printing.getName() + ".silent").str());
      copy.setPrivate();
      symbols.insert(copy);
      names[printing.getSymNameAttr()] = copy.getSymNameAttr();
      changed.push_back(copy);
    }
    for (Operation *op : changed) {
      op->walk([](flow::PrintOp print) { print.erase(); });
      renameFunctions(op, names);
    }
  }

private:
  /// What `op` names: what it calls, and what its attributes say that it was made of.
  Functions namedBy(Operation *op) {
    Functions named;
    for (auto uses = SymbolTable::getSymbolUses(op); SymbolTable::SymbolUse use : *uses)
      if (auto name = dyn_cast<FlatSymbolRefAttr>(use.getSymbolRef()); name && !isOfDerivative(use))
        named.insert(symbols.lookup<func::FuncOp>(name.getAttr()));
    return named;
  }

  /// Those that `ops` get to that print, or name one that does. The functions of a pair name each
  /// other, so both are copied.
  Functions printingBehind(ArrayRef<Operation *> ops) {
    Functions reached, printing;
    for (Operation *op : ops)
      reached.insert_range(namedBy(op));
    std::vector<Functions> named;
    for (size_t i = 0; i < reached.size(); ++i) {
      named.push_back(namedBy(reached[i]));
      reached.insert_range(named.back());
      if (!opsIn<flow::PrintOp>(reached[i]).empty())
        printing.insert(reached[i]);
    }
    for (bool isChanged = !printing.empty(); isChanged;) {
      isChanged = false;
      for (auto [other, others] : llvm::zip_equal(reached, named))
        if (llvm::any_of(others, [&](func::FuncOp next) { return printing.contains(next); }))
          isChanged |= printing.insert(other);
    }
    return printing;
  }

  SymbolTable symbols;
};

} // namespace

void silence(ArrayRef<Operation *> ops, Operation *module) { Silencer(module).run(ops); }

} // namespace cotan
