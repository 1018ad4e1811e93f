// conv: meaning and derivative. Signature and doc: conv.td. Sizes and paddings: conv_geometry.h.
#include "mlir/IR/OpImplementation.h"

/// `lhs_dilation [1, 2] rhs_dilation [1, 1]`, each left out where it holds ones only.
static mlir::ParseResult parseDilations(mlir::OpAsmParser &parser, mlir::DenseI64ArrayAttr strides,
                                        mlir::DenseI64ArrayAttr &lhs,
                                        mlir::DenseI64ArrayAttr &rhs) {
  lhs = rhs =
      parser.getBuilder().getDenseI64ArrayAttr(llvm::SmallVector<int64_t>(strides.size(), 1));
  for (auto [keyword, dilation] : {std::pair("lhs_dilation", &lhs), {"rhs_dilation", &rhs}}) {
    if (failed(parser.parseOptionalKeyword(keyword)))
      continue;
    *dilation = llvm::dyn_cast_or_null<mlir::DenseI64ArrayAttr>(
        mlir::DenseI64ArrayAttr::parse(parser, mlir::Type()));
    if (!*dilation)
      return mlir::failure();
  }
  return mlir::success();
}

static void printDilations(mlir::OpAsmPrinter &printer, mlir::Operation *,
                           mlir::DenseI64ArrayAttr strides, mlir::DenseI64ArrayAttr lhs,
                           mlir::DenseI64ArrayAttr rhs) {
  for (auto [keyword, dilation] : {std::pair("lhs_dilation ", lhs), {"rhs_dilation ", rhs}}) {
    auto isOne = [](int64_t value) { return value == 1; };
    if (dilation.size() == strides.size() && llvm::all_of(dilation.asArrayRef(), isOne))
      continue;
    printer << keyword;
    dilation.print(printer);
    printer << ' ';
  }
}

#include "cotan/ops/contraction/conv.inc"

#include "cotan/ops/contraction/conv_geometry.h"
#include "cotan/ops/contraction/conv_lanes.h"
#include "cotan/ops/contraction/conv_types.h"
#include "cotan/ops/layout/regroup.h"
#include "cotan/ops/layout/sizes.h"

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

//--- Types

template <typename Op> static ConvAttributes attributesOf(Op op) {
  return {op.getStrides(),
          op.getLow(),
          op.getHigh(),
          op.getLhsDilation(),
          op.getRhsDilation(),
          int64_t(op.getFeatureGroupCount()),
          int64_t(op.getBatchGroupCount())};
}

LogicalResult ConvOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor op,
                                       SmallVectorImpl<Type> &results) {
  auto x = cast<RankedTensorType>(op.getX().getType());
  auto kernel = cast<RankedTensorType>(op.getKernel().getType());
  if (failed(verifyConvolution(loc, x, kernel, attributesOf(op))))
    return failure();
  return inferTypes<ConvOp>(loc, op, x.getElementType(), results);
}

Sizes ConvOp::sizes(Adaptor op, SizeRules &rules, unsigned) {
  const unsigned numbers = 2 * op.getLow().size();
  Sizes padding;
  if (op.getPadding()) {
    rules.requireEqual(rules.size(2, 0), numbers,
                       "padding must have " + Twine(numbers) +
                           " numbers: a low and a high one per spatial axis");
    for (unsigned i = 0; i < numbers; ++i)
      padding.push_back(rules.number(2, i));
  }
  return convolvedSizes(rules, rules.sizes(0), rules.sizes(1), attributesOf(op), padding);
}

//--- Meaning

namespace {

/// For one place of the kernel: the offsets of the elements that meet, in x and in the kernel.
using Meetings = std::vector<std::pair<int64_t, int64_t>>;

/// A convolution laid out for evaluation: sizes known, spatial axes tabulated.
struct ConvRun {
  ArrayRef<int64_t> xSpatial, kernelSpatial;
  SmallVector<ConvAxis> axes; // with all padding
  SmallVector<int64_t> ySpatial;
  SmallVector<std::vector<int64_t>> met; // per spatial axis

