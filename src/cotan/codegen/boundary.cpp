#include "cotan/codegen/boundary.h"

namespace cotan {

static llvm::Type *typeOf(abi::Type type, llvm::LLVMContext &context) {
  switch (type) {
  case abi::Type::none: return llvm::Type::getVoidTy(context);
  case abi::Type::boolean: return llvm::Type::getInt1Ty(context);
  case abi::Type::i32: return llvm::Type::getInt32Ty(context);
  case abi::Type::i64: return llvm::Type::getInt64Ty(context);
  case abi::Type::pointer: return llvm::PointerType::getUnqual(context);
  }
  llvm_unreachable("all types are listed");
}

llvm::FunctionType *typeOf(const abi::Signature &signature, llvm::LLVMContext &context) {
  llvm::SmallVector<llvm::Type *> arguments;
  for (abi::Type type : llvm::ArrayRef(signature.arguments).take_front(signature.count))
    arguments.push_back(typeOf(type, context));
  return llvm::FunctionType::get(typeOf(signature.result, context), arguments, false);
}

llvm::Value *placeOf(llvm::IRBuilder<> &ir, const abi::Field &field, llvm::Value *structs,
                     unsigned index) {
  const size_t offset = index * field.stride + field.offset;
  return offset == 0 ? structs : ir.CreateConstGEP1_64(ir.getInt8Ty(), structs, offset);
}

llvm::Value *load(llvm::IRBuilder<> &ir, const abi::Field &field, llvm::Value *object) {
  return ir.CreateLoad(typeOf(field.type, ir.getContext()), placeOf(ir, field, object));
}

void store(llvm::IRBuilder<> &ir, llvm::Value *x, const abi::Field &field, llvm::Value *structs,
           unsigned index) {
  assert(x->getType() == typeOf(field.type, ir.getContext()) && "the field has another type");
  ir.CreateStore(x, placeOf(ir, field, structs, index));
}

void store(llvm::IRBuilder<> &ir, llvm::ArrayRef<std::pair<abi::Field, llvm::Value *>> fields,
           llvm::Value *structs, unsigned index) {
  [[maybe_unused]] size_t bytes = 0;
  for (auto [field, x] : fields) {
    store(ir, x, field, structs, index);
    bytes += bytesOf(field.type);
  }
  assert(bytes == fields.front().first.stride && "the struct has other fields, too");
}

llvm::FunctionCallee declareTensorFunction(llvm::StringRef name, llvm::Module &module) {
  return module.getOrInsertFunction(
      name, typeOf(abi::SignatureOf<abi::TensorFunction>::value, module.getContext()));
}

llvm::CallInst *callRuntime(llvm::IRBuilder<> &ir, const abi::Function &function,
                            llvm::ArrayRef<llvm::Value *> arguments) {
  llvm::FunctionType *type = typeOf(function.signature, ir.getContext());
  assert(llvm::equal(type->params(), arguments,
                     [](llvm::Type *wanted, llvm::Value *x) { return x->getType() == wanted; }) &&
         "the function takes other arguments");
  llvm::Module *module = ir.GetInsertBlock()->getModule();
  return ir.CreateCall(module->getOrInsertFunction(function.name, type), arguments);
}

} // namespace cotan
