// Emits a program op by op; the parts are in program_*.cpp.
#pragma once

#include "cotan/codegen/boundary.h"
#include "cotan/codegen/epilogue.h"
#include "cotan/codegen/frame_plan.h"
#include "cotan/codegen/kernel.h"
#include "cotan/codegen/kernel_key.h"
#include "cotan/codegen/program.h"
#include "cotan/codegen/program_values.h"
#include "cotan/ir/code/code.h"
#include "cotan/ir/flow/flow.h"

#include <map>

namespace cotan {

class ProgramEmitter {
public:
  ProgramEmitter(mlir::func::FuncOp program, ProgramCode &code, const Target &target,
                 bool checksFrames);
  llvm::LogicalResult run();

  llvm::IRBuilder<> ir;
  ProgramValues values;

  /// Ends the program with an error at `op` where the i1 `holds` is false.
  void require(mlir::Operation *op, llvm::Value *holds, const llvm::Twine &problem);
  /// The sizes of a result, with the checks that its op asks for.
  Sizes resultSizes(mlir::OpResult result);

private:
  using Phis = llvm::SmallVector<llvm::PHINode *>;
  using Registers = llvm::SmallVector<llvm::Value *>;

  //--- ops (program.cpp)
  /// `inherited` are values from around the block, which are its own from here on.
  llvm::LogicalResult emitBlock(mlir::Block &block, mlir::ValueRange inherited = {});
  llvm::LogicalResult emitOp(mlir::Operation *op);
  void emitArguments();
  void emitReturn(mlir::func::ReturnOp op);
  void emitView(mlir::Operation *op);
  llvm::LogicalResult emitConstant(mlir::Operation *op);
  /// Many times one element, which the program writes when it runs.
  void emitRepeated(mlir::Value constant, mlir::DenseElementsAttr elements);

  //--- calls (program_calls.cpp)
  /// A kernel's function, and the one that makes its totals, if it has some.
  struct KernelFunctions {
    llvm::Function *run = nullptr, *finish = nullptr;
  };
  void emitKernel(code::KernelOp op);
  /// A kernel that is about to be called.
  struct KernelCall {
    KernelSignature signature;
    KernelFunctions functions;
    llvm::Value *slots, *pieces;
    llvm::SmallVector<llvm::Value *> places;                             // of the results
    llvm::SmallVector<std::pair<llvm::Value *, llvm::Value *>> partials; // and how many bytes
  };
  void sizeKernel(code::KernelOp op);
  KernelCall prepareKernel(code::KernelOp op);
  void finishKernel(code::KernelOp op, const KernelCall &call);
  /// A product and the kernel behind it; what stands between them as well.
  void emitWithEpilogue(mlir::Operation *op, const Epilogue &epilogue);
  /// The memory of an input that ends here, for a result that may have it; null if there is none.
  llvm::Value *overwriteInput(code::KernelOp op, mlir::OpResult result);
  /// Gives the result the memory of operand `i` of the op, if that ends here. Null if it does not.
  llvm::Value *overwriteOperand(mlir::OpResult result, unsigned i);
  KernelFunctions functionsOf(code::KernelOp op);
  /// Of the one that is added last to those that are known.
  std::string nextKernelName();
  llvm::Value *countPieces(code::KernelOp op, const KernelSignature &signature);
  llvm::Value *writesNothing(code::KernelOp op);
  void callInPieces(mlir::Operation *op, llvm::Function *run, llvm::Value *slots,
                    llvm::Value *pieces, llvm::Value *work);
  void callKernel(code::KernelOp op, llvm::Function *kernel, llvm::Value *slots,
                  llvm::Value *pieces);
  void emitRuntimeCall(CallsRuntime op);
  /// The place of a result; of an op that updates its operand 0, the operand's where that ends.
  llvm::Value *placeOf(mlir::OpResult result, bool mayOverwrite);
  bool tryEmitProduct(mlir::Operation *op, const MatrixProduct &product);
  /// Calls that need nothing of each other.
  void emitTogether(llvm::ArrayRef<CallsRuntime> calls);
  /// What a function of the runtime is called with, and where it writes to.
  struct CallTables {
    llvm::Value *operands, *results, *numbers;
    llvm::SmallVector<llvm::Value *> places;
  };
  CallTables fillTables(CallsRuntime op, const RuntimeCall &call, bool mayOverwrite);
  void takeNumbers(mlir::Operation *op, llvm::ArrayRef<llvm::Value *> places);
  void storeView(mlir::Value value, llvm::Value *data, llvm::Value *views, unsigned index);
  /// An array of TensorViews.
  llvm::Value *viewsOf(mlir::ValueRange operands);
  /// Memory of the frame that holds a number, for callees that want a pointer.
  llvm::Value *spill(const Lanes &x);
  /// Makes a result's memory, or a place on the frame for a number.
  llvm::Value *makeResult(mlir::OpResult result);
  void takeNumber(mlir::OpResult result, llvm::Value *place);
  void requireFit(mlir::OpResult result, llvm::ArrayRef<llvm::Value *> sizes);

