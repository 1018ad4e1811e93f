// Normalization.
#include "cotan/functions/functions.h"

#include "cotan/tensor/inside.h"
#include "cotan/trace/context.h"

using namespace cotan::trace;

namespace ct::nn {
namespace {

/// Throws unless the parameter has the sizes of x along axes.
void needSizes(const char *what, const Tensor &parameter, const Tensor &x,
               llvm::ArrayRef<int64_t> axes) {
  llvm::SmallVector<int64_t> sizes =
      llvm::map_to_vector(axes, [&](int64_t axis) { return openSizesOf(x)[axis]; });
  if (!llvm::equal(openSizesOf(parameter), sizes, mayBeEqual))
    refuse(std::string(what) + " has shape " + printTuple(openSizesOf(parameter)) +
           ", but x of shape " + printTuple(openSizesOf(x)) + " needs " + printTuple(sizes));
}

/// The one type all are computed in.
cotan::DType floating(std::initializer_list<Tensor> operands) {
  return common(Accepts::floats, std::span(operands.begin(), operands.size())).dtype;
}

Tensor whole(const Tensor &x, llvm::ArrayRef<int64_t> axes, double value) {
  Shape sizes;
  for (int64_t axis : axes)
    sizes.push_back(openSizesOf(x)[axis]);
  return full(sizes, value, isFloating(x.dtype()) ? x.dtype() : default_dtype());
}

} // namespace

Tensor layer_norm(const Tensor &x, const std::optional<Tensor> &scale,
                  const std::optional<Tensor> &bias, const Integers &axes, double epsilon) {
  const Called called("ct.nn.layer_norm");
  llvm::SmallVector<int64_t> along = checkedAxes(axes, x.ndim());
  Tensor factor = scale ? *scale : whole(x, along, 1), offset = bias ? *bias : whole(x, along, 0);
  needSizes("scale", factor, x, along);
  needSizes("bias", offset, x, along);
  cotan::DType type = floating({x, factor, offset}), types[] = {type, type, type};
  return op::layer_norm(x, factor, offset, along, epsilon,
                        {.results = typeOf(outer(type), openSizesOf(x)), .operandTypes = types});
}

Tensor rms_norm(const Tensor &x, const std::optional<Tensor> &scale, const Integers &axes,
                double epsilon) {
  const Called called("ct.nn.rms_norm");
  llvm::SmallVector<int64_t> along = checkedAxes(axes, x.ndim());
  Tensor factor = scale ? *scale : whole(x, along, 1);
  needSizes("scale", factor, x, along);
  cotan::DType type = floating({x, factor}), types[] = {type, type};
  return op::rms_norm(x, factor, along, epsilon,
                      {.results = typeOf(outer(type), openSizesOf(x)), .operandTypes = types});
}

BatchNorm batch_norm(const Tensor &x, const Tensor &scale, const Tensor &bias, int64_t axis,
                     double epsilon) {
  const Called called("ct.nn.batch_norm");
  int64_t along = checkedAxis(axis, x.ndim());
  needSizes("scale", scale, x, along);
  needSizes("bias", bias, x, along);
  cotan::DType type = floating({x, scale, bias}), types[] = {type, type, type};
  TensorType feature = typeOf(outer(type), openSizesOf(scale));
  TensorType results[] = {typeOf(outer(type), openSizesOf(x)), feature, feature};
  auto all =
      op::batch_norm(x, scale, bias, along, epsilon, {.results = results, .operandTypes = types});
  return {all[0], all[1], all[2]};
}

Tensor batch_norm_inference(const Tensor &x, const Tensor &scale, const Tensor &bias,
                            const Tensor &mean, const Tensor &variance, int64_t axis,
                            double epsilon) {
  const Called called("ct.nn.batch_norm_inference");
  int64_t along = checkedAxis(axis, x.ndim());
  std::pair<const char *, const Tensor *> parameters[] = {
      {"scale", &scale}, {"bias", &bias}, {"mean", &mean}, {"variance", &variance}};
  for (auto [what, parameter] : parameters)
    needSizes(what, *parameter, x, along);
  cotan::DType type = floating({x, scale, bias, mean, variance});
  cotan::DType types[] = {type, type, type, type, type};
  return op::batch_norm_inference(
      x, scale, bias, mean, variance, along, epsilon,
      {.results = typeOf(outer(type), openSizesOf(x)), .operandTypes = types});
}

} // namespace ct::nn

std::tuple<ct::Tensor, ct::Tensor, ct::Tensor>
ct::dynamic::nn::batch_norm(const Tensor &x, const Tensor &scale, const Tensor &bias, int64_t axis,
                            double epsilon) {
  const Called called("ct.nn.batch_norm");
  auto [y, mean, variance] = ct::nn::batch_norm(x, scale, bias, axis, epsilon);
  return {y, mean, variance};
}
