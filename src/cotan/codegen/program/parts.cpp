#include "cotan/codegen/program/parts.h"

#include "cotan/ir/code/code.h"
#include "cotan/ir/flow/flow.h"

#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace cotan {
namespace {

/// Programs of more ops are cut, each counted with its share of operands and results, into parts of
/// about as many instructions. An op with more ops in it is in no part: what is in it is cut.
constexpr size_t mostOps = 512, mostInstructions = 4096, mostOpsInOne = 128;
/// The instructions of a part are counted before each of so many ops.
constexpr unsigned opsToCount = 16;

/// Whether there are more ops in it than that, itself among them; those of kernels do not count.
bool hasMoreOps(Operation *op, size_t most) {
  size_t count = 0;
  return op
      ->walk<WalkOrder::PreOrder>([&](Operation *inner) {
        count += 1 + (inner->getNumOperands() + inner->getNumResults()) / 4;
        if (count > most)
          return WalkResult::interrupt();
        return isa<code::KernelOp>(inner) ? WalkResult::skip() : WalkResult::advance();
      })
      .wasInterrupted();
}

bool isInLoop(Block &block) {
  for (Operation *op = block.getParentOp(); op; op = op->getParentOp())
    if (auto structured = dyn_cast<flow::Structured>(op); structured && structured.isLoop())
      return true;
  return false;
}

/// LLVM takes more than linear time for long blocks, too: it asks of each access of memory in one
/// whether it may meet those before it.
void splitBlocks(llvm::Function &function) {
  constexpr size_t longestBlock = 256;
  SmallVector<llvm::Instruction *> cuts;
  for (llvm::BasicBlock &block : function)
    for (auto [i, instruction] : llvm::enumerate(block))
      if (i % longestBlock == longestBlock - 1 && !isa<llvm::PHINode>(instruction))
        cuts.push_back(&instruction);
  for (llvm::Instruction *cut : llvm::reverse(cuts)) // what is behind a cut is moved
    cut->getParent()->splitBasicBlock(cut);
}

/// What functions read of others lies in memory that they share: it is stored where it is computed,
/// and loaded where it is read.
class Connector {
public:
  Connector(llvm::Function *program, llvm::AllocaInst *shared, bool isCallee)
      : program(program), shared(shared), isCallee(isCallee) {}

  void loadInto(llvm::Function &reader) {
    for (llvm::BasicBlock &block : reader) {
      loaded.clear();
      for (llvm::Instruction &instruction : block)
        for (llvm::Use &use : instruction.operands())
          if (isOfAnother(use.get(), reader))
            use.set(readHere(use, reader));
    }
  }

  void storeAll() {
    for (auto &[value, slot] : slots)
      store(value, slot);
    shared->setOperand(0, llvm::ConstantInt::get(shared->getOperand(0)->getType(), next));
  }

private:
  static bool isOfAnother(llvm::Value *value, llvm::Function &reader) {
    if (auto *instruction = dyn_cast<llvm::Instruction>(value))
      return instruction->getFunction() != &reader;
    auto *argument = dyn_cast<llvm::Argument>(value);
    return argument && argument->getParent() != &reader;
  }

  /// What the program was given lies in arrays of the caller's, from where each function takes it.
  bool isGiven(llvm::Value *value) const {
    auto *load = dyn_cast<llvm::LoadInst>(value);
    auto *place = load ? dyn_cast<llvm::GEPOperator>(load->getPointerOperand()) : nullptr;
    return place && !isCallee && isa<llvm::Argument>(place->getPointerOperand());
  }

  llvm::Value *takeGiven(llvm::LoadInst *given, llvm::Function &reader, llvm::Instruction *before) {
    auto *place = cast<llvm::GetElementPtrInst>(given->getPointerOperand());
    llvm::Value *&array = loaded[place->getPointerOperand()];
    if (!array)
      array = load(place->getPointerOperand(), reader, before);
    auto *here = cast<llvm::GetElementPtrInst>(place->clone());
    here->setOperand(0, array);
    here->insertBefore(before->getIterator());
    llvm::Instruction *taken = given->clone();
    taken->setOperand(0, here);
    taken->insertBefore(before->getIterator());
    return taken;
  }

