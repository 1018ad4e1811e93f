// Keys of random kernels: those that differ in one thing have keys that differ, those that are
// written otherwise have the same.
#include "cotan/codegen/kernel_key.h"

#include "cotan/driver/registry.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"

#include <gtest/gtest.h>

#include <random>

using namespace cotan;
using namespace mlir;

namespace {

/// An op of a kernel. Operands are numbers of values, of which the arguments are the first.
struct Step {
  std::string op;
  std::vector<unsigned> operands;
  std::string attribute; // axes, or the number a constant is
};

/// A kernel whose values all have one type but for 0-d constants and a sum.
struct Recipe {
  std::string element = "f32", shape = "4x6", sizes = "4, 6";
  unsigned arguments = 2;
  std::vector<Step> steps;
  std::vector<unsigned> yields;
  std::string sumAxes = "0";
  bool byRows = false;
};

/// How a kernel is written. Nothing of it may matter.
struct Writing {
  std::string valueName = "v", block = "bb0", location, before;
  bool turnsAttributes = false;
};

const std::vector<std::string> unaries = {"sin", "exp", "neg"},
                               binaries = {"add", "mul", "maximum"};

class KernelText {
public:
  KernelText(const Recipe &recipe, const Writing &writing, bool showsIntegers)
      : recipe(recipe), writing(writing), showsIntegers(showsIntegers),
        type("tensor<" + recipe.shape + "x" + recipe.element + ">") {}

  std::string function() const {
    const std::string from = list(recipe.arguments, [&](unsigned) { return type; });
    std::string text = "func.func @" + writing.block + "(";
    text +=
        list(recipe.arguments, [&](unsigned i) { return "%in" + std::to_string(i) + ": " + type; });
    text += ") {\n" + writing.before + "  %out:" + std::to_string(recipe.yields.size() + 1);
    text += std::string(" = code.kernel") + (recipe.byRows ? " by_rows " : "") + "(";
    text += list(recipe.arguments, [](unsigned i) { return "%in" + std::to_string(i); });
    text += ") : (" + from + ") -> (" + yieldTypes() + ") {\n  ^" + writing.block + "(";
    text += list(recipe.arguments, [&](unsigned i) { return name(i) + ": " + type; });
    return text + "):\n" + body() + "  }" + writing.location + "\n  return\n}\n";
  }

private:
  template <typename F> static std::string list(unsigned count, F item) {
    return llvm::join(llvm::map_range(llvm::seq(count), item), ", ");
  }
  std::string name(unsigned value) const { return "%" + writing.valueName + std::to_string(value); }
  std::string sumType() const {
    const size_t first = recipe.shape.find('x');
    const std::string left =
        recipe.sumAxes == "0" ? recipe.shape.substr(first + 1) : recipe.shape.substr(0, first);
    return "tensor<" + left + "x" + recipe.element + ">";
  }
  std::string yieldTypes() const {
    return list(recipe.yields.size(), [&](unsigned) { return type; }) + ", " + sumType();
  }

  std::string body() const {
    std::string text;
    for (auto [i, step] : llvm::enumerate(recipe.steps))
      text += write(step, name(recipe.arguments + i));
    text += "  %sum = prim.sum " + name(recipe.yields[0]) + " axes [" + recipe.sumAxes +
            "] : " + type + writing.location + "\n  code.yield ";
    text += list(recipe.yields.size(), [&](unsigned i) { return name(recipe.yields[i]); });
    return text + ", %sum : " + yieldTypes() + writing.location + "\n";
  }

  std::string write(const Step &step, const std::string &result) const {
    const std::string end = writing.location + "\n", is = "  " + result + " = prim.";
    std::string operands =
        list(step.operands.size(), [&](unsigned i) { return name(step.operands[i]); });
    if (step.op == "flip")
      return is + "flip " + operands + " axes [" + step.attribute + "] : " + type + end;
    if (step.op == "slice")
      return slice(operands, result) + end;
    if (step.op == "number")
      return constant(result, recipe.element, step.attribute) + is + "broadcast " + result +
             "c : tensor<" + recipe.element + "> -> " + type + end;
    if (step.op == "integer") {
      const std::string wide = "tensor<" + recipe.shape + "xi64>";
      return constant(result, "i64", showsIntegers ? step.attribute : "0") + "  " + result +
             "b = prim.broadcast " + result + "c : tensor<i64> -> " + wide + end + is + "cast " +
             result + "b : " + wide + " -> " + type + end;
    }
    return is + step.op + " " + operands + " : " + type + end;
  }