  void tabulate();
  Meetings meetingsAt(int64_t place) const;
};

void ConvRun::tabulate() {
  for (auto [i, axis] : llvm::enumerate(axes)) {
    Array table(DType::i64, {ySpatial[i], kernelSpatial[i]}); // refuses what memory cannot hold
    met.push_back(metElements(axis, xSpatial[i], kernelSpatial[i], ySpatial[i]));
  }
}

Meetings ConvRun::meetingsAt(int64_t place) const {
  Meetings meetings = {{0, 0}};
  SmallVector<int64_t> index(ySpatial.size());
  for (int i = int(ySpatial.size()) - 1; i >= 0; --i, place /= ySpatial[i + 1])
    index[i] = place % ySpatial[i];
  for (auto [i, size, kernelSize] : llvm::enumerate(xSpatial, kernelSpatial)) {
    Meetings longer;
    for (auto [xOffset, kernelOffset] : meetings)
      for (int64_t k = 0; k < kernelSize; ++k)
        if (int64_t element = met[i][index[i] * kernelSize + k]; element >= 0)
          longer.push_back({xOffset * size + element, kernelOffset * kernelSize + k});
    meetings = std::move(longer);
  }
  return meetings;
}

ConvRun layOut(ConvOp op, ArrayRef<Array> operands, const Array &y) {
  ConvRun run{operands[0].shape().drop_front(2), operands[1].shape().drop_front(2), {}, {}, {}};
  run.ySpatial.assign(y.shape().begin() + 2, y.shape().end());
  const size_t axes = run.xSpatial.size();
  SmallVector<int64_t> extra(2 * axes, 0);
  if (operands.size() > 2)
    extra = operands[2].asInts();
  for (size_t i = 0; i < axes; ++i) {
    run.axes.push_back(attributesOf(op).axis(i));
    run.axes.back().low += extra[i];
    run.axes.back().high += extra[axes + i];
  }
  return run;
}

template <typename T>
void convolve(const ConvRun &run, const Array &x, const Array &kernel, int64_t featureGroups,
              int64_t batchGroups, Array &y) {
  auto a = x.values<T>(), w = kernel.values<T>();
  auto to = y.mutableValues<T>();
  int64_t batch = y.shape()[0], outputs = y.shape()[1], inputs = kernel.shape()[1];
  int64_t channels = x.shape()[1], xSize = elementCount(run.xSpatial);
  int64_t kernelSize = elementCount(run.kernelSpatial), places = elementCount(run.ySpatial);
  for (int64_t place = 0; place < places; ++place) {
    Meetings meetings = run.meetingsAt(place);
    for (int64_t n = 0; n < batch; ++n)
      for (int64_t o = 0; o < outputs; ++o) {
        int64_t row = o / (outputs / batchGroups) * batch + n;
        int64_t channel = row * channels + o / (outputs / featureGroups) * inputs;
        Wrapping<T> sum = 0;
        for (int64_t i = 0; i < inputs; ++i)
          for (auto [xOffset, kernelOffset] : meetings)
            sum += static_cast<Wrapping<T>>(a[(channel + i) * xSize + xOffset]) *
                   static_cast<Wrapping<T>>(w[(o * inputs + i) * kernelSize + kernelOffset]);
        to[(n * outputs + o) * places + place] = static_cast<T>(sum);
      }
  }
}

} // namespace

Arrays ConvOp::evaluate(ArrayRef<Array> operands) {
  const Array &x = operands[0], &kernel = operands[1];
  int64_t featureGroups = getFeatureGroupCount(), batchGroups = getBatchGroupCount();
  Array y = Array::zeros(x.dtype(), shapeOf(*this, operands));
  ConvRun run = layOut(*this, operands, y);
  if (x.size() == 0 || kernel.size() == 0 || y.size() == 0)
    return {y}; // however long the axes are
  run.tabulate();
  visitNumber(y.dtype(), [&](auto element) {
    convolve<decltype(element)>(run, x, kernel, featureGroups, batchGroups, y);
  });
  return {y};
}

//--- Derivative: both cotangents are convolutions again

