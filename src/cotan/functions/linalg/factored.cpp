#include "cotan/functions/functions.h"

#include "cotan/functions/indexing/indexing.h"
#include "cotan/functions/linalg/elimination.h"
#include "cotan/functions/operators.h"
#include "cotan/tensor/control.h"
#include "cotan/tensor/inside.h"

using namespace cotan::trace;

namespace ct::linalg {
namespace {

/// Numbers as many as a vector has, beside its elements.
Tensor placesOf(const Tensor &x) { return broadcast_to(arange(size(x, -1)), openSizesOf(x).vec()); }

/// Element i along the last axis, which stays.
Tensor elementAt(const Tensor &x, const Tensor &places, const Tensor &i) {
  return sum(where(places == i, x, 0), std::vector<int64_t>{-1}, {.keepdims = true});
}

/// Goes through exchanges of elements i and j(i, state), one after another, in the order of the
/// rows: `state` is what stands where.
template <typename Partner> Tensors exchange(const Tensor &like, const Partner &partner) {
  const Tensor places = placesOf(like);
  if (openSizesOf(like).back() == 0) // what a turn does could not be said of no element
    return {places, zeros_like(places)};
  auto turn = [&](const Tensor &i, const Tensors &state) -> Tensors {
    const Tensor j = partner(i, state[0], places);
    Tensor here = elementAt(state[0], places, i), there = elementAt(state[0], places, j);
    return {where(places == i, there, where(places == j, here, state[0])),
            where(places == i, j, state[1])};
  };
  return fori_loop(0, size(like, -1), turn, Tensors{places, zeros_like(places)});
}

Tensor pivotsOf(const Tensor &permutation) {
  return exchange(permutation, [&](const Tensor &i, const Tensor &rows, const Tensor &places) {
    return expand_dims(argmax(rows == elementAt(permutation, places, i), -1), {-1});
  })[1];
}

Tensor permutationOf(const Tensor &pivots) {
  return exchange(pivots, [&](const Tensor &i, const Tensor &, const Tensor &places) {
    return elementAt(pivots, places, i);
  })[0];
}

/// b with as many columns as it has, and in the element type of the factors.
struct RightSide {
  RightSide(const Tensor &factors, const Tensor &b) : isVector(b.ndim() == 1) {
    needSquare(factors);
    if (b.ndim() == 0)
      refuse("b is a number, but expected a vector, a matrix, or a batch of matrices");
    columns = isVector ? expand_dims(b, {1}) : b;
    const int64_t rows = openSizesOf(factors).back(),
                  found = openSizesOf(columns)[columns.ndim() - 2];
    if (!mayBeEqual(rows, found))
      refuse("the factors have " + printSize(rows) + " rows, and b has " + printSize(found));
  }
  Tensor asGiven(const Tensor &x) const { return isVector ? squeeze(x, {{-1}}) : x; }

  Tensor columns;
  bool isVector;
};

} // namespace

std::tuple<Tensor, Tensor, Tensor> lu(const Tensor &given, bool p_indices) {
  const Called called("ct.linalg.lu");
  const LuFactors found = eliminated(matrixOf(given));
  Tensor order = argsort(found.permutation, -1); // row i of a is row order[i] of l u
  Tensor p = p_indices ? order
                       : astype(expand_dims(order, {-1}) == expand_dims(placesOf(order), {-2}),
                                partOf(found.factors.dtype()));
  return {p_indices ? p : narrowed(p, given), narrowed(lowerOf(found.factors), given),
          narrowed(upperOf(found.factors), given)};
}

std::pair<Tensor, Tensor> lu_factor(const Tensor &given) {
  const Called called("ct.linalg.lu_factor");
  const LuFactors found = eliminated(matrixOf(given));
  Tensor pivots = pivotsOf(found.permutation); // of rows below the last column there are none
  if (isTall(given))
    pivots = index(pivots, {ellipsis, Slice{0, openSizesOf(given).back()}});
  return {narrowed(found.factors, given), pivots};
}

// Of l u x = p b, or of u^T l^T p x = b; or of conjugates.
Tensor lu_solve(const std::pair<Tensor, Tensor> &lu_and_piv, const Tensor &b, int64_t trans) {
  const Called called("ct.linalg.lu_solve");
  auto [given, pivots] = lu_and_piv;
  if (trans < 0 || trans > 2)
    refuse("trans is " + std::to_string(trans) + ", but expected 0, 1 or 2");
  if (isInexact(pivots.dtype()))
    refuse<TypeError>("the pivots are " + nameOf(pivots.dtype()) +
                      ", but expected integers, as lu_factor gives them");
  auto [factors, right] = inOneType(given, b);
  const RightSide side(factors, right);
  if (!llvm::equal(openSizesOf(pivots), openSizesOf(factors).drop_back(), mayBeEqual))
    refuse("the factors have shape " + printTuple(openSizesOf(factors)) + ", but the pivots " +
           printTuple(openSizesOf(pivots)));
  Tensor matrix = widened(trans == 2 ? conj(factors) : factors),
         order = permutationOf(astype(pivots, DType::int64));
  Tensor x = widened(side.columns);
  if (trans == 0) {
    x = solve_triangular(matrix, rowsInOrder(x, order), true, false, true);
    x = solve_triangular(matrix, x, false);
  } else {
    x = solve_triangular(matrix, x, false, true);
    x = rowsInOrder(solve_triangular(matrix, x, true, true, true), argsort(order, -1));
  }
  return side.asGiven(narrowed(x, factors));
}

std::pair<Tensor, bool> cho_factor(const Tensor &a, bool lower) {
  const Called called("ct.linalg.cho_factor");
  return {cholesky(a, !lower), lower};
}

Tensor cho_solve(const std::pair<Tensor, bool> &c_and_lower, const Tensor &b) {
  const Called called("ct.linalg.cho_solve");
  auto &[factor, isLower] = c_and_lower;
  auto solved = [&, &factor = factor, &isLower = isLower](const Tensor &right, bool ofAdjoint) {
    return solve_triangular(ofAdjoint ? conj(factor) : factor, right, isLower, ofAdjoint);
  };
  return solved(solved(b, !isLower), isLower);
}

// The upper triangle is the lower one of the matrix with its rows and columns in reverse.
std::tuple<Tensor, Tensor, Tensor> ldl(const Tensor &given, bool lower, bool hermitian) {
  const Called called("ct.linalg.ldl");
  const Tensor x = squareOf(given);
  auto turned = [&](const Tensor &matrix) { return lower ? matrix : flip(matrix, {{-2, -1}}); };
  auto [l, d, permutation] = ldlOf(turned(x), !hermitian && isComplex(x.dtype()));
  Tensor places = argsort(permutation, -1); // row i of x is row places[i] of l
  Tensor rows = broadcast_to(expand_dims(places, {-1}), openSizesOf(l).vec());
  Tensor lu = turned(take_along_axis(l, rows, -2));
  if (!lower)
    permutation = size(permutation, -1) - 1 - flip(permutation, {{-1}});
  return {narrowed(lu, given), narrowed(turned(d), given), permutation};
}

} // namespace ct::linalg

std::variant<std::tuple<ct::Tensor, ct::Tensor, ct::Tensor>, std::pair<ct::Tensor, ct::Tensor>>
ct::dynamic::linalg::lu(const Tensor &a, bool permute_l, bool p_indices) {
  const Called called("ct.linalg.lu");
  auto [p, l, u] = ct::linalg::lu(a, p_indices && !permute_l);
  if (permute_l)
    return std::pair(matmul(p, l), u);
  return std::tuple(p, l, u);
}