  std::string constant(const std::string &result, const std::string &element,
                       const std::string &value) const {
    return "  " + result + "c = prim.constant dense<" + value + "> : tensor<" + element + ">" +
           writing.location + "\n";
  }

  /// All of the tensor, with attributes in either order.
  std::string slice(const std::string &operand, const std::string &result) const {
    std::string starts = "starts = array<i64: 0, 0>", strides = "strides = array<i64: 1, 1>";
    if (writing.turnsAttributes)
      std::swap(starts, strides);
    return "  " + result + " = \"prim.slice\"(" + operand + ") <{" + starts +
           ", limits = array<i64: " + recipe.sizes + ">, " + strides + "}> : (" + type + ") -> " +
           type;
  }

  const Recipe &recipe;
  const Writing &writing;
  const bool showsIntegers;
  const std::string type;
};

std::string textOf(const Recipe &recipe, const Writing &writing = {}, bool showsIntegers = true) {
  return KernelText(recipe, writing, showsIntegers).function();
}

Recipe randomRecipe(std::mt19937 &random) {
  auto below = [&](size_t count) { return unsigned(random() % count); };
  Recipe recipe;
  recipe.arguments = 1 + below(3);
  const unsigned count = 3 + below(6);
  for (unsigned i = 0; i < count; ++i) {
    auto value = [&] { return below(recipe.arguments + i); };
    switch (below(6)) {
    case 0: recipe.steps.push_back({unaries[below(3)], {value()}, ""}); break;
    case 1: recipe.steps.push_back({"flip", {value()}, below(2) ? "0" : "1"}); break;
    case 2: recipe.steps.push_back({"slice", {value()}, ""}); break;
    case 3: recipe.steps.push_back({"number", {}, std::to_string(below(4)) + ".5"}); break;
    case 4: recipe.steps.push_back({"integer", {}, std::to_string(below(4))}); break;
    default: recipe.steps.push_back({binaries[below(3)], {value(), value()}, ""});
    }
  }
  for (unsigned i = 0; i < 1 + below(2); ++i)
    recipe.yields.push_back(below(recipe.arguments + count));
  return recipe;
}

/// Kernels with one step changed.
void changeStep(const Recipe &recipe, unsigned number, std::vector<Recipe> &changed) {
  auto change = [&](auto f) {
    changed.push_back(recipe);
    f(changed.back().steps[number]);
  };
  const Step &own = recipe.steps[number];
  for (const auto &ops : {unaries, binaries})
    if (llvm::is_contained(ops, own.op))
      for (const std::string &op : ops)
        change([&](Step &step) { step.op = op; });
  if (own.op == "flip")
    for (const char *axes : {"0", "1", "0, 1", ""})
      change([&](Step &step) { step.attribute = axes; });
  if (own.op == "number")
    for (const char *value : {"0.0", "-0.0", "0x7FC00000", "0x7FC00001"})
      if (recipe.element == "f32")
        change([&](Step &step) { step.attribute = value; });
  if (own.op == "integer")
    change([](Step &step) { step.attribute = "-1"; });
  for (unsigned i = 0; i < own.operands.size(); ++i)
    for (unsigned value = 0; value < recipe.arguments + number; ++value)
      change([&](Step &step) { step.operands[i] = value; });
  if (own.operands.size() == 2)
    change([](Step &step) { std::swap(step.operands[0], step.operands[1]); });
}

void addArgument(Recipe &recipe) {
  const unsigned added = recipe.arguments++;
  auto move = [&](std::vector<unsigned> &values) {
    for (unsigned &value : values)
      value += value >= added;
  };
  for (Step &step : recipe.steps)
    move(step.operands);
  move(recipe.yields);
}

/// Kernels that differ in one thing from this one. Some are it again.
std::vector<Recipe> neighboursOf(const Recipe &recipe) {
  std::vector<Recipe> changed;
  for (unsigned i = 0; i < recipe.steps.size(); ++i)
    changeStep(recipe, i, changed);
  auto change = [&](auto f) {
    changed.push_back(recipe);
    f(changed.back());
  };
  change([](Recipe &r) { r.element = "f64"; });
  change([](Recipe &r) { r.shape = "6x4", r.sizes = "6, 4"; });
  change([](Recipe &r) { r.sumAxes = "1"; });
  change([](Recipe &r) { r.byRows = true; });
  change([](Recipe &r) { r.steps.push_back({"sin", {0}, ""}); });
  change([](Recipe &r) { r.yields.push_back(0); });
  change([](Recipe &r) { addArgument(r); });
  change([](Recipe &r) { std::reverse(r.yields.begin(), r.yields.end()); });
  for (unsigned value = 0; value < recipe.arguments + recipe.steps.size(); ++value)
    change([&](Recipe &r) { r.yields.back() = value; });
  return changed;
}

class KernelKeys : public testing::Test {
protected:
  KernelKeys() : context(registry(), MLIRContext::Threading::DISABLED) {}

