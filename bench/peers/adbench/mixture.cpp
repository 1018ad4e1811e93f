// The likelihood of points under a mixture of normal distributions, with Wishart's prior, and its
// gradient. A factor of a precision is triangular: the logarithm of its diagonal, then its columns
// below that.
#include "objectives.h"

#include <cmath>

namespace {

const double pi = std::acos(-1.0);

/// log(sum(exp(x))); x becomes its gradient.
double logSumExp(std::vector<double> &x) {
  const double largest = *std::max_element(x.begin(), x.end());
  double sum = 0;
  for (double &each : x)
    sum += each = std::exp(each - largest);
  for (double &each : x)
    each /= sum;
  return std::log(sum) + largest;
}

struct Mixture {
  int64_t count, size, parts, factorSize;
  std::vector<double> logWeights, means, factors, points;

  std::vector<double> diagonals, logDeterminants; // of the factors
  std::vector<double> centred, scaled, terms;
  std::vector<double> byMean, byFactor; // of one point's terms, of [part]
  double value;
  std::vector<double> weightGradient, meanGradient, factorGradient;

  void prepareFactors();
  double termOf(const double *point, int64_t part);
  void slopesOf(int64_t part);
  void addPoint(const double *point);
  void addPrior();
  void run();
};

void Mixture::prepareFactors() {
  for (int64_t part = 0; part < parts; ++part) {
    logDeterminants[part] = 0;
    for (int64_t i = 0; i < size; ++i) {
      const double logarithm = factors[part * factorSize + i];
      logDeterminants[part] += logarithm;
      diagonals[part * size + i] = std::exp(logarithm);
    }
  }
}

/// The logarithm of a part's density without the constant; leaves `centred` and `scaled`.
double Mixture::termOf(const double *point, int64_t part) {
  const double *diagonal = &diagonals[part * size], *below = &factors[part * factorSize + size];
  for (int64_t i = 0; i < size; ++i) {
    centred[i] = point[i] - means[part * size + i];
    scaled[i] = diagonal[i] * centred[i];
  }
  for (int64_t i = 0; i < size; below += size - 1 - i, ++i)
    for (int64_t j = i + 1; j < size; ++j)
      scaled[j] += below[j - i - 1] * centred[i];
  double square = 0;
  for (double each : scaled)
    square += each * each;
  return logWeights[part] + logDeterminants[part] - 0.5 * square;
}

/// By its mean and its factor, from what `termOf` left.
void Mixture::slopesOf(int64_t part) {
  const double *diagonal = &diagonals[part * size], *below = &factors[part * factorSize + size];
  double *mean = &byMean[part * size], *factor = &byFactor[part * factorSize],
         *rest = factor + size;
  for (int64_t i = 0; i < size; ++i) {
    double sum = diagonal[i] * scaled[i];
    for (int64_t j = i + 1; j < size; ++j, ++below, ++rest) {
      sum += *below * scaled[j];
      *rest = -centred[i] * scaled[j];
    }
    mean[i] = sum;
    factor[i] = 1 - diagonal[i] * centred[i] * scaled[i];
  }
}

void Mixture::addPoint(const double *point) {
  for (int64_t part = 0; part < parts; ++part) {
    terms[part] = termOf(point, part);
    slopesOf(part);
  }
  value += logSumExp(terms);
  for (int64_t part = 0; part < parts; ++part) {
    const double share = terms[part];
    weightGradient[part] += share;
    for (int64_t i = part * size; i < (part + 1) * size; ++i)
      meanGradient[i] += share * byMean[i];
    for (int64_t i = part * factorSize; i < (part + 1) * factorSize; ++i)
      factorGradient[i] += share * byFactor[i];
  }
}

/// Of gamma 1 and m 0, which leaves half of the factors' squares and a constant.
void Mixture::addPrior() {
  const double freedom = double(size) + 1;
  double constant = -0.5 * freedom * double(size) * std::log(2.0) -
                    0.25 * double(size * (size - 1)) * std::log(pi);
  for (int64_t j = 1; j <= size; ++j)
    constant -= std::lgamma(0.5 * (freedom + 1 - double(j)));
  value -= double(parts) * constant;
  for (int64_t part = 0; part < parts; ++part)
    for (int64_t i = 0; i < factorSize; ++i) {
      const double factor = i < size ? diagonals[part * size + i] : factors[part * factorSize + i];
      value += 0.5 * factor * factor;
      factorGradient[part * factorSize + i] += i < size ? factor * factor : factor;
    }
}

void Mixture::run() {
  prepareFactors();
  value = -0.5 * double(count * size) * std::log(2 * pi);
  weightGradient.assign(parts, 0);
  meanGradient.assign(parts * size, 0);
  factorGradient.assign(parts * factorSize, 0);
  for (int64_t i = 0; i < count; ++i)
    addPoint(&points[i * size]);
  terms = logWeights;
  value -= double(count) * logSumExp(terms);
  for (int64_t part = 0; part < parts; ++part)
    weightGradient[part] -= double(count) * terms[part];
  addPrior();
}

} // namespace

bench::Objective bench::makeMixture(const Arrays &inputs) {
  auto m = std::make_shared<Mixture>();
  m->count = inputs[3].shape()[0];
  m->size = inputs[3].shape()[1];
  m->parts = inputs[0].size();
  m->factorSize = inputs[2].shape()[1];
  m->logWeights = numbersOf(inputs[0]);
  m->means = numbersOf(inputs[1]);
  m->factors = numbersOf(inputs[2]);
  m->points = numbersOf(inputs[3]);
  m->diagonals = m->byMean = m->means;
  m->logDeterminants = m->terms = m->logWeights;
  m->byFactor = m->factors;
  m->centred.resize(m->size);
  m->scaled.resize(m->size);
  return {[m] { m->run(); },
          [m]() -> Arrays {
            return {cotan::Array::scalar(cotan::DType::f64, m->value),
                    arrayOf(m->weightGradient, {m->parts}),
                    arrayOf(m->meanGradient, {m->parts, m->size}),
                    arrayOf(m->factorGradient, {m->parts, m->factorSize})};
          }};
}