  //--- single elements (program_elements.cpp)
  /// An op whose results are single numbers, be they tensors of one element.
  void emitElement(mlir::Operation *op);
  void emitScalarReduction(Reducing op);
  /// Few updates, one after the other, without a call.
  bool tryEmitUpdates(mlir::Operation *op);
  void emitUpdate(const Update &update, mlir::OpResult result);

  //--- control flow (program_flow.cpp)
  llvm::LogicalResult emitIf(flow::IfOp op);
  llvm::LogicalResult emitSwitch(flow::SwitchOp op);
  llvm::LogicalResult
  emitBranches(mlir::Operation *op, llvm::ArrayRef<mlir::Region *> regions,
               llvm::function_ref<void(llvm::ArrayRef<llvm::BasicBlock *>)> jump);
  llvm::LogicalResult emitWhile(flow::WhileOp op);
  llvm::LogicalResult emitFor(flow::ForOp op);
  llvm::Value *tripCount(flow::ForOp op);
  Lanes loopIndex(flow::ForOp op, llvm::Value *trip, llvm::Value *trips);
  Registers startValues(flow::Structured op);
  /// The slots that a loop's variables do not use in this turn.
  Phis spareSlots(mlir::Operation *op, llvm::BasicBlock *before);
  void closeLoop(mlir::Operation *op, mlir::Block &body, llvm::ArrayRef<llvm::PHINode *> carried,
                 const Phis &spares, llvm::BasicBlock *header);
  llvm::SmallVector<mlir::Value> makeStacks(mlir::Region &init);
  llvm::SmallVector<llvm::PHINode *> makePhis(mlir::TypeRange types);
  void setAll(mlir::ValueRange values, llvm::ArrayRef<llvm::Value *> registers);
  void attend(mlir::Operation *terminator, llvm::Value *left);
  void countSteps(mlir::Operation *terminator, flow::Structured loop);

  //--- stacks (program_stacks.cpp)
  void emitCreateStack(mlir::Value stack);
  /// Frames without values are only counted.
  void countEmpty(llvm::Value *stack, int64_t change);
  void emitPush(flow::PushBackOp op);
  void emitPop(flow::PopBackOp op);
  void emitIsEmpty(flow::IsEmptyOp op);
  int64_t fieldBytes(mlir::Type type);
  int64_t frameBytes(mlir::TypeRange types);
  /// A number that stands for the types of a frame.
  llvm::Value *tagOf(mlir::TypeRange types);
  llvm::Value *word(llvm::Value *frame, unsigned index);

  //--- what the program says (program_output.cpp)
  void emitPrint(flow::PrintOp op);
  void emitAssert(flow::AssertOp op);
  llvm::SmallVector<llvm::Value *> outputArguments(llvm::StringRef text, mlir::ValueRange shown);

