// Formulas of functions against C's library in a wider type: every 1999th float, random f64, and
// where something special happens. COTAN_MATH_STEP=1 in the environment tries every float, in some
// minutes a function, and prints how far off the functions are.
#include "cotan/ir/lowering/math.h"

#include "cotan/ir/lowering/lanes_test.h"

#include "gtest/gtest.h"

#include <boost/math/special_functions/erf.hpp>

#include <cmath>
#include <random>

using namespace llvm;
using namespace cotan;

namespace {

/// Of 64 bytes a register of f32, or two of f64; half of it, or one; and twice as many.
constexpr unsigned laneCounts[] = {16, 8, 32};

/// For all processors that this computer can be taken for.
std::vector<Width> allWidths(ArrayRef<unsigned> counts = laneCounts) {
  std::vector<Width> all;
  for (const Width &width : widths())
    if (width.lanes == 16)
      for (unsigned lanes : counts)
        all.emplace_back(lanes, width.processor);
  return all;
}

template <typename T>
using Wider = std::conditional_t<std::is_same_v<T, float>, double, long double>;
template <typename T> constexpr DType dtypeFor = sizeof(T) == 4 ? DType::f32 : DType::f64;
template <typename T> using Limits = std::numeric_limits<T>;

template <typename T> struct Known {
  const char *name;
  Wider<T> (*exact)(Wider<T>);
};

/// Of positive numbers: beside its zeros among negative ones a library is right to an absolute
/// error.
template <typename T> T lgammaOfPositive(T x) { return std::lgamma(std::fabs(x)); }

template <typename T> T erfinv(T x) {
  if (std::fabs(x) == 1)
    return std::copysign(INFINITY, x);
  return x == 0 ? x : std::fabs(x) < 1 ? boost::math::erf_inv(x) : T(NAN);
}

#define FUNCTION(NAME) {#NAME, std::NAME}
template <typename T>
const Known<T> functions[] = {FUNCTION(exp),           FUNCTION(exp2), FUNCTION(expm1),
                              FUNCTION(log),           FUNCTION(log2), FUNCTION(log1p),
                              FUNCTION(log10),         FUNCTION(tanh), FUNCTION(erf),
                              FUNCTION(erfc),          FUNCTION(sin),  FUNCTION(cos),
                              FUNCTION(tan),           FUNCTION(sinh), FUNCTION(cosh),
                              FUNCTION(asin),          FUNCTION(acos), FUNCTION(atan),
                              FUNCTION(atanh),         FUNCTION(cbrt), {"lgamma", lgammaOfPositive},
                              {"cotan_erfinv", erfinv}};
#undef FUNCTION

/// How far off `found` is, in units of the last place.
template <typename T> double ulpsOff(T found, Wider<T> exact) {
  const T nearest = static_cast<T>(exact);
  if (found == nearest && found != 0)
    return 0; // up to half a unit
  if (std::isnan(exact) || std::isnan(found))
    return std::isnan(exact) && std::isnan(found) ? 0 : INFINITY;
  if (std::isinf(nearest) || std::isinf(found))
    return found == nearest ? 0 : INFINITY;
  if (found == 0 && nearest == 0)
    return std::signbit(found) == std::signbit(exact) ? 0 : INFINITY;
  const int exponent = std::max(std::ilogb(exact), Limits<T>::min_exponent - 1);
  return std::fabs(found - exact) / std::ldexp(Wider<T>(1), exponent + 1 - Limits<T>::digits);
}

template <typename T> struct Worst {
  double ulps = 0;
  T at = 0, found = 0;
};

/// Computes the function of all `x`, whose number is a multiple of every number of lanes.
template <typename T>
void compare(const Known<T> &function, ArrayRef<T> x, ArrayRef<Width> all, Worst<T> &worst) {
  const bool isLgamma = StringRef(function.name) == "lgamma";
  Array operand(dtypeFor<T>, {int64_t(x.size())});
  copy(x, operand.template mutableValues<T>().begin());
  std::vector<Wider<T>> exact(x.size());
  transform(x, exact.begin(), function.exact);
  for (const Width &width : all) {
    Array y =
        runFormula([&](Element &e) { return call(function.name, isLgamma ? abs(e[0]) : e[0]); },
                   {operand}, x.size(), width);
    for (auto [a, b, c] : zip_equal(x, y.template values<T>(), exact))
      if (double ulps = ulpsOff(b, c); ulps > worst.ulps)
        worst = {ulps, a, b};
  }
}

template <typename T> void expectNear(const Known<T> &function, const Worst<T> &worst) {
  EXPECT_LE(worst.ulps, 2) << function.name << "(" << worst.at << ") is not " << worst.found;
  if (std::getenv("COTAN_MATH_STEP"))
    std::printf("%s: %.3f ulp at %a\n", function.name, worst.ulps, double(worst.at));
}

uint64_t step() {
  const char *wanted = std::getenv("COTAN_MATH_STEP");
  return wanted ? std::strtoull(wanted, nullptr, 10) : 1999;
}

void checkAll(const Known<float> &function) {
  Worst<float> worst;
  const uint64_t all = uint64_t(1) << 32;
  std::vector<float> x(std::min<uint64_t>(1 << 22, alignTo(all / step() + 1, laneCounts[0])));
  for (uint64_t bits = 0; bits < all;) {
    for (float &value : x) {
      value = bit_cast<float>(uint32_t(std::min(bits, all - 1)));
      bits += step();
    }
    compare<float>(function, x, allWidths(laneCounts[0]), worst);
  }
  expectNear(function, worst);
}

/// Any bits, and numbers of the sizes that the functions care about.
void checkRandom(const Known<double> &function) {
  Worst<double> worst;
  std::mt19937_64 random(1);
  std::vector<double> x(1 << 17);
  for (size_t i = 0; i < x.size(); ++i)
    if (i % 4 == 0)
      x[i] = bit_cast<double>(random());
    else
      x[i] = std::ldexp(int64_t(random()), int(random() % 16) - (i % 4 == 1 ? 68 : 62));
  compare<double>(function, x, allWidths(), worst);
  expectNear(function, worst);
}

template <typename T> std::vector<T> specialPoints() {
  std::vector<T> points;
  for (double x : {0.0,
                   0x1p-149,
                   0x1p-126,
                   1e-310,
                   0x1p-1022,
                   1e-20,
                   1e-10,
                   0.34,
                   0.55,
                   0.6,
                   0.9,
                   0.9966,
                   0.999,
                   1 - 1e-7,
                   1 - 1.13e-7,
                   1 - 1e-12,
                   1.0,
                   4.0,
                   9.194549,
                   10.05,
                   10.06,
                   20.0,
                   40.0,
                   87.33654,
                   88.72283,
                   89.0,
                   89.41598,
                   103.2789,
                   103.9721,
                   126.0,
                   128.0,
                   149.0,
                   150.0,
                   151.0,
                   708.396418,
                   709.78271,
                   709.782712893384,
                   710.475860073944,
                   710.0,
                   744.4400719213812,
                   745.1332191019412,
                   746.0,
                   1022.0,
                   1024.0,
                   1074.0,
                   1075.0,
                   0x1.fffffep+127,
                   0x1p+40,
                   0x1p+60,
                   0x1p+100,
                   1e8,
                   1e300,
                   32768.0,
                   M_PI_2,
                   M_PI,
                   2 * M_PI,
                   1e22,
                   0x1.fffffffffffffp+1023,
                   double(INFINITY),
                   double(NAN)})
    for (T y : {std::nextafter(T(x), T(-INFINITY)), T(x), std::nextafter(T(x), T(INFINITY))})
      points.push_back(y), points.push_back(-y);
  points.resize(alignTo(points.size(), 32));
  return points;
}

template <typename T> void checkSpecial(ArrayRef<Known<T>> functions) {
  for (const Known<T> &function : functions) {
    Worst<T> worst;
    compare<T>(function, specialPoints<T>(), allWidths(), worst);
    expectNear(function, worst);
  }
}

/// All pairs of special numbers, and random ones whose power is often a number, and often almost
/// none.
template <typename T> std::vector<std::pair<T, T>> pairs() {
  std::vector<std::pair<T, T>> all;
  std::vector<T> points = specialPoints<T>();
  for (T x : {2.0, 3.0, 0.5, 2.5, 16777215.0, 0x1p+53 - 1, 0x1p+63, 1 - 0x1p-53})
    points.push_back(x), points.push_back(-x);
  for (T x : points)
    for (T y : points)
      all.emplace_back(x, y);
  std::mt19937_64 random(1);
  using Bits = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
  while (all.size() < 1 << 18) {
    const T x = bit_cast<T>(Bits(random())), any = bit_cast<T>(Bits(random()));
    const T limit = (Limits<T>::max_exponent + Limits<T>::digits) / std::log2(std::fabs(x));
    const T part = std::ldexp(T(int64_t(random())), -63); // of it: the last fourth as often
    const T y = all.size() % 4 == 0 ? any : limit * (all.size() % 4 == 1 ? 1 - part / 16 : part);
    all.emplace_back(all.size() % 8 < 6 ? x : 1 + part / 64, y);
  }
  return all;
}

/// What C's library gives in the wider type; that of long double errs at infinity.
template <typename T> Wider<T> exactPower(T x, T y) {
  return std::isinf(x) || x == 0 ? Wider<T>(std::pow(x, y)) : std::pow(Wider<T>(x), Wider<T>(y));
}

template <typename T> void checkPower(const Width &width) {
  constexpr DType dtype = dtypeFor<T>;
  Array x(dtype, {1 << 18}), y(dtype, {1 << 18});
  for (auto [i, pair] : enumerate(pairs<T>())) {
    x.template mutableValues<T>()[i] = pair.first;
    y.template mutableValues<T>()[i] = pair.second;
  }
  Array z = runFormula([](Element &e) { return call("pow", e[0], e[1]); }, {x, y}, 1 << 18, width);
  double worst = 0;
  for (auto [a, b, c] :
       zip_equal(x.template values<T>(), y.template values<T>(), z.template values<T>())) {
    const double ulps = ulpsOff(c, exactPower(a, b));
    ASSERT_LE(ulps, 2) << "pow(" << a << ", " << b << ") is not " << c;
    worst = std::max(worst, ulps);
  }
  if (std::getenv("COTAN_MATH_STEP"))
    std::printf("pow: %.3f ulp\n", worst);
}

} // namespace

TEST(Math, special_points_are_within_two_ulps) {
  checkSpecial<float>(functions<float>);
  checkSpecial<double>(functions<double>);
}

TEST(Math, floats_are_within_two_ulps) {
  for (const Known<float> &function : functions<float>)
    checkAll(function);
}

TEST(Math, doubles_are_within_two_ulps) {
  for (const Known<double> &function : functions<double>)
    checkRandom(function);
}

TEST(Math, pow_is_within_two_ulps) {
  for (const Width &width : allWidths()) {
    checkPower<float>(width);
    checkPower<double>(width);
  }
}
