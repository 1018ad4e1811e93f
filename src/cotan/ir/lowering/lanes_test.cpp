// Numbers in generated code against C's library, and the ground the tests of operators stand on.
#include "cotan/ir/lowering/lanes_test.h"

#include "cotan/codegen/cpu/sleef.h"
#include "cotan/codegen/cpu/target.h"
#include "cotan/runtime/symbols.h"

#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/TargetSelect.h"

#include "gtest/gtest.h"

#include <cmath>

using namespace llvm;

namespace cotan {

TestElement::TestElement(LaneBuilder &builder, ArrayRef<Array> operands, Value *data, Value *first,
                         unsigned count)
    : lanes(builder), operands(operands), data(data), count(count) {
  positions = {Position(builder, int64_t(0)), Position(builder, first, 1)};
}

Lanes TestElement::read(unsigned i, ArrayRef<Position> at) {
  IRBuilder<> &ir = lanes.ir;
  const DType dtype = operands[i].dtype();
  Value *base = ir.CreateLoad(ir.getPtrTy(), ir.CreateConstGEP1_64(ir.getPtrTy(), data, i));
  const unsigned wide = !at.empty() && at.back().varies() ? count : 1;
  Value *place = at.empty() ? ir.getInt64(0) : at.back().first();
  Value *address = ir.CreateGEP(lanes.memoryType(dtype), base, place);
  return lanes.fromMemory(dtype,
                          ir.CreateAlignedLoad(lanes.memoryType(dtype, wide), address, Align(1)));
}

Lanes TestElement::readIf(const Lanes &, unsigned, ArrayRef<Position>, const Lanes &) {
  llvm_unreachable("no elementwise operator asks");
}

Value *TestElement::size(unsigned i, unsigned axis) {
  return lanes.ir.getInt64(operands[i].shape()[axis]);
}

/// What this computer can be taken for, the strongest first.
static ArrayRef<std::unique_ptr<Target>> processors() {
  static const std::vector<std::unique_ptr<Target>> all = hostLevels();
  return all;
}

Width::Width(unsigned lanes) : Width(lanes, *processors().front()) {}

std::vector<Width> widths() {
  std::vector<Width> all = {1, 4};
  for (const std::unique_ptr<Target> &processor : processors())
    all.push_back({16, *processor});
  return all;
}

std::string toString(const Width &width) {
  return (Twine(width.lanes) + " lanes on " + width.processor.name).str();
}

static std::unique_ptr<orc::LLJIT> makeJit() {
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  auto machine = cantFail(orc::JITTargetMachineBuilder::detectHost());
  machine.setCodeGenOptLevel(CodeGenOptLevel::Less); // as programs'
  auto jit = cantFail(orc::LLJITBuilder().setJITTargetMachineBuilder(std::move(machine)).create());
  const char prefix = jit->getDataLayout().getGlobalPrefix();
  orc::SymbolMap known;
  for (const runtime::Symbol &symbol : runtime::symbols())
    known[jit->mangleAndIntern(symbol.name)] = {orc::ExecutorAddr::fromPtr(symbol.address),
                                                JITSymbolFlags::Exported};
  cantFail(jit->getMainJITDylib().define(orc::absoluteSymbols(known)));
  auto add_library = [&](auto generator) {
    jit->getMainJITDylib().addGenerator(cantFail(std::move(generator)));
  };
  add_library(orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(prefix));
  add_library(orc::DynamicLibrarySearchGenerator::Load(sleefLibrary, prefix));
  return jit;
}

Array runFormula(function_ref<Lanes(Element &)> formula, ArrayRef<Array> operands, int64_t length,
                 const Width &width) {
  const auto &[count, processor] = width;
  static std::unique_ptr<orc::LLJIT> jit = makeJit();
  static int compiled = 0;
  auto context = std::make_unique<LLVMContext>();
  auto module = std::make_unique<Module>("formula", *context);
  module->setDataLayout(jit->getDataLayout());
  IRBuilder<> ir(*context);
  auto *type = FunctionType::get(ir.getVoidTy(), {ir.getPtrTy(), ir.getPtrTy(), ir.getInt64Ty()},
                                 /*isVarArg=*/false);
  const std::string name = "formula" + std::to_string(compiled++);
  auto *function = Function::Create(type, Function::ExternalLinkage, name, *module);
  ir.SetInsertPoint(BasicBlock::Create(*context, "", function));
  LaneBuilder builder(ir, processor);
  TestElement element(builder, operands, function->getArg(0), function->getArg(2), count);
  Lanes result = builder.repeat(formula(element), count);
  const DType dtype = result.dtype();
  Value *address =
      ir.CreateGEP(builder.memoryType(dtype), function->getArg(1), function->getArg(2));
  ir.CreateAlignedStore(builder.toMemory(result), address, Align(1));
  ir.CreateRetVoid();
  EXPECT_FALSE(verifyFunction(*function, &errs()));

  cantFail(jit->addIRModule(orc::ThreadSafeModule(std::move(module), std::move(context))));
  auto *code = cantFail(jit->lookup(name)).toPtr<void(const void *const *, void *, int64_t)>();
  SmallVector<const void *> data;
  for (const Array &operand : operands)
    data.push_back(operand.data());
  Array answer(dtype, {length});
  for (int64_t first = 0; first < length; first += count)
    code(data.data(), answer.mutableData(), first);
  return answer;
}

} // namespace cotan

