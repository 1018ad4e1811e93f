// The tensor of the front doors: a handle, cheap to copy, of numbers or of a value of a function
// that is being traced.
#pragma once

#include "cotan/tensor/dtype.h"
#include "cotan/trace/error.h"

#include <algorithm>
#include <complex>
#include <concepts>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <ostream>
#include <span>
#include <string>
#include <vector>

namespace cotan::trace {
class TensorBody;
}

namespace ct {

/// The sizes of a tensor's axes. It is a type of its own, as only sizes may be open: where one
/// stands there is no number to compute with, so nothing else is ever made of a traced tensor.
struct Shape : std::vector<int64_t> {
  Shape() = default;
  Shape(std::vector<int64_t> sizes) : std::vector<int64_t>(std::move(sizes)) {}
  Shape(std::initializer_list<int64_t> sizes) : std::vector<int64_t>(sizes) {}
  Shape(size_t count, int64_t size) : std::vector<int64_t>(count, size) {}
  template <std::input_iterator It> Shape(It first, It last) : std::vector<int64_t>(first, last) {}
  Shape(const struct Sizes &sizes);
  /// That of a vector: ct::zeros(3).
  template <std::integral T> Shape(T size) : std::vector<int64_t>(1, int64_t(size)) {}
};
/// The sizes of a tensor that is still there.
struct Sizes : std::span<const int64_t> {
  explicit Sizes(std::span<const int64_t> sizes) : std::span<const int64_t>(sizes) {}
};
inline Shape::Shape(const Sizes &sizes) : Shape(sizes.begin(), sizes.end()) {}
inline bool operator==(const Sizes &x, const Sizes &y) {
  return std::equal(x.begin(), x.end(), y.begin(), y.end());
}
inline bool operator==(const Sizes &x, const Shape &y) {
  return std::equal(x.begin(), x.end(), y.begin(), y.end());
}
/// As in Python: (2, 3).
std::ostream &operator<<(std::ostream &out, const Shape &shape);
std::ostream &operator<<(std::ostream &out, const Sizes &sizes);

/// A number of the language, which takes the element type of what it meets.
template <typename T>
concept Number = std::integral<T> || std::floating_point<T>;

class Tensor {
public:
  /// An f32 scalar, 0.
  Tensor();
  template <Number T> Tensor(T number) : Tensor(makeNumber(number)) {}
  Tensor(std::complex<double> number);
  Tensor(const Tensor &other);
  Tensor(Tensor &&other) noexcept;
  Tensor &operator=(Tensor other) noexcept;
  ~Tensor();

  /// The element type.
  DType dtype() const;
  /// The sizes of the axes; throws if one of them is open: known only when the program runs.
  Sizes shape() const;
  /// The number of axes.
  int64_t ndim() const;
  /// The number of elements; throws if it is open.
  int64_t size() const;
  /// Whether it is a value of a function that is being traced, and so has no elements yet.
  bool isTraced() const;
  /// Whether its element type gives way to others, as that of numbers does.
  bool isWeak() const;

  /// The elements in row-major order. Throws if it is traced.
  const void *data() const;
  /// The one element, converted; throws if there are several.
  template <Number T> T item() const {
    return std::integral<T> && !std::same_as<T, bool> ? T(integer()) : T(real());
  }
  /// All elements, converted.
  template <Number T> std::vector<T> values() const {
    std::vector<T> result;
    for (int64_t i = 0; i < size(); ++i)
      if constexpr (std::integral<T>)
        result.push_back(T(integerAt(i)));
      else
        result.push_back(T(realAt(i)));
    return result;
  }
  /// The element of this number in row-major order: realAt, complexAt, integerAt.
  double realAt(int64_t index) const;
  std::complex<double> complexAt(int64_t index) const;
  int64_t integerAt(int64_t index) const;

  /// The elements as NumPy prints them; of a traced tensor, its type.
  std::string str() const;
  friend std::ostream &operator<<(std::ostream &out, const Tensor &x) { return out << x.str(); }