  //--- memory (program_memory.cpp)
  /// Tells that a value of the current block has memory of its own.
  void own(mlir::Value value);
  void findLastUses(mlir::Block &block, mlir::ValueRange inherited);
  /// The owned values that end at `op`, which are no longer this block's.
  llvm::SmallVector<mlir::Value> disown(mlir::Operation *op);
  void releaseAfter(mlir::Operation *op);
  /// The registers of values that leave the block, each with memory of its own; what stays is
  /// released.
  Registers handOver(mlir::ValueRange leaving, llvm::ArrayRef<llvm::Value *> slots);
  Registers handOverOne(mlir::Value value, llvm::Value *slot);
  /// The same for an op in the middle of the block, which gets a copy if others read the value
  /// later.
  Registers handOverTo(mlir::Operation *op, mlir::Value value, llvm::Value *slot);
  /// A copy in `slot` or, if there is none, in memory made for `op`.
  Registers copyOf(mlir::Operation *op, mlir::Value value, llvm::Value *slot);
  llvm::Value *slotOf(mlir::Operation *op, unsigned variable, FramePlan::Place place);
  llvm::SmallVector<llvm::Value *> slotsOf(mlir::Operation *op, FramePlan::Place place);
  llvm::Value *inFrame(int64_t offset);
  /// Whether values of this type have memory that is owned: tensors that are not in the frame.
  static bool isOwned(mlir::Type type) {
    return ProgramValues::isTensor(type) && !isSmallTensor(type);
  }
  llvm::Value *allocate(mlir::Operation *op, llvm::Value *bytes);
  void release(mlir::Value value);
  void release(llvm::Value *data, llvm::Value *bytes);
  /// Takes part in the plan: what is allocated from here on, less what is released.
  void account(llvm::Value *bytes, int sign);

  //--- parts of long programs (program_parts.cpp)
  void beginFunction(llvm::Function *function);
  void endFunction();
  /// Ends the part that is emitted, or begins one, if the program is cut before `op`.
  void cutBefore(mlir::Operation *op);
  void beginPart(mlir::Block &block);
  void endPart();
  /// Lets functions read what others of them have computed.
  void connectParts();

  //--- emission (program.cpp)
  /// Words that are the op's until it is emitted.
  llvm::Value *reserve(unsigned count = 1);
  /// Ends the program with an error at `op`.
  void fail(mlir::Operation *op, const llvm::Twine &problem);
  llvm::BasicBlock *newBlock(const char *name);

  mlir::func::FuncOp program;
  ProgramCode &code;
  const Target &target;
  llvm::Module &module;
  /// Whether frames hold a tag, which a pop compares: where it is not proved that they fit.
  const bool checksFrames;
  /// A function that is emitted.
  struct Part {
    llvm::Function *function = nullptr;
    llvm::BasicBlock *entry = nullptr;   // what the frame holds is reserved here
    llvm::AllocaInst *scratch = nullptr; // words of one op after the other
    unsigned used = 0, most = 0;         // of them
  };
  Part part;                // what is emitted now
  bool hasOwnWords = false; // reserved words are shared with no other op
  llvm::Value *context = nullptr;
  llvm::Value *attention = nullptr; // where it is said that somebody wants the thread's
  FramePlan plan;
  llvm::Value *frame = nullptr; // where small tensors are
  int64_t liveBytes = 0;        // at this point of the program, as far as it is known
  std::map<KernelKey, KernelFunctions> kernels;
  std::map<std::vector<int64_t>, llvm::Function *> products;

  struct Scope {
    mlir::Block *block;
    llvm::SetVector<mlir::Value> owned;
    llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::Value, 2>> dying;
  };
  std::vector<Scope> scopes;

  struct Parts {
    bool areMade = false;       // the program is long
    unsigned ops = 0;           // that cuts were thought of before
    mlir::Block *cut = nullptr; // of which a part is emitted now
    Part caller;                // of that part, and where it calls it
    llvm::IRBuilderBase::InsertPoint place;
    llvm::SmallVector<llvm::Function *> made;
    llvm::AllocaInst *shared = nullptr; // what functions hand to each other
  } parts;
};

} // namespace cotan
