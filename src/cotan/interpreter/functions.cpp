// Function values: how they are made, chosen and called.
#include "cotan/interpreter/machine.h"

#include "cotan/interpreter/specialize.h"
#include "cotan/ir/calls.h"
#include "cotan/ir/fn/fn.h"

using namespace mlir;

namespace cotan::interpreter {

void Machine::makeFunction(const Instruction &in) {
  slot(in.writes[0]) = FunctionRef(new FunctionValue(in.op, take(in.reads)));
}

void Machine::chooseFunction(const Instruction &in) {
  const Array &selector = array(in.reads[0]);
  const size_t chosen = cast<fn::SwitchOp>(in.op).isByCondition()
                            ? !selector.asBool()
                            : chosenCase(selector, in.reads.size() - 1);
  slot(in.writes[0]) = Slot(slot(in.reads[1 + chosen].slot));
}

void Machine::startApply(const Instruction &in) {
  checkDepth();
  Slots values = take(in.reads);
  auto function = std::get<FunctionRef>(values.front());
  values.erase(values.begin());
  inProgress.push_back({&in, block, next});
  apply(std::move(function), std::move(values));
}

//--- fn.map

void Machine::startMap(const Instruction &in) {
  checkDepth();
  inProgress.push_back({&in, block, next});
  inProgress.back().turns = cast<fn::MapOp>(in.op).getNumLeaves();
  mapTurn();
}

/// The call for one more leaf of each nest, or the end of the op.
void Machine::mapTurn() {
  Progress &progress = inProgress.back();
  const Instruction &in = *progress.instruction;
  const size_t turns = progress.turns;
  if (progress.turn == turns) {
    const size_t each = turns ? progress.gathered.size() / turns : 0;
    Slots sorted; // by nest; they were gathered by leaf
    for (size_t nest = 0; nest < each; ++nest)
      for (size_t leaf = 0; leaf < turns; ++leaf)
        sorted.push_back(std::move(progress.gathered[leaf * each + nest]));
    progress.gathered.clear();
    return finish(std::move(sorted));
  }
  Slots arguments;
  for (size_t i = 1 + progress.turn; i < in.reads.size(); i += turns)
    arguments.push_back(slot(in.reads[i].slot));
  ++progress.turn;
  apply(std::get<FunctionRef>(slot(in.reads[0].slot)), std::move(arguments));
}

//--- Calls

static void prepend(ArrayRef<Slot> first, Slots &values) {
  values.insert(values.begin(), first.begin(), first.end());
}

/// Calls a function value for the op in progress.
void Machine::apply(FunctionRef function, Slots arguments) {
  while (true) {
    Operation *maker = function->maker;
    if (isa<fn::ConstantOp, fn::ClosureOp>(maker)) {
      prepend(function->operands(), arguments);
      func::FuncOp callee = functionNamed(maker, functionsNamedBy(maker).front());
      return call(codeOrThrow(callee), std::move(arguments));
    }
    if (isa<fn::PartialOp>(maker)) {
      prepend(function->operands().drop_front(), arguments);
    } else if (isa<fn::VjpOp>(maker) && !function->isPullback) {
      Slots operands = arguments;
      prepend(function->operands(), operands);
      inProgress.back().pullback =
          new FunctionValue(maker, std::move(operands), /*isPullback=*/true);
    } else {
      return callDerivative(CallTerms(function, arguments));
    }
    function = std::get<FunctionRef>(Slot(function->operands().front()));
  }
}

void Machine::callDerivative(const CallTerms &terms) {
  const Code *&code = laidOut.derivatives[terms.key()];
  if (!code) {
    if (!resolve)
      throw EvaluationError("derivatives of function values cannot be made here");
    func::FuncOp function;
    laidOut.modules.push_back(terms.write(function));
    if (failed(resolve(function)))
      throw EvaluationError("the derivative of the function cannot be made");
    code = codeOrThrow(function);
  }
  call(code, terms.arrays());
}

/// What a call has returned goes to the op in progress.
void Machine::returned(Slots values) {
  Progress &progress = inProgress.back();
  if (Slot pullback = std::exchange(progress.pullback, {}); pullback.index() != 0)
    values.push_back(std::move(pullback));
  if (progress.instruction->step != Step::map)
    return finish(std::move(values));
  std::move(values.begin(), values.end(), std::back_inserter(progress.gathered));
  mapTurn();
}

} // namespace cotan::interpreter
