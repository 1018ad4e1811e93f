#include "cotan/ir/lowering/lanes.h"

#include "cotan/ir/lowering/float8.h"
#include "cotan/ir/lowering/math.h"
#include "cotan/ir/lowering/processor.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace cotan {
namespace {

bool isHalf(DType dtype) { return dtype == DType::f16 || dtype == DType::bf16; }

Type *vectorOf(Type *scalar, unsigned count) {
  return count == 1 ? scalar : FixedVectorType::get(scalar, count);
}

} // namespace

Lanes LaneBuilder::constant(DType dtype, double value) {
  if (isFloat8(dtype))
    return encodedFloat8(constant(DType::f64, value), dtype);
  if (!isFloat(dtype))
    return integer(dtype, static_cast<int64_t>(value));
  return rounded(dtype, ConstantFP::get(registerType(dtype), value));
}

Lanes LaneBuilder::integer(DType dtype, int64_t value) {
  if (isFloat(dtype))
    return constant(dtype, static_cast<double>(value));
  auto *type = cast<IntegerType>(registerType(dtype));
  APInt bits(64, static_cast<uint64_t>(value));
  return Lanes(*this, dtype, ConstantInt::get(type, bits.zextOrTrunc(type->getBitWidth())));
}

Lanes LaneBuilder::laneNumbers(DType dtype, unsigned count) {
  SmallVector<Constant *> numbers;
  for (unsigned i = 0; i < count; ++i)
    numbers.push_back(cast<Constant>(integer(dtype, i).value()));
  return Lanes(*this, dtype, count == 1 ? numbers[0] : ConstantVector::get(numbers));
}

Lanes LaneBuilder::repeat(const Lanes &x, unsigned count) {
  if (x.count() == count)
    return x;
  return Lanes(*this, x.dtype(), ir.CreateVectorSplat(count, x.value()));
}

void LaneBuilder::level(MutableArrayRef<Lanes> values) {
  unsigned count = 1;
  for (const Lanes &x : values)
    count = std::max(count, x.count());
  for (Lanes &x : values)
    x = repeat(x, count);
}

Lanes LaneBuilder::intrinsic(Intrinsic::ID id, ArrayRef<Lanes> args) {
  SmallVector<Lanes, 3> leveled(args);
  level(leveled);
  SmallVector<Value *, 3> values;
  for (const Lanes &x : leveled)
    values.push_back(x.value());
  Value *value = ir.CreateIntrinsic(id, {values[0]->getType()}, values);
  return rounded(args[0].dtype(), value);
}

//--- element types

Type *LaneBuilder::registerType(DType dtype, unsigned count) {
  LLVMContext &context = ir.getContext();
  Type *scalar = dtype == DType::f64                  ? Type::getDoubleTy(context)
                 : isFloat(dtype) && !isFloat8(dtype) ? Type::getFloatTy(context)
                 : dtype == DType::i1                 ? Type::getInt1Ty(context)
                                                      : Type::getIntNTy(context, 8 * sizeOf(dtype));
  return vectorOf(scalar, count);
}

Type *LaneBuilder::memoryType(DType dtype, unsigned count) {
  if (dtype == DType::f32 || dtype == DType::f64)
    return registerType(dtype, count);
  return vectorOf(Type::getIntNTy(ir.getContext(), 8 * sizeOf(dtype)), count);
}

Lanes LaneBuilder::fromMemory(DType dtype, Value *value) {
  auto *vector = dyn_cast<FixedVectorType>(value->getType());
  unsigned count = vector ? vector->getNumElements() : 1;
  if (dtype == DType::i1)
    value = ir.CreateTrunc(value, registerType(dtype, count));
  if (dtype == DType::f16)
    value =
        ir.CreateFPExt(ir.CreateBitCast(value, vectorOf(Type::getHalfTy(ir.getContext()), count)),
                       registerType(dtype, count));
  if (dtype == DType::bf16) { // its bits are the upper half of a float's
    Type *wide = vectorOf(Type::getInt32Ty(ir.getContext()), count);
    value =
        ir.CreateBitCast(ir.CreateShl(ir.CreateZExt(value, wide), 16), registerType(dtype, count));
  }
  return Lanes(*this, dtype, value);
}

Value *LaneBuilder::toMemory(const Lanes &x) {
  Type *type = memoryType(x.dtype(), x.count());
  if (x.dtype() == DType::i1)
    return ir.CreateZExt(x.value(), type);
  if (x.dtype() == DType::f16)
    return ir.CreateBitCast(
        ir.CreateFPTrunc(x.value(), vectorOf(Type::getHalfTy(ir.getContext()), x.count())), type);
  if (x.dtype() == DType::bf16) { // rounded already: the lower half is zero
    Type *wide = vectorOf(Type::getInt32Ty(ir.getContext()), x.count());
    return ir.CreateTrunc(ir.CreateLShr(ir.CreateBitCast(x.value(), wide), 16), type);
  }
  return x.value();
}