using namespace cotan;

namespace {

template <typename T> Array arrayOf(DType dtype, ArrayRef<T> numbers) {
  Array array(dtype, {int64_t(numbers.size())});
  copy(numbers, array.mutableValues<T>().begin());
  return array;
}

const double inf = INFINITY;
const double points[] = {0.0,  -0.0, 1.0,  -1.0, 0.5,  -0.75, 3.25,  -7.5,
                         1e-9, 20.0, 1e30, inf,  -inf, NAN,   -1e10, 88.0};

/// Compares a function with C's in f64 and f32, on vectors narrower and wider than a register.
void check(StringRef name, double (*function)(double)) {
  Array x = arrayOf<double>(DType::f64, points);
  for (const Width &width : widths()) {
    Array y = runFormula([&](Element &e) { return call(name, e[0]); }, {x}, 16, width);
    Array narrow = runFormula([&](Element &e) { return call(name, convert(e[0], DType::f32)); },
                              {x}, 16, width);
    for (int i = 0; i < 16; ++i) {
      const double expected = function(points[i]);
      const double nearly = static_cast<float>(function(static_cast<float>(points[i])));
      const std::string place =
          name.str() + "(" + std::to_string(points[i]) + ") of " + toString(width);
      if (std::isnan(expected)) {
        EXPECT_TRUE(std::isnan(y.asDouble(i)) && std::isnan(narrow.asDouble(i))) << place;
        continue;
      }
      EXPECT_DOUBLE_EQ(y.asDouble(i), expected) << place;
      EXPECT_FLOAT_EQ(narrow.asDouble(i), nearly) << place;
      EXPECT_EQ(std::signbit(y.asDouble(i)), std::signbit(expected)) << place;
    }
  }
}

} // namespace

TEST(Lanes, functions_agree_with_the_c_library) {
  check("sin", std::sin);
  check("exp", std::exp);
  check("tanh", std::tanh);
  check("log1p", std::log1p);
  check("erfc", std::erfc);
  check("cbrt", std::cbrt);
}

TEST(Lanes, functions_of_two_numbers_agree_with_the_c_library) {
  std::vector<double> left, right;
  for (double x : points)
    for (double y : points)
      left.push_back(x), right.push_back(y);
  Array x = arrayOf<double>(DType::f64, left), y = arrayOf<double>(DType::f64, right);
  for (const Width &width : widths()) {
    Array power =
        runFormula([&](Element &e) { return call("pow", e[0], e[1]); }, {x, y}, 256, width);
    Array rest = runFormula([&](Element &e) { return remainder(e[0], e[1]); }, {x, y}, 256, width);
    for (int i = 0; i < 256; ++i) {
      const double expected[] = {std::pow(left[i], right[i]), std::fmod(left[i], right[i])};
      const double found[] = {power.asDouble(i), rest.asDouble(i)};
      for (int j : {0, 1})
        if (std::isnan(expected[j]))
          EXPECT_TRUE(std::isnan(found[j])) << left[i] << ", " << right[i];
        else
          EXPECT_DOUBLE_EQ(found[j], expected[j]) << left[i] << ", " << right[i];
    }
  }
}

