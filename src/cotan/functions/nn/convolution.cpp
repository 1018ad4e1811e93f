// Convolution: the kernel is not flipped.
#include "cotan/functions/functions.h"

#include "cotan/functions/nn/windows.h"
#include "cotan/tensor/inside.h"
#include "cotan/trace/context.h"

using namespace cotan::trace;

namespace ct {
namespace {

using Ints = std::vector<int64_t>;

/// Spatial letters: those of the kernel, in its order.
std::string spatialLetters(const std::string &kernel) {
  std::string letters;
  for (char letter : kernel)
    if (letter != 'O' && letter != 'I')
      letters += letter;
  return letters;
}

/// Where the letters of `order` stand in `spec`, which has each of them once.
Ints placesIn(const std::string &spec, const std::string &order) {
  Ints places;
  for (char letter : order)
    if (size_t place = spec.find(letter); place != std::string::npos)
      places.push_back(int64_t(place));
  if (places.size() != order.size() || spec.size() != order.size())
    refuse("dimension_numbers name the axes '" + spec + "', but '" + order +
           "' in some order is needed");
  return places;
}

/// For each tensor, the axes in the order of prim.conv: batch and channels, then spatial ones.
struct Orders {
  Ints x, kernel, result;
};

Orders ordersOf(const std::optional<DimensionNumbers> &given, int64_t rank) {
  DimensionNumbers specs{"NC", "OI", "NC"};
  for (char letter = 'a'; !given && int64_t(specs[0].size()) < rank; ++letter)
    for (std::string &spec : specs)
      spec += letter;
  if (given)
    specs = *given;
  if (int64_t(specs[0].size()) != rank)
    refuse("dimension_numbers '" + specs[0] + "' name " + std::to_string(specs[0].size()) +
           " axes, but x has " + std::to_string(rank));
  std::string letters = spatialLetters(specs[1]);
  return {placesIn(specs[0], "NC" + letters), placesIn(specs[1], "OI" + letters),
          placesIn(specs[2], "NC" + letters)};
}

Ints inverse(const Ints &order) {
  Ints result(order.size());
  for (size_t i = 0; i < order.size(); ++i)
    result[order[i]] = int64_t(i);
  return result;
}

Ints sizesBehindTwo(const Tensor &x) { return openSizesOf(x).drop_front(2).vec(); }

Widths widthsOf(const Padding &padding, const Ints &sizes, Ints windows, const Ints &strides,
                const Ints &lhsDilation, const Ints &rhsDilation) {
  bool isSpread = llvm::any_of(lhsDilation, [](int64_t dilation) { return dilation != 1; });
  if (isSpread && std::holds_alternative<std::string>(padding))
    refuse("a transposed convolution, with lhs_dilation " + printTuple(lhsDilation) +
           ", needs its padding in numbers; give a pair of widths for each spatial axis");
  for (auto [window, dilation] : llvm::zip_equal(windows, rhsDilation))
    window = window == 0 ? 0 : (window - 1) * dilation + 1;
  return paddingWidths(padding, sizes, windows, strides);
}

/// What a transposed convolution cuts off: of "SAME", all but `stride` elements for each of x.
Widths cutOff(const Padding &padding, const Ints &kernel, const Ints &strides,
              const Ints &dilation) {
  const auto *how = std::get_if<std::string>(&padding);
  Ints spans;
  for (auto [size, apart] : llvm::zip_equal(kernel, dilation)) {
    if (how && *how != "VALID" && isOpen(size))
      refuse("padding \"" + *how +
             "\" depends on the sizes of the kernel, but one is open (?); "
             "give pairs of widths");
    const __int128 span = isOpen(size) ? 1 : __int128(size - 1) * apart + 1;
    spans.push_back(int64_t(std::min<__int128>(span, std::numeric_limits<int64_t>::max())));
  }
  Widths widths = paddingWidths(how ? Padding("VALID") : padding, kernel, spans, strides);
  if (how && *how != "VALID")
    oneOf("padding", *how, {"SAME", "SAME_LOWER", "VALID"});
  for (size_t i = 0; how && *how != "VALID" && i < widths.size(); ++i) {
    const int64_t total = spans[i] - strides[i], less = std::max<int64_t>(total / 2, 0);
    widths[i] =
        *how == "SAME_LOWER" ? std::pair(total - less, less) : std::pair(less, total - less);
  }
  return widths;
}

/// One number per axis, 0 or more: none stand for 0, one for itself along each.
Ints addedBehind(const Ints &given, size_t axes) {
  if (given.size() > 1 && given.size() != axes)
    refuse("output_padding " + printTuple(given) + " has " + std::to_string(given.size()) +
           " numbers, but there are " + std::to_string(axes) +
           " spatial axes; give one number for each");
  return given.size() > 1 ? given : Ints(axes, given.empty() ? 0 : given[0]);
}

} // namespace

Tensor conv_general_dilated(const Tensor &x, const Tensor &kernel, const Integers &window_strides,
                            const Padding &padding, const ConvOptions &options) {
  const Called called("ct.conv_general_dilated");
  if (x.ndim() < 2 || x.ndim() != kernel.ndim())
    refuse("x of shape " + printTuple(openSizesOf(x)) + " and a kernel of shape " +
           printTuple(openSizesOf(kernel)) +
           " do not go together; both need axes for batch or channels, and as many spatial ones");
  Orders orders = ordersOf(options.dimension_numbers, x.ndim());
  Tensor image = transpose(x, orders.x), filter = transpose(kernel, orders.kernel);
  size_t axes = x.ndim() - 2;
  auto numbers = [&](const char *what, const Ints &given) { return perAxis(what, given, axes); };
  Ints strides = numbers("window_strides", window_strides), low, high,
       lhs = numbers("lhs_dilation", options.lhs_dilation),
       rhs = numbers("rhs_dilation", options.rhs_dilation);
  for (auto [before, behind] :
       widthsOf(padding, sizesBehindTwo(image), sizesBehindTwo(filter), strides, lhs, rhs)) {
    low.push_back(before);
    high.push_back(behind);
  }
  Tensor both[] = {image, filter};
  Promoted type = common(Accepts::allNumbers, both);
  cotan::DType types[] = {type.dtype, type.dtype};
  Tensor y = op::conv(image, filter, strides, low, high, lhs, rhs, options.feature_group_count,
                      options.batch_group_count, {.operandTypes = types, .isWeak = type.isWeak});
  return transpose(y, inverse(orders.result));
}

Tensor nn::conv(const Tensor &x, const Tensor &kernel, const Integers &strides,
                const Padding &padding) {
  const Called called("ct.nn.conv");
  std::string letters;
  for (int64_t i = 2; i < kernel.ndim(); ++i)
    letters += char('a' + i - 2);
  ConvOptions options;
  options.dimension_numbers = {"N" + letters + "C", letters + "IO", "N" + letters + "C"};
  return conv_general_dilated(x, kernel, strides, padding, options);
}

Tensor nn::conv_transpose(const Tensor &x, const Tensor &kernel, const Integers &strides,
                          const Padding &padding, const Integers &output_padding,
                          const Integers &dilation, int64_t groups) {
  const Called called("ct.nn.conv_transpose");
  if (x.ndim() < 2 || x.ndim() != kernel.ndim())
    refuse(
        "x of shape " + printTuple(openSizesOf(x)) + " and a kernel of shape " +
        printTuple(openSizesOf(kernel)) +
        " do not go together; both need two axes for batch or channels, and as many spatial ones");
  const size_t axes = x.ndim() - 2;
  // The axes in the order of the operator: batch and channels, then spatial ones.
  Ints ofX = {0, int64_t(axes) + 1}, ofKernel = {int64_t(axes), int64_t(axes) + 1};
  for (int64_t i = 0; i < int64_t(axes); ++i) {
    ofX.push_back(i + 1);
    ofKernel.push_back(i);
  }
  Tensor image = transpose(x, ofX), filter = transpose(kernel, ofKernel);
  const Ints moves = perAxis("strides", strides, axes), apart = perAxis("dilation", dilation, axes);
  Ints low, high;
  for (auto [before, behind] : cutOff(padding, sizesBehindTwo(filter), moves, apart)) {
    low.push_back(before);
    high.push_back(behind);
  }
  Tensor both[] = {image, filter};
  Promoted type = common(Accepts::allNumbers, both);
  cotan::DType types[] = {type.dtype, type.dtype};
  Tensor y = op::conv_transpose(image, filter, moves, low, high, addedBehind(output_padding, axes),
                                apart, groups, {.operandTypes = types, .isWeak = type.isWeak});
  return transpose(y, inverse(ofX));
}

} // namespace ct