  using Body = cotan::trace::TensorBody;
  explicit Tensor(Body *body);
  Body *body() const { return held; }

private:
  static Tensor makeNumber(double number);
  static Tensor makeNumber(int64_t number);
  static Tensor makeNumber(uint64_t number);
  static Tensor makeNumber(bool number);
  template <std::floating_point T> static Tensor makeNumber(T number) {
    return makeNumber(double(number));
  }
  template <std::integral T> static Tensor makeNumber(T number) {
    return makeNumber(int64_t(number));
  }
  double real() const;
  int64_t integer() const;

  Body *held; // shared with other handles
};

/// A number as a tensor of its own, whose element type still gives way to others; what is one
/// already.
Tensor weakScalar(const Tensor &number);

/// A tensor with these elements; a copy of them.
template <Number T> Tensor array(const std::vector<T> &values, Shape shape = {});
/// The same from memory of this element type.
Tensor fromBytes(const void *data, DType dtype, const Shape &shape);
/// Without a copy: `owner` keeps the memory alive, which must not change. It is aligned as the
/// elements are.
Tensor fromMemory(void *data, DType dtype, const Shape &shape, std::shared_ptr<void> owner);

/// That of a number of C++: dtypeOfType(1.0) is float64.
DType dtypeOfType(bool), dtypeOfType(int8_t), dtypeOfType(int16_t), dtypeOfType(int32_t),
    dtypeOfType(int64_t), dtypeOfType(uint8_t), dtypeOfType(uint16_t), dtypeOfType(uint32_t),
    dtypeOfType(uint64_t), dtypeOfType(float), dtypeOfType(double);

template <Number T> Tensor array(const std::vector<T> &values, Shape shape) {
  if (shape.empty())
    shape = {int64_t(values.size())};
  if constexpr (std::same_as<T, bool>) { // its vector holds bits
    std::vector<uint8_t> bytes(values.begin(), values.end());
    return fromBytes(bytes.data(), DType::bool_, shape);
  } else {
    return fromBytes(values.data(), dtypeOfType(T()), shape);
  }
}
template <Number T> Tensor array(std::initializer_list<T> values, Shape shape = {}) {
  return array(std::vector<T>(values), std::move(shape));
}

namespace detail {
/// Lists at this depth have so many elements; throws if others there have more or fewer.
void addLength(Shape &lengths, size_t depth, size_t length);

/// The numbers of nested lists.
template <Number T> void addNumbers(const T &x, size_t, Shape &, std::vector<T> &all) {
  all.push_back(x);
}
template <typename Part, Number T>
void addNumbers(const std::initializer_list<Part> &parts, size_t depth, Shape &lengths,
                std::vector<T> &all) {
  addLength(lengths, depth, parts.size());
  for (const Part &part : parts)
    addNumbers(part, depth + 1, lengths, all);
}
template <Number T, typename Parts> Tensor arrayOfLists(const Parts &parts) {
  std::vector<T> all;
  Shape lengths;
  addNumbers(parts, 0, lengths, all);
  return array(all, std::move(lengths));
}
template <typename T> using List = std::initializer_list<T>;
} // namespace detail

/// One number, a scalar of its element type: ct::array(3.0).
template <Number T> Tensor array(T number) { return fromBytes(&number, dtypeOfType(number), {}); }
/// ct::array({{1.0, 2.0}, {3.0, 4.0}}), to four axes.
template <Number T> Tensor array(detail::List<detail::List<T>> rows) {
  return detail::arrayOfLists<T>(rows);
}
template <Number T> Tensor array(detail::List<detail::List<detail::List<T>>> parts) {
  return detail::arrayOfLists<T>(parts);
}
template <Number T> Tensor array(detail::List<detail::List<detail::List<detail::List<T>>>> parts) {
  return detail::arrayOfLists<T>(parts);
}

} // namespace ct