Value *roundedToOdd(IRBuilder<> &ir, Value *value) {
  const uint64_t cut = (uint64_t(1) << 29) - 1;
  Type *type = value->getType(), *bitsType = type->getWithNewType(ir.getInt64Ty());
  Value *bits = ir.CreateBitCast(value, bitsType);
  Value *odd = ir.CreateOr(bits, ConstantInt::get(bitsType, cut + 1));
  Value *inexact = ir.CreateIsNotNull(ir.CreateAnd(bits, ConstantInt::get(bitsType, cut)));
  Value *kept = ir.CreateAnd(ir.CreateSelect(inexact, odd, bits), ConstantInt::get(bitsType, ~cut));
  return ir.CreateFPTrunc(ir.CreateBitCast(kept, type), type->getWithNewType(ir.getFloatTy()));
}

Lanes LaneBuilder::rounded(DType dtype, Value *value) {
  if (isHalf(dtype) && value->getType()->getScalarType()->isDoubleTy())
    value = roundedToOdd(ir, value);
  if (dtype == DType::f16) {
    auto *vector = dyn_cast<FixedVectorType>(value->getType());
    Type *half = vectorOf(Type::getHalfTy(ir.getContext()), vector ? vector->getNumElements() : 1);
    value = ir.CreateFPExt(ir.CreateFPTrunc(value, half), value->getType());
  }
  if (dtype == DType::bf16) { // to the nearest, ties to even; NaN stays NaN
    Type *bits = value->getType()->getWithNewType(Type::getInt32Ty(ir.getContext()));
    Value *x = ir.CreateBitCast(value, bits);
    Value *odd = ir.CreateAnd(ir.CreateLShr(x, 16), 1);
    Value *up = ir.CreateAdd(x, ir.CreateAdd(odd, ConstantInt::get(bits, 0x7FFF)));
    Value *quiet = ir.CreateOr(x, 0x400000);
    Value *kept = ir.CreateSelect(ir.CreateFCmpUNO(value, value), quiet, up);
    value = ir.CreateBitCast(ir.CreateAnd(kept, 0xFFFF0000), value->getType());
  }
  return Lanes(*this, dtype, value);
}

//--- functions

Lanes LaneBuilder::call(StringRef function, ArrayRef<Lanes> args) {
  SmallVector<Lanes, 2> leveled(args);
  level(leveled);
  const bool isFaster = leveled[0].count() > 1 || isAsOfSeveral || isFormulaFasterAlone(function);
  if (isReproducible || isAlwaysFormula(function) || (processor.multipliesAndAdds && isFaster))
    if (Lanes y = mathFormula(function, leveled))
      return rounded(args[0].dtype(), y.value());
  return callLibrary(function, leveled);
}

Lanes LaneBuilder::callLibrary(StringRef function, ArrayRef<Lanes> args) {
  const unsigned count = args[0].count();
  const bool takesVectors = !function.starts_with("cotan_"); // those of the runtime do not
  differsAlone |= count == 1 && takesVectors;
  if (count > 1 && takesVectors)
    if (Lanes y = processor.callVector(function, args))
      return y;
  SmallVector<Value *, 2> values;
  for (const Lanes &x : args)
    values.push_back(x.value());
  const DType dtype = args[0].dtype();
  return rounded(dtype, callEach(function, registerType(dtype), values, count));
}

Value *LaneBuilder::callPure(StringRef symbol, ArrayRef<Value *> args) {
  SmallVector<Type *, 2> types;
  for (Value *arg : args)
    types.push_back(arg->getType());
  auto *type = FunctionType::get(types[0], types, /*isVarArg=*/false);
  Module *module = ir.GetInsertBlock()->getModule();
  auto *function = cast<Function>(module->getOrInsertFunction(symbol, type).getCallee());
  function->setDoesNotAccessMemory();
  function->setDoesNotThrow();
  function->setWillReturn();
  return ir.CreateCall(function, args);
}

/// Calls the scalar function lane by lane. f32 has names that end in f.
Value *LaneBuilder::callEach(StringRef function, Type *scalar, ArrayRef<Value *> args,
                             unsigned count) {
  std::string name = (function + (scalar->isFloatTy() ? "f" : "")).str();
  if (count == 1)
    return callPure(name, args);
  Value *result = PoisonValue::get(args[0]->getType());
  for (unsigned i = 0; i < count; ++i) {
    SmallVector<Value *, 2> lane;
    for (Value *arg : args)
      lane.push_back(ir.CreateExtractElement(arg, i));
    result = ir.CreateInsertElement(result, callPure(name, lane), i);
  }
  return result;
}

} // namespace cotan