  /// Of the last kernel in a text.
  KernelKey keyIn(const std::string &text, KernelKey (*key)(code::KernelOp) = keyOf) {
    ParserConfig config(&context, /*verifyAfterParse=*/false); // not all go over rows
    auto module = parseSourceString<ModuleOp>(text, config);
    EXPECT_TRUE(module) << text;
    code::KernelOp last;
    if (module)
      module->walk([&](code::KernelOp kernel) { last = kernel; });
    return last ? key(last) : KernelKey();
  }

  static DialectRegistry registry() {
    DialectRegistry registry;
    registerEverything(registry);
    return registry;
  }
  MLIRContext context;
  std::mt19937 random{1};
};

TEST_F(KernelKeys, differ_where_kernels_do) {
  for (int i = 0; i < 100; ++i) {
    const Recipe recipe = randomRecipe(random);
    const std::string own = textOf(recipe), withoutIntegers = textOf(recipe, {}, false);
    const KernelKey key = keyIn(own), less = keyIn(own, keyWithoutIntegers);
    for (const Recipe &other : neighboursOf(recipe)) {
      const std::string text = textOf(other);
      EXPECT_EQ(keyIn(text) == key, text == own) << own << text;
      EXPECT_EQ(keyIn(text, keyWithoutIntegers) == less,
                textOf(other, {}, false) == withoutIntegers)
          << own << text;
    }
  }
}

TEST_F(KernelKeys, are_the_same_however_kernels_are_written) {
  for (int i = 0; i < 100; ++i) {
    const Recipe recipe = randomRecipe(random);
    const KernelKey key = keyIn(textOf(recipe));
    const std::string other = textOf(randomRecipe(random), {"w", "other", "", "", false});
    for (const Writing &writing :
         {Writing{"value", "block", "", "", false},
          {"v", "bb0", " loc(\"a.py\":3:4)", "", false},
          {"v", "bb0", "", "  %before = prim.sin %in0 : tensor<4x6xf32>\n", false},
          {"v", "bb0", "", "", true}})
      EXPECT_EQ(keyIn(other + textOf(recipe, writing)), key) << textOf(recipe, writing);
  }
}

TEST_F(KernelKeys, tell_sizes_that_are_open) {
  auto text = [](const std::string &type) {
    return "func.func @f(%x: " + type + ") {\n  %y = code.kernel(%x) : (" + type + ") -> " + type +
           " {\n  ^bb0(%a: " + type + "):\n    %b = prim.sin %a : " + type +
           "\n    code.yield %b : " + type + "\n  }\n  return\n}\n";
  };
  std::vector<KernelKey> keys;
  for (const char *type : {"tensor<4x6xf32>", "tensor<?x6xf32>", "tensor<4x?xf32>",
                           "tensor<?x?xf32>", "tensor<24xf32>", "tensor<4x6x1xf32>"})
    keys.push_back(keyIn(text(type)));
  for (size_t i = 0; i < keys.size(); ++i)
    EXPECT_EQ(llvm::count(keys, keys[i]), 1) << i;
}

} // namespace
