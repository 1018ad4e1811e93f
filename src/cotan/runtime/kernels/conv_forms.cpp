#include "cotan/runtime/kernels/conv_forms.h"

#include "cotan/support/conv_in_blocks.h"

namespace cotan {
namespace {

using Sizes = std::vector<int64_t>;

void addAxis(ConvTensor &tensor, int64_t size, int64_t step) {
  tensor.sizes.push_back(size);
  tensor.steps.push_back(step);
}

/// The spatial axes behind those that are there.
void addSpatial(ConvTensor &tensor, const Convolution &conv, int64_t SpatialAxis::*size,
                const Sizes &steps) {
  for (size_t i = 0; i < conv.axes.size(); ++i)
    addAxis(tensor, conv.axes[i].*size, steps[i + 2]);
}

void addImages(ConvTensor &tensor, int64_t batch, int64_t channels, const Sizes &steps) {
  addAxis(tensor, batch, steps[0]);
  addAxis(tensor, channels, steps[1]);
}

/// Where src is computed, what oneDNN calls the inputs are our outputs.
void addKernel(ConvForm &form, const Convolution &conv, const Sizes &steps) {
  const int64_t outputs = conv.outputs / conv.featureGroups;
  if (conv.featureGroups > 1)
    addAxis(form.weights, conv.featureGroups, outputs * steps[0]);
  if (form.kind == ConvForm::ofSrc) {
    addAxis(form.weights, conv.inputs, steps[1]);
    addAxis(form.weights, outputs, steps[0]);
  } else {
    addAxis(form.weights, outputs, steps[0]);
    addAxis(form.weights, conv.inputs, steps[1]);
  }
  addSpatial(form.weights, conv, &SpatialAxis::kernel, steps);
}

/// Where src is computed, x is what oneDNN calls dst.
void addForImages(ConvForm &form, const Convolution &conv, const ConvSteps &steps, int64_t parts) {
  const bool isOfSrc = form.kind == ConvForm::ofSrc;
  ConvTensor &x = isOfSrc ? form.dst : form.src, &y = isOfSrc ? form.src : form.dst;
  addImages(x, parts, conv.channels, steps.x);
  addSpatial(x, conv, &SpatialAxis::size, steps.x);
  addImages(y, parts, conv.outputs, steps.y);
  addSpatial(y, conv, &SpatialAxis::places, steps.y);
  addKernel(form, conv, steps.kernel);
}

/// x's channels are the batch, and the kernel is the cotangent of the result.
void addForWeights(ConvForm &form, const Convolution &conv, const ConvSteps &steps, int64_t parts) {
  addAxis(form.src, parts, steps.x[1]);
  addAxis(form.src, conv.batch, steps.x[0]);
  addSpatial(form.src, conv, &SpatialAxis::size, steps.x);
  addAxis(form.dst, parts, steps.kernel[1]);
  addAxis(form.dst, conv.outputs, steps.kernel[0]);
  addSpatial(form.dst, conv, &SpatialAxis::kernel, steps.kernel);
  addAxis(form.weights, conv.outputs, steps.y[1]);
  addAxis(form.weights, conv.batch, steps.y[0]);
  addSpatial(form.weights, conv, &SpatialAxis::places, steps.y);
}

/// How the kernel moves, and the zeros before src: those in front of a spread x are fewer the
/// further the flipped kernel reaches.
void addMoves(ConvForm &form, const SpatialAxis &axis) {
  int64_t stride = axis.stride, dilation = axis.rhsDilation, low = axis.low;
  if (form.kind == ConvForm::ofWeights)
    std::swap(stride, dilation);
  if (form.kind == ConvForm::ofSrc) {
    stride = axis.lhsDilation;
    low = (axis.kernel - 1) * dilation - low;
  }
  form.strides.push_back(stride);
  form.dilates.push_back(dilation - 1);
  form.low.push_back(low);
}

/// The zeros behind src; false if oneDNN cannot say how it is padded.
bool addHigh(ConvForm &form) {
  const size_t axes = form.strides.size(), first = form.weights.sizes.size() - axes;
  for (size_t i = 0; i < axes; ++i) {
    const int64_t reach = (form.weights.sizes[first + i] - 1) * (form.dilates[i] + 1) + 1;
    const int64_t last = (form.dst.sizes[2 + i] - 1) * form.strides[i];
    form.high.push_back(last + reach - form.src.sizes[2 + i] - form.low[i]);
    if (form.low[i] < 0 || form.high[i] + form.strides[i] < 0)
      return false;
  }
  return true;
}

/// Leaves the part's rows, and those of x that they meet: the first of these is returned. Along the
/// axis, place and kernel add up to a position in the spread x.
int64_t cutRows(SpatialAxis &axis, ConvForm::Kind kind, const ConvPart &part) {
  const bool isOfWeights = kind == ConvForm::ofWeights;
  const int64_t position = part.row * (isOfWeights ? axis.rhsDilation : axis.stride) - axis.low;
  (isOfWeights ? axis.kernel : axis.places) = part.rows;
  const int64_t reach = (axis.places - 1) * axis.stride + (axis.kernel - 1) * axis.rhsDilation;
  auto elementsBefore = [&](int64_t end) {
    return std::clamp<int64_t>((end + axis.lhsDilation - 1) / axis.lhsDilation, 0, axis.size);
  };
  const int64_t first = elementsBefore(position);
  axis.size = elementsBefore(position + reach + 1) - first;
  axis.low = first * axis.lhsDilation - position;
  return first;
}

/// Steps of one entry alone could be any: those that oneDNN takes for no gap.
void closeGap(ConvTensor &images) {
  if (images.sizes[0] != 1)
    return;
  images.steps[0] = 1;
  for (int64_t size : images.sizes)
    images.steps[0] *= size;
}

} // namespace

ConvTensor ConvTensor::channelsLast() const {
  ConvTensor result{sizes, dnnl::memory::dims(sizes.size(), 1)};
  int64_t step = sizes[1];
  for (size_t axis = sizes.size(); axis-- > 2; step *= sizes[axis])
    result.steps[axis] = step;
  result.steps[0] = step;
  return result;
}

ConvForm::Kind formKindOf(const Convolution &conv) {
  if (conv.isSpread())
    return ConvForm::ofSrc;
  const SpatialAxis &last = conv.axes.back();
  return isOfWeights(conv.featureGroups, false, last.kernel, last.places) ? ConvForm::ofWeights
                                                                          : ConvForm::ofDst;
}

std::optional<ConvOfPart> convOf(const ConvPart &part, ConvForm::Kind kind, const Convolution &conv,
                                 const ConvSteps &steps) {
  auto isOther = [](const SpatialAxis &axis) {
    return axis.stride > 1 || axis.kernel > 2 * axis.places;
  };
  if (kind == ConvForm::ofSrc && std::ranges::any_of(conv.axes, isOther))
    return std::nullopt; // no derivative of a convolution by its x
  ConvOfPart result;
  result.form.kind = kind;
  Convolution cut = conv;
  cut.outputs = part.outputs;
  result.kernel = part.output * steps.kernel[0];
  result.y = part.output * steps.y[1];
  const int64_t firstRow = cutRows(cut.axes[0], kind, part);
  ConvForm &form = result.form;
  if (kind == ConvForm::ofWeights) {
    addForWeights(form, cut, steps, part.entries);
    result.x = part.entry * steps.x[1];
    result.kernel += part.entry * steps.kernel[1] + part.row * steps.kernel[2];
  } else {
    addForImages(form, cut, steps, part.entries);
    result.x = part.entry * steps.x[0];
    result.y += part.entry * steps.y[0] + part.row * steps.y[2];
  }
  result.x += firstRow * steps.x[2];
  closeGap(form.src);
  closeGap(form.dst);
  for (const SpatialAxis &axis : cut.axes)
    addMoves(form, axis);
  return cut.axes[0].size > 0 && addHigh(form) ? std::optional(result) : std::nullopt;
}

} // namespace cotan