namespace {

Expr swapFirstAxes(const Expr &x) {
  auto axes = llvm::to_vector(llvm::seq<int64_t>(0, x.rank()));
  std::swap(axes[0], axes[1]);
  return transpose(x, axes);
}

/// The spatial sizes of a tensor after dilation, at run time.
Expr dilatedSizes(RuleBuilder &b, const Expr &shape, ArrayRef<int64_t> dilation) {
  Expr sizes = part(shape, 2, shape.sizes()[0]);
  return ((sizes - 1.0) * b.integers(dilation) + 1.0) * castTo(sizes > 0.0, sizes.elementType());
}

/// The geometry of a convolution whose derivative is being built: numbers where all is static, and
/// expressions where it is not.
struct Geometry {
  bool isStatic = true;
  SmallVector<int64_t> before, after, high; // see conv_geometry.h
  Expr inputPadding, kernelPadding;
};

int64_t dilatedSize(int64_t size, int64_t dilation) {
  return size == 0 ? 0 : (size - 1) * dilation + 1;
}

// Beyond this, the paddings of a derivative might be refused as attributes; as operands they are
// not.
constexpr int64_t modest = int64_t(1) << 44;

Geometry staticGeometry(ConvOp op) {
  Geometry geometry;
  geometry.isStatic = !op.getPadding();
  for (unsigned i = 0; i < op.getStrides().size(); ++i) {
    int64_t x = op.getX().getType().getDimSize(i + 2);
    int64_t kernel = op.getKernel().getType().getDimSize(i + 2), y = op.getType().getDimSize(i + 2);
    if (ShapedType::isDynamic(x) || ShapedType::isDynamic(kernel) || ShapedType::isDynamic(y)) {
      geometry.isStatic = false;
      return geometry;
    }
    x = dilatedSize(x, op.getLhsDilation()[i]);
    kernel = dilatedSize(kernel, op.getRhsDilation()[i]);
    y = dilatedSize(y, op.getStrides()[i]);
    int64_t low = op.getLow()[i];
    for (int64_t number : {x, kernel, y, low, op.getHigh()[i]})
      geometry.isStatic &= number < modest && number > -modest;
    auto [before, after] = paddingForInput(x, kernel, y, low);
    geometry.before.push_back(before);
    geometry.after.push_back(after);
    geometry.high.push_back(highForKernel(x, kernel, y, low));
  }
  return geometry;
}

Geometry geometryOf(RuleBuilder &b, ConvOp op) {
  Geometry geometry = staticGeometry(op);
  if (geometry.isStatic)
    return geometry;
  Expr x = dilatedSizes(b, b.shapeOf(op.getX()), op.getLhsDilation());
  Expr kernel = dilatedSizes(b, b.shapeOf(op.getKernel()), op.getRhsDilation());
  Expr y = dilatedSizes(b, b.shapeOf(op.getY()), op.getStrides());
  Expr low = b.integers(op.getLow());
  int64_t axes = op.getLow().size();
  if (op.getPadding())
    low = low + part(b(op.getPadding()), 0, axes);
  auto [before, after] = paddingForInput(x, kernel, y, low);
  Expr input[] = {before, after}, weights[] = {low, highForKernel(x, kernel, y, low)};
  geometry.inputPadding = concat(input, 0);
  geometry.kernelPadding = concat(weights, 0);
  geometry.before = geometry.after = geometry.high = SmallVector<int64_t>(axes, 0);
  return geometry;
}

/// dy convolved with the kernel, flipped and its channels swapped, group by group.
Expr inputCotangent(RuleBuilder &b, ConvOp op, const Geometry &geometry, const Expr &dy) {
  int64_t batchGroups = op.getBatchGroupCount();
  int64_t groups = std::max<int64_t>(op.getFeatureGroupCount(), batchGroups);
  Expr kernel = b(op.getKernel());
  if (groups > 1)
    kernel = mergeAxes(swapFirstAxes(splitAxis(kernel, 0, groups)), 1);
  auto spatial = llvm::to_vector(llvm::seq<int64_t>(2, dy.rank()));
  Expr dx =
      conv(dy, flip(swapFirstAxes(kernel), spatial), geometry.inputPadding, op.getLhsDilation(),
           geometry.before, geometry.after, op.getStrides(), op.getRhsDilation(), groups);
  if (batchGroups == 1)
    return asType(dx, op.getX().getType());
  // [batch, groups * channels, ..] to [groups * batch, channels, ..]
  return asType(mergeAxes(swapFirstAxes(splitAxis(dx, 1, batchGroups)), 0), op.getX().getType());
}

/// x convolved with dy: channels are the batch, and the batch is summed over.
Expr kernelCotangent(RuleBuilder &b, ConvOp op, const Geometry &geometry, const Expr &dy) {
  SmallVector<int64_t> none(op.getLow().size(), 0);
  ArrayRef<int64_t> low = geometry.isStatic ? op.getLow() : ArrayRef<int64_t>(none);
  Expr dkernel = conv(swapFirstAxes(b(op.getX())), swapFirstAxes(dy), geometry.kernelPadding,
                      op.getRhsDilation(), low, geometry.high, op.getLhsDilation(), op.getStrides(),
                      op.getBatchGroupCount(), op.getFeatureGroupCount());
  return asType(swapFirstAxes(dkernel), op.getKernel().getType());
}

} // namespace

