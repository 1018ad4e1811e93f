// The machine that runs laid-out code: its slots, and the ops it is in the middle of.
#pragma once

#include "cotan/interpreter/code.h"
#include "cotan/interpreter/function_value.h"
#include "cotan/interpreter/interpreter.h"
#include "cotan/interpreter/stack.h"
#include "cotan/ir/function_limits.h"

namespace cotan::interpreter {

class CallTerms;

/// Thrown: the run must begin again, with derivatives that are made for more
/// (ir/function_limits.h).
struct NeedsRoom {
  FunctionLimits room;
};

/// A structured op or call in progress: where to go on when it is done, and how far it is.
struct Progress {
  const Instruction *instruction;
  const CodeBlock *block; // the one it stands in
  size_t next;
  const CodeBlock *region = nullptr; // running now
  uint64_t turn = 0, turns = 0;      // of a loop; how many are known of counted ones
  uint64_t index = 0, stride = 0;    // of its next turn; modulo 2^64
  DType indexType = DType::i64;
  Arrays collected = {}; // what a scan stacks up
  Slots gathered = {};   // what the calls of fn.map returned
  Slot pullback = {};    // what the call returns beside its results, if it is of fn.vjp
};

class Machine {
public:
  Machine(LaidOut &laidOut, const Limits &limits, Resolve resolve, const Watch *watch)
      : limits(limits), resolve(resolve), watch(watch), meter(MemoryMeter::current()),
        laidOut(laidOut) {}
  ~Machine();

  llvm::FailureOr<Arrays> run(mlir::func::FuncOp function, llvm::ArrayRef<Array> inputs);
  uint64_t stepsDone() const { return steps; }
  int64_t framesLeft() const { return frames; }

private:
  llvm::LogicalResult stopAt(mlir::func::FuncOp function, const char *problem) const;

  // machine.cpp: one op after the other
  bool step();
  void evaluate(const Instruction &in);
  void show(llvm::ArrayRef<Array> operands, llvm::ArrayRef<Array> computed) const;
  void readConstant(const Instruction &in);
  void pop(const Instruction &in);
  std::string fill(llvm::StringRef text, llvm::ArrayRef<Read> values);
  void require(const Instruction &in);
  std::optional<FunctionLimits> roomNeeded(mlir::Operation *op) const;
  Array &array(Read read) { return std::get<Array>(slot(read.slot)); }
  Stack &stack(Read read) { return *std::get<StackRef>(slot(read.slot)); }
  Slot &slot(unsigned number) { return slots[base + number]; }
  Slots take(llvm::ArrayRef<Read> reads);
  void write(llvm::ArrayRef<unsigned> numbers, Slots values);
  void free(const Instruction &in);
  void enter(const CodeBlock *target, Slots arguments);

  // calls.cpp: calls and unstructured branches
  const Code *codeOf(mlir::func::FuncOp function);
  const Code *codeOrThrow(mlir::func::FuncOp function);
  void checkDepth() const;
  void startCall(const Instruction &in);
  void call(const Code *code, Slots arguments);
  bool leave(const Instruction &in);
  void branch(const Instruction &in);

  // functions.cpp: function values
  void makeFunction(const Instruction &in);
  void chooseFunction(const Instruction &in);
  void startApply(const Instruction &in);
  void startMap(const Instruction &in);
  void mapTurn();
  void apply(FunctionRef function, Slots arguments);
  void callDerivative(const CallTerms &terms);
  void returned(Slots values);

  // control.cpp: structured control flow
  void start(const Instruction &in);
  void startCount(Progress &progress);
  void startScan(Progress &progress);
  void enterFirst(Slots values);
  void yielded(Slots values);
  void countTurn(Slots values);
  void scanTurn(Slots values);
  void collectNothing(Progress &progress);
  void collect(Progress &progress, llvm::ArrayRef<Slot> values);
  void finish(Slots values);

  const Limits &limits;
  const Resolve resolve;
  const Watch *const watch; // none, if null
  std::shared_ptr<MemoryMeter> meter;
  size_t callBytes = 0; // counted by it
  uint64_t steps = 0;
  int64_t frames = 0; // pushed and not popped
  LaidOut &laidOut;
  std::map<const Instruction *, Array> constants; // that were reached
  StackList stacks;
  std::vector<Slot> slots;     // of all calls in progress
  size_t base = 0;             // where those of the current call begin
  std::vector<size_t> callers; // the base of each call in progress
  std::vector<Progress> inProgress;
  const CodeBlock *block = nullptr;
  size_t next = 0;
  const Instruction *current = nullptr;
  Slots results;
};

/// The bytes calls in progress take, by how many they are and how many slots they have.
size_t bytesOfCalls(size_t numCalls, size_t numSlots);

/// Which of `count` cases an index chooses: one outside is the first or last.
size_t chosenCase(const Array &index, size_t count);

/// The shape the program declares must be the shape it makes; sizes left open are free.
void checkShape(const Array &array, llvm::ArrayRef<int64_t> declared);

} // namespace cotan::interpreter
