// sin and cos: x = n pi/2 + r with |r| <= pi/4; n says which function of r it is, and its sign.
#include "cotan/ir/lowering/math_parts.h"

#include "llvm/IR/Module.h"

using namespace llvm;

namespace cotan::math {

namespace {

/// Larger arguments are left to a library: n times the parts of pi/2 would not be exact enough.
double largest(const Lanes &x) { return isDouble(x) ? 1e8 : 32768; }

/// x = n pi/2 + r, with pi/2 in three parts.
Lanes reduce(const Lanes &x, const Lanes &n) {
  if (isDouble(x)) {
    Lanes r = fma(n, -0x1.1a62633145c07p-54, fma(n, -0x1.921fb54442d18p+0, x));
    return fma(n, 0x1.f1976b7ed8fbcp-110, r);
  }
  Lanes r = fma(n, 0x1.777a5cp-25, fma(n, -0x1.921fb6p+0, x));
  return fma(n, 0x1.ee59dap-50, r);
}

/// (sin(r) - r) / r^3, of z = r^2.
Lanes sineCurve(const Lanes &z) {
  if (isDouble(z))
    return polynomial(z, {/*f64 sin*/ 0x1.5d83837e9da9bp-33, -0x1.ae5e3040063a2p-26,
                          0x1.71de3531b3de8p-19, -0x1.a01a019bbeecdp-13, 0x1.111111110f5cbp-7,
                          -0x1.5555555555547p-3});
  return polynomial(z, {/*f32 sin*/ -0x1.992462p-13, 0x1.1106d6p-7, -0x1.555544p-3});
}

/// (cos(r) - 1 + r^2 / 2) / r^4, of z = r^2.
Lanes cosineCurve(const Lanes &z) {
  if (isDouble(z))
    return polynomial(z, {/*f64 cos*/ 0x1.a23d5362458dap-45, -0x1.937e3692c8889p-37,
                          0x1.1eed77d531562p-29, -0x1.27e4fb60e708bp-22, 0x1.a01a01a002002p-16,
                          -0x1.6c16c16c16b49p-10, 0x1.5555555555555p-5});
  return polynomial(z, {/*f32 cos*/ 0x1.99e5cap-16, -0x1.6c0c24p-10, 0x1.55554ap-5});
}

/// The sine for `turn` 0, the cosine for 1.
Lanes turned(const Lanes &x, int turn) {
  const double shift = roundingShift(x);
  Lanes shifted = fma(x, 2 / std::numbers::pi, shift);
  Lanes r = reduce(x, shifted - shift), z = r * r;
  Lanes sine = fma(r * z, sineCurve(z), r);
  Lanes cosine = fma(z * z, cosineCurve(z), fma(z, -0.5, 1.0));
  Lanes quadrant = bitsOf(shifted) + double(turn), one = quadrant.same(1);
  Lanes y = select((quadrant & one) != 0.0, cosine, sine);
  Lanes negative = (quadrant >> one) << one.same(8 * sizeOf(x.dtype()) - 1);
  return bitcast(bitsOf(y) ^ negative, x.dtype());
}

/// Calls a function made for this module: it has branches, which a formula must not have. That of
/// vectors is not inlined: kernels would be at most 6 % faster, and compiling them would take half
/// as long again.
Lanes callOwn(const Twine &name, const Lanes &x, function_ref<Lanes(const Lanes &)> body) {
  IRBuilder<> &ir = x.builder().ir;
  Module *module = ir.GetInsertBlock()->getModule();
  Type *type = x.value()->getType();
  const std::string full =
      ("cotan." + name + (isDouble(x) ? ".f64." : ".f32.") + Twine(x.count())).str();
  Function *function = module->getFunction(full);
  if (!function) {
    IRBuilder<>::InsertPointGuard guard(ir);
    function = Function::Create(FunctionType::get(type, {type}, false),
                                GlobalValue::InternalLinkage, full, module);
    function->setDoesNotAccessMemory();
    function->setDoesNotThrow();
    function->setWillReturn();
    if (x.count() == 1)
      function->addFnAttr(Attribute::AlwaysInline);
    ir.SetInsertPoint(BasicBlock::Create(ir.getContext(), "", function));
    ir.CreateRet(body(Lanes(x.builder(), x.dtype(), function->getArg(0))).value());
  }
  return Lanes(x.builder(), x.dtype(), ir.CreateCall(function, {x.value()}));
}

/// `near`, but a library's function if any number is large.
Lanes orLibrary(StringRef function, const Lanes &x, const Lanes &near) {
  IRBuilder<> &ir = x.builder().ir;
  BasicBlock *before = ir.GetInsertBlock();
  auto *far = BasicBlock::Create(ir.getContext(), "far", before->getParent());
  auto *after = BasicBlock::Create(ir.getContext(), "", before->getParent());
  Value *isLarge = (abs(x) > largest(x)).value();
  ir.CreateCondBr(x.count() == 1 ? isLarge : ir.CreateOrReduce(isLarge), far, after);
  ir.SetInsertPoint(far);
  Lanes library = x.builder().callLibrary(function, {x});
  ir.CreateBr(after);
  ir.SetInsertPoint(after);
  PHINode *result = ir.CreatePHI(x.value()->getType(), 2);
  result->addIncoming(near.value(), before);
  result->addIncoming(library.value(), far);
  return Lanes(x.builder(), x.dtype(), result);
}

} // namespace

Lanes sin(const Lanes &x) {
  return callOwn("sin", x, [](const Lanes &x) {
    return orLibrary("sin", x, select(x == 0.0, x, turned(x, 0))); // keeps -0
  });
}

Lanes cos(const Lanes &x) {
  return callOwn("cos", x, [](const Lanes &x) { return orLibrary("cos", x, turned(x, 1)); });
}

} // namespace cotan::math