  /// The first argument of all functions is the same.
  llvm::Value *readHere(llvm::Use &use, llvm::Function &reader) {
    if (use.get() == program->getArg(0))
      return reader.getArg(0);
    auto *user = cast<llvm::Instruction>(use.getUser());
    if (auto *phi = dyn_cast<llvm::PHINode>(user)) {
      llvm::BasicBlock *from = phi->getIncomingBlock(use);
      llvm::Value *&atEnd = loadedAtEnd[{use.get(), from}]; // one value for all edges
      return atEnd ? atEnd : atEnd = load(use.get(), reader, from->getTerminator());
    }
    if (llvm::Value *here = loaded.lookup(use.get()))
      return here;
    return loaded[use.get()] = isGiven(use.get())
                                   ? takeGiven(cast<llvm::LoadInst>(use.get()), reader, user)
                                   : load(use.get(), reader, user);
  }

  llvm::Value *load(llvm::Value *value, llvm::Function &reader, llvm::Instruction *before) {
    auto [slot, isNew] = slots.try_emplace(value, next);
    if (isNew)
      next +=
          std::max<uint64_t>(1, llvm::divideCeil(value->getType()->getPrimitiveSizeInBits(), 64));
    llvm::IRBuilder<> ir(before);
    llvm::Value *place = &reader == program ? shared : cast<llvm::Value>(reader.getArg(1));
    return ir.CreateLoad(value->getType(),
                         ir.CreateConstGEP1_64(ir.getInt64Ty(), place, slot->second));
  }

  void store(llvm::Value *value, uint64_t slot) {
    auto *maker = dyn_cast<llvm::Instruction>(value);
    llvm::Function *owner = maker ? maker->getFunction() : program;
    llvm::IRBuilder<> ir(owner->getContext());
    if (maker)
      ir.SetInsertPoint(*maker->getInsertionPointAfterDef());
    else
      ir.SetInsertPoint(shared->getNextNode());
    llvm::Value *place = owner == program ? shared : cast<llvm::Value>(owner->getArg(1));
    ir.CreateStore(value, ir.CreateConstGEP1_64(ir.getInt64Ty(), place, slot));
  }

  llvm::Function *program;
  llvm::AllocaInst *shared;
  bool isCallee;
  llvm::MapVector<llvm::Value *, uint64_t> slots;
  llvm::DenseMap<llvm::Value *, llvm::Value *> loaded; // in this block
  llvm::DenseMap<std::pair<llvm::Value *, llvm::BasicBlock *>, llvm::Value *> loadedAtEnd;
  uint64_t next = 0;
};

} // namespace

ProgramParts::ProgramParts(func::FuncOp program, Functions &functions, ProgramCode &code)
    : functions(functions), code(code) {
  if (hasMoreOps(program, mostOps))
    shared = functions.reserveAtEntry();
}

void ProgramParts::cutBefore(Operation *op) {
  if (!shared || (cut && cut != op->getBlock()))
    return;
  const bool isLong = op->getNumRegions() > 0 && hasMoreOps(op, mostOpsInOne);
  if (cut && (isLong || (++ops % opsToCount == 0 &&
                         functions.current()->getInstructionCount() > mostInstructions)))
    end();
  if (!cut && !isLong)
    begin(*op->getBlock());
}

void ProgramParts::endBlock(Block &block) {
  if (cut == &block)
    end();
}

void ProgramParts::begin(Block &block) {
  cut = &block;
  llvm::Type *pointer = functions.ir.getPtrTy();
  auto *type = llvm::FunctionType::get(functions.ir.getInt32Ty(), {pointer, pointer}, false);
  auto *function = llvm::Function::Create(type, llvm::Function::InternalLinkage,
                                          "part" + llvm::Twine(made.size()), functions.module());
  if (!isInLoop(block))
    function->addFnAttr(runsOnce);
  made.push_back(function);
  caller = functions.begin(function);
}

void ProgramParts::end() {
  llvm::IRBuilder<> &ir = functions.ir;
  llvm::Function *part = functions.current();
  ir.CreateRet(ir.getInt32(0));
  code.kernels.push_back({part, 0});
  functions.end(caller);
  cut = nullptr;
  llvm::Value *status = ir.CreateCall(part, {functions.run(), shared});
  llvm::BasicBlock *bad = functions.newBlock("bad"), *good = functions.newBlock("good");
  ir.CreateCondBr(ir.CreateICmpEQ(status, ir.getInt32(0)), good, bad);
  ir.SetInsertPoint(bad);
  functions.giveUp();
  ir.SetInsertPoint(good);
}

void ProgramParts::connect() {
  SmallVector<llvm::Function *> all = made;
  all.push_back(functions.program());
  if (shared) {
    Connector connector(functions.program(), shared, functions.isCallee());
    for (llvm::Function *function : all)
      connector.loadInto(*function);
    connector.storeAll();
  }
  for (llvm::Function *function : all)
    splitBlocks(*function);
}

} // namespace cotan