Values ConvOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr dy = b(g[0]), dx, dkernel;
  Geometry geometry = geometryOf(b, *this);
  if (b.needs(0))
    dx = inputCotangent(b, *this, geometry, dy);
  if (b.needs(1))
    dkernel = kernelCotangent(b, *this, geometry, dy);
  Values answer = {dx, dkernel};
  answer.resize(getNumOperands()); // nothing flows to a padding
  return answer;
}

//--- Batches

Values ConvOp::batch(Batch &x) {
  if (getPadding() && x.isBatched(2))
    return {};
  return batchConvolution(x, {int64_t(getFeatureGroupCount()), int64_t(getBatchGroupCount())},
                          [&](const Expr &input, const Expr &kernel, ConvGroups groups) {
                            return conv(input, kernel, getPadding() ? x[2] : Expr(), getStrides(),
                                        getLow(), getHigh(), getLhsDilation(), getRhsDilation(),
                                        groups.ofFeatures, groups.ofBatch);
                          });
}

//--- Machine code

/// The others would be copied into this order.
static bool mayBePermuted(ConvOp op) {
  return !op.getPadding() && op.getBatchGroupCount() == 1 &&
         isInBlocks(op.getType(), op.getKernel().getType(), attributesOf(op));
}

static Value permuted(ConvOp op, const Expr &x, ArrayRef<int64_t> ofX, const Expr &kernel,
                      ArrayRef<int64_t> ofKernel, ArrayRef<int64_t> ofResult) {
  return conv_permuted(x, kernel, ofX, ofKernel, ofResult, op.getStrides(), op.getLow(),
                       op.getHigh(), op.getLhsDilation(), op.getRhsDilation(),
                       op.getFeatureGroupCount())
      .value();
}

Value ConvOp::readPermuted(RuleBuilder &b, unsigned i, Value before,
                           ArrayRef<int64_t> permutation) {
  if (!mayBePermuted(*this))
    return nullptr;
  auto same = llvm::to_vector(llvm::seq<int64_t>(0, getType().getRank()));
  return i == 0 ? permuted(*this, b(before), permutation, b(getKernel()), same, same)
                : permuted(*this, b(getX()), same, b(before), permutation, same);
}

Value ConvOp::writePermuted(RuleBuilder &b, ArrayRef<int64_t> permutation) {
  if (!mayBePermuted(*this))
    return nullptr;
  auto same = llvm::to_vector(llvm::seq<int64_t>(0, getType().getRank()));
  return permuted(*this, b(getX()), same, b(getKernel()), same, permutation);
}

/// The numbers of groups, whether there is a padding operand, then five numbers per spatial axis.
RuntimeCall ConvOp::runtimeCall() {
  RuntimeCall call{"cotan_conv", {int64_t(getFeatureGroupCount()), int64_t(getBatchGroupCount())}};
  call.numbers.push_back(bool(getPadding()));
  for (unsigned i = 0; i < getLow().size(); ++i) {
    ConvAxis axis = attributesOf(*this).axis(i);
    call.numbers.append({axis.stride, axis.low, axis.high, axis.lhsDilation, axis.rhsDilation});
  }
  call.workPerElement = workPerElement(getKernel().getType());
  return call;
}
