#include "cotan/codegen/program/functions.h"

using namespace mlir;

namespace cotan {

Functions::Functions(ProgramCode &code, llvm::Function *callee)
    : ir(*code.context), code(code), main(callee) {
  auto *type = typeOf(abi::SignatureOf<abi::Program>::value, ir.getContext());
  if (!callee)
    main = llvm::Function::Create(type, llvm::Function::ExternalLinkage, programName, module());
  begin(main);
  wanted = load(ir, COTAN_FIELD(abi::Run, attention), run());
}

FunctionBody Functions::begin(llvm::Function *function) {
  FunctionBody outer = body;
  outer.place = ir.saveIP();
  body = {};
  body.function = function;
  body.entry = newBlock("entry");
  body.scratch = reserveAtEntry();
  ir.SetInsertPoint(newBlock("start"));
  return outer;
}

void Functions::end(const FunctionBody &outer) {
  ir.SetInsertPoint(body.entry);
  ir.CreateBr(body.entry->getNextNode());
  body.scratch->setOperand(0, ir.getInt64(body.most));
  body = outer;
  ir.restoreIP(outer.place);
}

llvm::AllocaInst *Functions::reserveAtEntry(unsigned count) {
  llvm::IRBuilder<>::InsertPointGuard guard(ir);
  ir.SetInsertPoint(body.entry);
  return ir.CreateAlloca(ir.getInt64Ty(), ir.getInt64(count));
}

llvm::Value *Functions::reserve(unsigned count) {
  if (hasOwnWords)
    return reserveAtEntry(count);
  const unsigned first = body.used;
  body.used += count;
  body.most = std::max(body.most, body.used);
  return ir.CreateConstGEP1_64(ir.getInt64Ty(), body.scratch, first);
}

llvm::Value *Functions::listOf(ArrayRef<llvm::Value *> words) {
  llvm::Value *list = reserve(words.size());
  for (auto [i, word] : llvm::enumerate(words))
    ir.CreateStore(word, ir.CreateConstGEP1_64(ir.getInt64Ty(), list, i));
  return list;
}

llvm::BasicBlock *Functions::newBlock(const char *name) {
  return llvm::BasicBlock::Create(ir.getContext(), name, body.function);
}

void Functions::giveUp() {
  if (!isCallee() || current() != main) {
    ir.CreateRet(ir.getInt32(1));
    return;
  }
  callRuntime(ir, COTAN_FUNCTION(cotan_leave), {run()});
  ir.CreateUnreachable();
}

void Functions::fail(Operation *op, const Twine &problem) {
  callRuntime(ir, COTAN_FUNCTION(cotan_fail), {run(), ir.getInt64(code.sites.size())});
  const StringRef name = isa<func::FuncOp>(op) ? "" : op->getName().getStringRef();
  code.sites.push_back({op->getLoc(), name.str(), problem.str()});
  giveUp();
}

void Functions::require(Operation *op, llvm::Value *holds, const Twine &problem) {
  if (auto *constant = dyn_cast<llvm::ConstantInt>(holds); constant && constant->isOne())
    return;
  llvm::BasicBlock *bad = newBlock("bad"), *good = newBlock("good");
  ir.CreateCondBr(holds, good, bad);
  ir.SetInsertPoint(bad);
  fail(op, problem);
  ir.SetInsertPoint(good);
}

void Functions::requireSuccess(Operation *op, llvm::Value *status) {
  require(op, ir.CreateICmpEQ(status, ir.getInt32(0)), "");
}

} // namespace cotan
