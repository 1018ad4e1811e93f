#include "model.h"

#include "cotan/driver/pipeline.h"

using cotan::Array;
using cotan::Arrays;
using cotan::DType;

namespace hare_lynx {
namespace {

// Far from the fit the equations can get stiff; such a point is given up rather than waited for.
const cotan::Limits limits{.maxSteps = 5'000'000, .maxMemory = size_t{4} << 30};

Array arrayOf(const Parameters &theta) {
  Array array(DType::f64, {numParameters});
  llvm::copy(theta, array.mutableValues<double>().begin());
  return array;
}

Array arrayOf(const std::vector<Year> &record) {
  Array array(DType::f64, {int64_t(record.size()), 2});
  double *to = array.mutableValues<double>().data();
  for (const Year &year : record) {
    *to++ = year.hare;
    *to++ = year.lynx;
  }
  return array;
}

} // namespace

std::unique_ptr<Model> Model::load(llvm::StringRef path, const std::vector<Year> &record) {
  std::unique_ptr<Model> model(new Model);
  if (failed(model->session.load(path)))
    return nullptr;
  auto loss = model->session.findEntry("loss"), curve = model->session.findEntry("curve");
  if (failed(loss) || failed(curve) || failed(cotan::prepareForDerivatives(*loss)))
    return nullptr;
  cotan::GradientOptions options;
  options.wrt = {0};
  if (failed(cotan::appendGradients(*loss, options)))
    return nullptr;
  auto compiledLoss = cotan::Executable::compile(*loss);
  auto compiledCurve = cotan::Executable::compile(*curve);
  if (failed(compiledLoss) || failed(compiledCurve))
    return nullptr;
  model->lossWithGradient = std::move(*compiledLoss);
  model->prediction = std::move(*compiledCurve);
  model->record = arrayOf(record);
  return model;
}

std::optional<Model::Point> Model::evaluate(const Parameters &theta) {
  auto results = lossWithGradient->run({arrayOf(theta), record}, limits);
  if (failed(results))
    return std::nullopt;
  Point point{(*results)[0].asDouble(), {}};
  for (unsigned i = 0; i < numParameters; ++i)
    point.gradient[i] = (*results)[1].asDouble(i);
  return point;
}

std::vector<std::pair<double, double>> Model::curve(const Parameters &theta, size_t count,
                                                    double spacing) {
  std::vector<std::pair<double, double>> points = {{theta[4], theta[5]}};
  Array times(DType::f64, {int64_t(count) - 1});
  llvm::fill(times.mutableValues<double>(), spacing);
  auto results = prediction->run({arrayOf(theta), times}, limits);
  if (failed(results))
    return {};
  for (size_t i = 0; i + 1 < count; ++i)
    points.push_back({(*results)[0].asDouble(2 * i), (*results)[0].asDouble(2 * i + 1)});
  return points;
}

} // namespace hare_lynx