/// IEEE 754-2019: any NaN is the result, and -0 < 0.
static double extremumOf(double x, double y, bool largest) {
  if (std::isnan(x) || std::isnan(y))
    return NAN;
  if (x == y)
    return std::signbit(x) == largest ? y : x;
  return (x > y) == largest ? x : y;
}

TEST(Lanes, extrema_are_those_of_ieee) {
  std::vector<double> left, right;
  for (double x : points)
    for (double y : points) // NaN of both signs
      left.push_back(x), right.push_back(std::isnan(y) && !std::isnan(x) ? -y : y);
  for (DType dtype : {DType::f64, DType::f32, DType::bf16})
    for (const Width &width : widths())
      for (bool largest : {false, true}) {
        Array x = arrayOf<double>(DType::f64, left), y = arrayOf<double>(DType::f64, right);
        auto formula = [&](Element &e) {
          Lanes a = convert(e[0], dtype), b = convert(e[1], dtype);
          return convert(largest ? maximum(a, b) : minimum(a, b), DType::f64);
        };
        Array found = runFormula(formula, {x, y}, 256, width);
        Array narrowX = runFormula([&](Element &e) { return convert(e[0], dtype); }, {x}, 256, 1);
        Array narrowY = runFormula([&](Element &e) { return convert(e[0], dtype); }, {y}, 256, 1);
        for (int i = 0; i < 256; ++i) {
          double expected = extremumOf(narrowX.asDouble(i), narrowY.asDouble(i), largest);
          const double result = found.asDouble(i);
          EXPECT_TRUE(std::isnan(expected)
                          ? std::isnan(result)
                          : result == expected && std::signbit(result) == std::signbit(expected))
              << left[i] << ", " << right[i] << " of " << toString(width) << ": " << result;
        }
      }
}

/// Every operation on f16 and bf16 is rounded as the arrays' own types round.
template <typename Small> static void checkRounding(DType dtype) {
  std::vector<double> wide;
  for (int i = 0; i < 1024; ++i) // around halfway between two neighbours, and near the ends
    wide.push_back(
        std::ldexp(1 + (2 * (i % 64) + 1) / 4096.0 + (i / 64 % 3 - 1) * 1e-12, i % 160 - 80));
  Array x = arrayOf<double>(DType::f64, wide);
  for (const Width &width : widths()) {
    Array rounded = runFormula([&](Element &e) { return convert(e[0], dtype); }, {x}, 1024, width);
    Array sum =
        runFormula([&](Element &e) { return convert(e[0], dtype) + convert(e[0] * 0.01, dtype); },
                   {x}, 1024, width);
    for (int i = 0; i < 1024; ++i) {
      EXPECT_EQ(rounded.asDouble(i), double(Small(wide[i]))) << wide[i];
      EXPECT_EQ(sum.asDouble(i), double(Small(Small(wide[i]) + Small(wide[i] * 0.01)))) << wide[i];
    }
  }
}

TEST(Lanes, half_precision_is_rounded_once) {
  checkRounding<Float16>(DType::f16);
  checkRounding<BFloat16>(DType::bf16);
}

TEST(Lanes, log1p_is_finite_for_the_largest_number) {
  Array x = arrayOf<double>(DType::f64, std::vector<double>(16, 1.7e308));
  Array y = runFormula([&](Element &e) { return log1p(e[0]); }, {x}, 16, 16);
  EXPECT_DOUBLE_EQ(y.asDouble(), std::log1p(1.7e308));
}
