#include "cotan/ops/contraction/conv_lanes.h"

#include "cotan/ops/layout/regroup.h"

namespace cotan {
namespace {

/// The axis of size groups * rest of each lane, with the groups before the lanes.
Expr mergeLanes(const Expr &x, int64_t groups) {
  if (groups == 1)
    return mergeAxes(x, 0);
  return mergeAxes(mergeAxes(moveAxis(splitAxis(x, 1, groups), 0, 1), 0), 0);
}

/// The size of a group along axis 1 of a lane.
AxisSize groupSize(const Expr &x, int64_t groups) {
  return groups == 1 ? sizeAlong(x, 1) : sizeAlong(splitAxis(x, 1, groups), 2);
}

/// Many inputs, one kernel: more of the batch.
Expr batchInputs(Batch &x, ConvGroups groups, Convolve convolve) {
  Expr y = convolve(mergeLanes(x[0], groups.ofBatch), x[1], groups);
  return splitAxis(y, 0, sizeOf(x.builder(), x.axis()), groupSize(x[0], groups.ofBatch));
}

/// One input, many kernels: more output channels.
Expr batchKernels(Batch &x, ConvGroups groups, Convolve convolve) {
  int64_t count = std::max(groups.ofFeatures, groups.ofBatch);
  Expr y = convolve(x[0], mergeLanes(x[1], count), groups);
  AxisSize lanes = sizeOf(x.builder(), x.axis()), channels = groupSize(x[1], count);
  if (count == 1)
    return moveAxis(splitAxis(y, 1, lanes, channels), 1, 0);
  return mergeAxes(moveAxis(splitAxis(splitAxis(y, 1, count), 2, lanes, channels), 2, 0), 2);
}

/// An input and a kernel in each lane: more groups.
Expr batchBoth(Batch &x, ConvGroups groups, Convolve convolve) {
  int64_t lanes = x.axis().size();
  Expr kernel = mergeAxes(x[1], 0);
  Expr y = groups.ofBatch > 1 ? convolve(mergeAxes(x[0], 0), kernel, {1, lanes * groups.ofBatch})
                              : convolve(mergeAxes(moveAxis(x[0], 0, 1), 1), kernel,
                                         {lanes * groups.ofFeatures, 1});
  return moveAxis(splitAxis(y, 1, lanes), 1, 0);
}

} // namespace

Exprs batchConvolution(Batch &x, ConvGroups groups, Convolve convolve) {
  if (!x.isBatched(1))
    return {batchInputs(x, groups, convolve)};
  if (!x.isBatched(0))
    return {batchKernels(x, groups, convolve)};
  if (x.axis().size() < 1) // the number of groups is an attribute, and positive
    return {};
  return {batchBoth(x, groups, convolve)};
}

} // namespace cotan
