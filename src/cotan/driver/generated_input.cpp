#include "cotan/driver/generated_input.h"

#include "cotan/support/array_text.h"

#include "llvm/ADT/StringExtras.h"

#include <cmath>
#include <random>

namespace cotan {
namespace {

struct Request {
  llvm::StringRef kind;
  std::optional<ArrayType> type;
  uint64_t seed = 0;
  std::optional<std::pair<double, double>> range;
};

llvm::Error parseRange(llvm::ArrayRef<llvm::StringRef> parts, Request &request) {
  double low, high;
  if (request.kind != "uniform" || parts.size() != 2 || parts[0].getAsDouble(low) ||
      parts[1].getAsDouble(high) || !(low < high))
    return llvm::createStringError("expected uniform:TYPE:SEED:LOW:HIGH with LOW < HIGH");
  request.range = {low, high};
  return llvm::Error::success();
}

llvm::Expected<Request> parseRequest(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef> parts;
  text.split(parts, ':');
  Request request{parts[0], {}, 0, {}};
  auto rest = llvm::ArrayRef(parts).drop_front();
  if (!rest.empty() && !rest[0].empty() && llvm::isAlpha(rest[0][0])) {
    auto type = parseArrayType(rest[0]);
    if (!type)
      return type.takeError();
    request.type = *type;
    rest = rest.drop_front();
  }
  bool isRandom = request.kind == "uniform" || request.kind == "normal";
  if (!rest.empty() && isRandom) {
    if (rest[0].getAsInteger(10, request.seed))
      return llvm::createStringError("the seed '" + rest[0] + "' is not a whole number from 0 on");
    rest = rest.drop_front();
  }
  if (!rest.empty())
    if (llvm::Error error = parseRange(rest, request))
      return error;
  return request;
}

/// Numbers from [0, 1), the same everywhere: std's distributions differ between libraries.
class Random {
public:
  explicit Random(uint64_t seed) : engine(seed) {}

  double uniform() { return std::ldexp(double(engine() >> 11), -53); }
  double normal() { // Box and Muller's method
    double radius = std::sqrt(-2 * std::log1p(-uniform()));
    return radius * std::cos(2 * M_PI * uniform());
  }

private:
  std::mt19937_64 engine;
};

template <typename F> Array fill(const ArrayType &type, F next) {
  Array array(type.dtype, type.shape);
  visitStored(type.dtype, [&](auto element) {
    using T = decltype(element);
    for (T &value : array.mutableValues<T>())
      value = static_cast<T>(next());
  });
  return array;
}

} // namespace

llvm::Expected<ArrayType> parseArrayType(llvm::StringRef text) {
  auto [name, sizes] = text.split('[');
  std::optional<DType> dtype = dtypeNamed(name.trim());
  if (!dtype) {
    std::string others;
    for (unsigned i = unsigned(DType::f16); i < numDTypes; ++i)
      others += ", " + nameOf(DType(i)).str();
    return llvm::createStringError(
        "'" + name + "' is no element type; there are i1, i8 to i64, ui8 to ui64" + others);
  }
  ArrayType type{*dtype, {}};
  if (!text.contains('['))
    return type;
  if (!sizes.consume_back("]"))
    return llvm::createStringError("a ']' is missing in '" + text + "'");
  llvm::SmallVector<llvm::StringRef> parts;
  sizes.split(parts, ',', -1, /*KeepEmpty=*/!sizes.trim().empty());
  for (llvm::StringRef part : parts) {
    uint64_t size;
    if (part.trim().getAsInteger(10, size) || size > uint64_t(INT64_MAX))
      return llvm::createStringError("'" + part + "' is no size in '" + text + "'");
    type.shape.push_back(int64_t(size));
  }
  return type;
}

bool asksForGenerated(llvm::StringRef text) {
  llvm::StringRef kind = text.split(':').first;
  return kind == "uniform" || kind == "normal" || kind == "zeros" || kind == "ones";
}

static llvm::Expected<Array> generate(const Request &request, const ArrayType &type) {
  if (request.kind == "zeros" || request.kind == "ones")
    return fill(type, [value = request.kind == "ones"] { return double(value); });
  Random random(request.seed);
  if (isComplex(type.dtype)) { // both parts
    ArrayType parts{partOf(type.dtype), type.shape};
    parts.shape.push_back(2);
    auto made = generate(request, parts);
    return made ? made->asComplex() : std::move(made);
  }
  if (request.kind == "normal") {
    if (!isFloat(type.dtype))
      return llvm::createStringError("normal makes floating-point numbers, not " +
                                     nameOf(type.dtype));
    return fill(type, [&] { return random.normal(); });
  }
  if (!isFloat(type.dtype) && type.dtype != DType::i1 && !request.range)
    return llvm::createStringError("random integers need a range: uniform:" + nameOf(type.dtype) +
                                   "[3]:SEED:LOW:HIGH");
  auto [low, high] = request.range.value_or(std::pair(0.0, type.dtype == DType::i1 ? 2.0 : 1.0));
  return fill(type, [&, low = low, high = high] {
    double value = low + (high - low) * random.uniform();
    return isFloat(type.dtype) ? value : std::floor(value);
  });
}

llvm::Expected<Array> generateInput(llvm::StringRef text,
                                    const std::optional<ArrayType> &expected) {
  auto request = parseRequest(text);
  if (!request)
    return request.takeError();
  const std::optional<ArrayType> &type = request->type ? request->type : expected;
  if (!type)
    return llvm::createStringError("the argument's type leaves sizes open; say them, as in " +
                                   request->kind + ":f64[3]");
  return generate(*request, *type);
}

} // namespace cotan
