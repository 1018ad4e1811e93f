// Of general square matrices. Element types cannot depend on values, so results are complex where
// those of some real matrices are.
#include "cotan/functions/functions.h"

#include "cotan/functions/linalg/factors.h"
#include "cotan/functions/operators.h"
#include "cotan/tensor/control.h"
#include "cotan/tensor/inside.h"

using namespace cotan::trace;

namespace ct::linalg {
namespace {

Tensor complexSquareOf(const Tensor &given) {
  Tensor x = squareOf(given);
  if (isComplex(x.dtype()))
    return x;
  return astype(x, x.dtype() == DType::float64 ? DType::complex128 : DType::complex64);
}

//--- the logarithm

/// Up to this distance from the identity, seven points are enough for all digits (Higham,
/// "Functions of Matrices", 2008, table 11.1). A matrix that is farther after so many roots is
/// singular: 2^-1074 would need 13.
constexpr double reach = 0.264;
constexpr int64_t mostRoots = 60;

/// The points and weights of Gauss and Legendre's quadrature on [0, 1].
struct Point {
  double place, weight;
};
constexpr Point points[] = {
    {0.0254460438286207, 0.0647424830844348}, {0.1292344072003028, 0.1398526957446383},
    {0.2970774243113014, 0.1909150252525595}, {0.5, 0.2089795918367347},
    {0.7029225756886986, 0.1909150252525595}, {0.8707655927996972, 0.1398526957446383},
    {0.9745539561713793, 0.0647424830844348}};

/// The logarithm of the identity and x: the integral of x (1 + s x)^-1 for s from 0 to 1.
Tensor logarithmBesideOne(const Tensor &x) {
  Tensor one = eye(openSizesOf(x).back(), {}, 0, x.dtype()), sum = zeros_like(x);
  for (const Point &point : points)
    sum = sum + solve(one + point.place * x, x) * point.weight;
  return sum;
}

/// The largest sum of sizes in a column of x less the identity, of each matrix.
Tensor distanceFromOne(const Tensor &x) {
  Tensor apart = stop_gradient(x) - eye(openSizesOf(x).back(), {}, 0, x.dtype());
  return max(sum(abs(apart), std::vector<int64_t>{-2}), std::vector<int64_t>{-1},
             {.initial = Tensor(0.0)});
}

} // namespace

std::pair<Tensor, Tensor> eig(const Tensor &a) {
  const Called called("ct.linalg.eig");
  return eigOf(complexSquareOf(a));
}

Tensor eigvals(const Tensor &a) {
  const Called called("ct.linalg.eigvals");
  return eigOf(complexSquareOf(a)).first;
}

std::pair<Tensor, Tensor> schur(const Tensor &a, const std::string &output) {
  const Called called("ct.linalg.schur");
  oneOf("output", output, {"real", "complex"});
  Tensor x = squareOf(a);
  if (output == "complex" || isComplex(x.dtype()))
    return schurOf(complexSquareOf(a));
  auto [t, z] = realSchurOf(x);
  return {narrowed(t, a), narrowed(z, a)};
}

Tensor sqrtm(const Tensor &a) {
  const Called called("ct.linalg.sqrtm");
  return sqrtmOf(complexSquareOf(a));
}

// Inverse scaling and squaring (Kenney and Laub 1989): each matrix has as many roots taken as it
// needs. Those of NaN need none.
Tensor logm(const Tensor &a) {
  const Called called("ct.linalg.logm");
  Tensor x = complexSquareOf(a), distance = distanceFromOne(x);
  auto isFar = [](const Tensors &state) {
    return logical_and(state[2] < mostRoots, any(distanceFromOne(state[0]) > reach));
  };
  auto takeRoot = [](const Tensors &state) -> Tensors {
    Tensor isNext = distanceFromOne(state[0]) > reach;
    return {where(expand_dims(isNext, {-1, -2}), sqrtmOf(state[0]), state[0]),
            where(isNext, state[1] * 2, state[1]), state[2] + 1};
  };
  Tensors last = while_loop(isFar, takeRoot, Tensors{x, ones_like(distance), Tensor(int64_t(0))});
  Tensor isSingular = distanceFromOne(last[0]) > reach, one = ones_like(distance);
  Tensor factor = where(isSingular, std::numeric_limits<double>::quiet_NaN() * one, last[1]);
  Tensor apart = last[0] - eye(openSizesOf(x).back(), {}, 0, x.dtype());
  return logarithmBesideOne(apart) * expand_dims(factor, {-1, -2});
}

} // namespace ct::linalg
