#include "cotan/driver/inputs.h"

#include "cotan/driver/generated_input.h"
#include "cotan/ir/types.h"
#include "cotan/support/array_text.h"
#include "cotan/support/nearest.h"
#include "cotan/support/npy.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace cotan {
namespace {

using llvm::Expected;

Expected<unsigned> findNamed(func::FuncOp function, StringRef kind, ArrayRef<StringRef> names,
                             StringRef wanted) {
  SmallVector<StringRef> known;
  for (auto [i, name] : llvm::enumerate(names)) {
    if (name == wanted && !name.empty())
      return i;
    if (!name.empty())
      known.push_back(name);
  }
  unsigned index;
  if (!wanted.getAsInteger(10, index) && index < names.size())
    return index;
  std::string list = known.empty() ? "none with a name" : "among them " + llvm::join(known, ", ");
  return llvm::createStringError("function '" + function.getName() + "' has no " + kind + " '" +
                                 wanted + "' (it has " + llvm::Twine(names.size()) +
                                 ", numbered from 0, " + list + ")" + didYouMean(wanted, known));
}

/// The inputs found so far, one place per argument.
class Binding {
public:
  explicit Binding(func::FuncOp function)
      : function(function), inputs(function.getNumArguments()) {}

  llvm::Error add(StringRef spec);
  Expected<Arrays> finish();

private:
  std::string describeArgument(unsigned index);
  Expected<unsigned> nextOpen(StringRef spec);
  llvm::Error addArchive(StringRef path);
  llvm::Error set(unsigned index, Expected<Array> array);
  Expected<Array> read(StringRef value, Type type);

  func::FuncOp function;
  SmallVector<std::optional<Array>> inputs;
};

std::string Binding::describeArgument(unsigned index) {
  StringRef name = argumentName(function, index);
  std::string position = "#" + std::to_string(index);
  return name.empty() ? "argument " + position
                      : ("argument '" + name + "' (" + position + ")").str();
}

Expected<unsigned> Binding::nextOpen(StringRef spec) {
  for (auto [i, input] : llvm::enumerate(inputs))
    if (!input)
      return i;
  return llvm::createStringError("'" + spec + "' is one too many: function '" + function.getName() +
                                 "' has " + llvm::Twine(inputs.size()) + " arguments");
}

llvm::Error checkType(const Array &array, Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  std::string found = "the input is " + describe(array);
  auto dtype = dtypeOf(getElementTypeOrSelf(type));
  if (dtype != array.dtype())
    return llvm::createStringError(found + "; convert its elements, as in x.astype(...) of NumPy");
  ArrayRef<int64_t> sizes = tensor ? tensor.getShape() : ArrayRef<int64_t>();
  bool fits = sizes.size() == array.shape().size();
  for (size_t i = 0; fits && i < sizes.size(); ++i)
    fits = ShapedType::isDynamic(sizes[i]) || sizes[i] == array.shape()[i];
  return fits ? llvm::Error::success()
              : llvm::createStringError(found + ", which has another shape");
}

llvm::Error Binding::set(unsigned index, Expected<Array> array) {
  Type type = function.getArgumentTypes()[index];
  std::string place = describeArgument(index) + " is " + printType(type);
  if (!array)
    return llvm::createStringError(place + ": " + llvm::toString(array.takeError()));
  if (inputs[index])
    return llvm::createStringError(describeArgument(index) + " is given twice");
  if (llvm::Error error = checkType(*array, type))
    return llvm::createStringError(place + ", but " + llvm::toString(std::move(error)));
  inputs[index] = std::move(*array);
  return llvm::Error::success();
}

Expected<Array> readFromArchive(StringRef path, StringRef key) {
  std::vector<std::string> names;
  auto array = readNpz(path, key, names);
  if (!array)
    return array.takeError();
  if (*array)
    return std::move(**array);
  return llvm::createStringError("'" + path + "' has no array '" + key + "' (it has " +
                                 llvm::join(names, ", ") + ")" +
                                 didYouMean(key, llvm::to_vector_of<StringRef>(names)));
}

std::optional<ArrayType> closedType(Type type) {
  auto dtype = dtypeOf(getElementTypeOrSelf(type));
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!dtype || (tensor && !tensor.hasStaticShape()))
    return std::nullopt;
  return ArrayType{*dtype,
                   tensor ? SmallVector<int64_t>(tensor.getShape()) : SmallVector<int64_t>()};
}

Expected<Array> Binding::read(StringRef value, Type type) {
  if (asksForGenerated(value))
    return generateInput(value, closedType(type));
  if (value.ends_with(".npy"))
    return readNpy(value);
  if (size_t end = value.rfind(".npz:"); end != StringRef::npos)
    return readFromArchive(value.take_front(end + 4), value.drop_front(end + 5));
  if (value.ends_with(".npz"))
    return llvm::createStringError("'" + value + "' holds several arrays; choose one: " + value +
                                   ":NAME");
  auto dtype = dtypeOf(getElementTypeOrSelf(type));
  if (!dtype)
    return llvm::createStringError(
        "a value of this type cannot be given; tensors, integers and floats can");
  return parseArray(value, *dtype);
}

llvm::Error Binding::addArchive(StringRef path) {
  auto arrays = readNpz(path);
  if (!arrays)
    return arrays.takeError();
  for (auto &[name, array] : *arrays) {
    auto index = findArgument(function, name);
    if (!index)
      return index.takeError();
    if (llvm::Error error = set(*index, array))
      return error;
  }
  return llvm::Error::success();
}

llvm::Error Binding::add(StringRef spec) {
  auto [name, value] = spec.split('=');
  if (!spec.contains('=')) {
    if (spec.ends_with(".npz"))
      return addArchive(spec);
    auto index = nextOpen(spec);
    if (!index)
      return index.takeError();
    return set(*index, read(spec, function.getArgumentTypes()[*index]));
  }
  auto index = findArgument(function, name.trim());
  if (!index)
    return index.takeError();
  return set(*index, read(value, function.getArgumentTypes()[*index]));
}

Expected<Arrays> Binding::finish() {
  Arrays arrays;
  std::string missing;
  for (auto [i, input] : llvm::enumerate(inputs)) {
    if (input)
      arrays.push_back(std::move(*input));
    else
      missing += (missing.empty() ? "" : ", ") + describeArgument(i) + " : " +
                 printType(function.getArgumentTypes()[i]);
  }
  if (missing.empty())
    return arrays;
  return llvm::createStringError("function '" + function.getName() + "' needs an --input for " +
                                 missing);
}

} // namespace

StringRef argumentName(func::FuncOp function, unsigned index) {
  auto name = function.getArgAttrOfType<StringAttr>(index, "cotan.name");
  return name ? name.getValue() : "";
}

StringRef resultName(func::FuncOp function, unsigned index) {
  auto name = function.getResultAttrOfType<StringAttr>(index, "cotan.name");
  return name ? name.getValue() : "";
}

Expected<unsigned> findArgument(func::FuncOp function, StringRef name) {
  SmallVector<StringRef> names;
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    names.push_back(argumentName(function, i));
  return findNamed(function, "argument", names, name);
}

Expected<unsigned> findResult(func::FuncOp function, StringRef name) {
  SmallVector<StringRef> names;
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    names.push_back(resultName(function, i));
  return findNamed(function, "result", names, name);
}

Expected<Arrays> bindInputs(func::FuncOp function, ArrayRef<std::string> specs) {
  Binding binding(function);
  for (StringRef spec : specs) {
    try {
      if (llvm::Error error = binding.add(spec))
        return llvm::createStringError("--input " + spec + ": " + llvm::toString(std::move(error)));
    } catch (const EvaluationError &error) { // too large
      return llvm::createStringError("--input " + spec + ": " + error.what());
    }
  }
  return binding.finish();
}

} // namespace cotan
