// Systems of linear equations, inverses and determinants, of real or complex numbers. Integers
// become floats; float16 and bfloat16 are computed in float32.
#include "cotan/functions/functions.h"

#include "cotan/functions/linalg/factors.h"
#include "cotan/functions/operators.h"
#include "cotan/tensor/inside.h"

#include <numeric>

using namespace cotan::trace;

namespace ct::linalg {
namespace {

/// A matrix and right sides of one element type and of the same batches.
struct System {
  Tensor a, b;
  Shape batches;
  bool isVector; // b was
  Shape folded;  // the shape of b, whose batches became columns; empty if they did not
};

/// The axes before the last two that both have together.
Shape commonBatches(const Tensor &a, const Tensor &b) {
  auto left = openSizesOf(a).drop_back(2), right = openSizesOf(b).drop_back(2);
  Shape sizes(std::max(left.size(), right.size()), 1);
  for (auto batches : {left, right})
    for (size_t i = 0; i < batches.size(); ++i) {
      int64_t &size = sizes[sizes.size() - batches.size() + i], other = batches[i];
      if (!mayBeEqual(size, other) && size != 1 && other != 1)
        refuse("shapes " + printTuple(openSizesOf(a)) + " and " + printTuple(openSizesOf(b)) +
               " do not go together: of the axes before the last two, " + printSize(size) +
               " meets " + printSize(other) + ", and neither is 1");
      if (size == 1 || isOpen(size))
        size = other == 1 ? size : other;
    }
  return sizes;
}

Shape withBatches(Shape batches, const Tensor &x, size_t axes) {
  auto last = openSizesOf(x).take_back(axes);
  batches.insert(batches.end(), last.begin(), last.end());
  return batches;
}

Tensor repeated(const Tensor &x, const Shape &batches, size_t axes = 2) {
  Shape shape = withBatches(batches, x, axes);
  return openSizesOf(x) == llvm::ArrayRef<int64_t>(shape) ? x : broadcast_to(x, shape);
}

/// The batches of right sides that meet one matrix are columns: it is not repeated.
System foldBatches(const Tensor &a, const Tensor &b) {
  Tensor rows = moveaxis(b, {-2}, {0});
  Shape folded = openSizesOf(rows).vec();
  int64_t columns = 1;
  for (int64_t size : llvm::ArrayRef<int64_t>(folded).drop_front())
    columns = isOpen(size) || columns < 0 ? -1 : columns * size;
  return {a, reshape(rows, {folded[0], columns}), {}, false, folded};
}

System systemOf(const Tensor &a, const Tensor &b) {
  needSquare(a);
  if (b.ndim() == 0)
    refuse("b is a number, but expected a vector, a matrix, or a batch of matrices");
  bool isVector = b.ndim() == 1;
  auto [left, other] = inOneType(a, b);
  Tensor right = isVector ? expand_dims(other, {1}) : other;
  int64_t rows = openSizesOf(a).back(), found = openSizesOf(right)[right.ndim() - 2];
  if (!mayBeEqual(rows, found))
    refuse("shapes " + printTuple(openSizesOf(a)) + " and " + printTuple(openSizesOf(b)) +
           " do not go together: a has " + printSize(rows) + " rows, and b has " +
           printSize(found) + (isVector ? " elements" : "; b is a vector only if it has one axis"));
  if (a.ndim() == 2 && right.ndim() > 2)
    return foldBatches(left, right);
  return {left, right, commonBatches(a, right), isVector, {}};
}

/// The solution as the right side was given.
Tensor asGiven(const System &system, const Tensor &x) {
  Tensor given = narrowed(x, system.a);
  if (!system.folded.empty())
    return moveaxis(reshape(given, system.folded), {0}, {-2});
  return system.isVector ? squeeze(given, {{-1}}) : given;
}

/// -1 where the permutation exchanges rows an odd number of times, else 1: it counts the pairs that
/// are in the wrong order.
Tensor parity(const Tensor &permutation, DType dtype) {
  Tensor left = expand_dims(permutation, {-1}), right = expand_dims(permutation, {-2});
  Tensor turned = triu(astype(left > right, DType::int64), 1);
  return astype(1 - 2 * remainder(sum(turned, std::vector<int64_t>{-1, -2}), 2), dtype);
}

/// The sign of the product of numbers along the last axis: of complex ones from their angles, of
/// which a sum has the digits that a product would have.
Tensor signOfProduct(const Tensor &x) {
  const std::vector<int64_t> last = {-1};
  if (!isComplex(x.dtype()))
    return prod(sign(x), last);
  Tensor turn = sum(angle(x), last);
  return where(any(x == 0, last), 0, complex(cos(turn), sin(turn)));
}

int64_t productOf(llvm::ArrayRef<int64_t> sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), int64_t(1), std::multiplies<>());
}

} // namespace

Tensor cholesky(const Tensor &given, bool upper, bool symmetrize_input) {
  const Called called("ct.linalg.cholesky");
  Tensor x = squareOf(given);
  if (symmetrize_input)
    x = hermitianPartOf(x);
  Tensor l = choleskyOf(x);
  return narrowed(upper ? adjoint(l) : l, given);
}

/// By Cholesky factors, of the one triangle that is read.
static Tensor solvePositive(const System &system, bool lower) {
  Tensor matrix = widened(system.a);
  Tensor l = repeated(choleskyOf(lower ? matrix : adjoint(matrix)), system.batches);
  Tensor half = triangularSolve(l, repeated(widened(system.b), system.batches), true, false, false);
  return asGiven(system, triangularSolve(conj(l), half, true, true, false));
}

// The factors are found before they are repeated for more right sides.
Tensor solve(const Tensor &a, const Tensor &b, bool lower, const std::string &assume_a) {
  const Called called("ct.linalg.solve");
  const int64_t kind = oneOf("assume_a", assume_a, {"gen", "sym", "her", "pos"});
  System system = systemOf(a, b);
  if (kind == 3)
    return solvePositive(system, lower);
  Tensor matrix = widened(system.a);
  if (kind != 0)
    matrix = wholeOf(matrix, lower, /*conjugated=*/kind == 2);
  LuFactors lu = luOf(matrix);
  LuFactors all = {repeated(lu.factors, system.batches),
                   repeated(lu.permutation, system.batches, 1)};
  Tensor right = repeated(widened(system.b), system.batches);
  return asGiven(system, luSolve(repeated(matrix, system.batches), all, right));
}

Tensor solve_triangular(const Tensor &a, const Tensor &b, bool lower, bool transpose,
                        bool unit_diagonal) {
  const Called called("ct.linalg.solve_triangular");
  System system = systemOf(a, b);
  Tensor matrix = repeated(widened(system.a), system.batches);
  Tensor right = repeated(widened(system.b), system.batches);
  return asGiven(system, triangularSolve(matrix, right, lower, transpose, unit_diagonal));
}

Tensor inv(const Tensor &given) {
  const Called called("ct.linalg.inv");
  Tensor x = squareOf(given);
  Tensor one = eye(openSizesOf(x).back(), {}, 0, x.dtype());
  Tensor right = repeated(one, openSizesOf(x).drop_back(2).vec());
  return narrowed(luSolve(x, luOf(x), right), given);
}

Tensor det(const Tensor &given) {
  const Called called("ct.linalg.det");
  Tensor x = squareOf(given);
  return narrowed(op::det(x), given);
}

std::pair<Tensor, Tensor> slogdet(const Tensor &given) {
  const Called called("ct.linalg.slogdet");
  Tensor x = squareOf(given);
  LuFactors lu = luOf(x);
  Tensor diagonal = linalg::diagonal(lu.factors);
  Tensor logarithm = sum(log(abs(diagonal)), std::vector<int64_t>{-1});
  return {narrowed(parity(lu.permutation, x.dtype()) * signOfProduct(diagonal), given),
          narrowed(logarithm, given)};
}

Tensor tensorinv(const Tensor &x, int64_t ind) {
  const Called called("ct.linalg.tensorinv");
  if (ind <= 0 || ind >= x.ndim())
    refuse("ind is " + std::to_string(ind) + ", but expected 1 to " + std::to_string(x.ndim() - 1) +
           " for shape " + printTuple(openSizesOf(x)));
  auto sizes = sizesOf(x), rows = sizes.take_front(ind), columns = sizes.drop_front(ind);
  if (productOf(rows) != productOf(columns))
    refuse("found shape " + printTuple(sizes) + ", whose first " + std::to_string(ind) +
           " axes have " + std::to_string(productOf(rows)) + " elements and the others " +
           std::to_string(productOf(columns)) + ", but expected as many");
  Shape result = columns.vec();
  result.insert(result.end(), rows.begin(), rows.end());
  return reshape(inv(reshape(x, {productOf(rows), productOf(columns)})), result);
}

Tensor tensorsolve(const Tensor &given, const Tensor &b, const Axes &axes) {
  const Called called("ct.linalg.tensorsolve");
  std::vector<int64_t> last(axes ? axes->size() : 0);
  std::iota(last.begin(), last.end(), -int64_t(last.size()));
  Tensor a = axes ? moveaxis(given, *axes, last) : given;
  auto sizes = sizesOf(a);
  if (b.ndim() > a.ndim() || sizes.take_front(b.ndim()) != sizesOf(b) ||
      productOf(sizes.drop_front(b.ndim())) != b.size())
    refuse("shapes " + printTuple(sizes) + " and " + printTuple(sizesOf(b)) +
           " do not go together: a begins with the axes of b, and the others have as many "
           "elements");
  Tensor x = solve(reshape(a, {b.size(), b.size()}), ravel(b));
  return reshape(x, sizes.drop_front(b.ndim()).vec());
}

} // namespace ct::linalg

// With `lower` the triangle that is read is that of the factor.
ct::Tensor ct::dynamic::linalg::cholesky(const Tensor &a, std::optional<bool> lower, bool upper,
                                         bool symmetrize_input) {
  const Called called("ct.linalg.cholesky");
  if (!lower)
    return ct::linalg::cholesky(a, upper, symmetrize_input);
  if (*lower && upper)
    refuse("lower and upper are both True, but the factor is one of them; give one");
  needSquare(a);
  return ct::linalg::cholesky(*lower ? a : adjoint(a), !*lower, /*symmetrize_input=*/false);
}

/// Of which matrix the system is, as SciPy says it: 0, 1, 2, the matrix, its transpose, its
/// adjoint.
static int64_t formOf(const std::variant<int64_t, std::string> &trans) {
  using Said = std::variant<int64_t, std::string>;
  const Said names[] = {"N", "T", "C"};
  for (int64_t form = 0; form < 3; ++form)
    if (trans == names[form] || trans == Said(form))
      return form;
  ct::refuse("trans is none of 0, 1, 2, 'N', 'T' and 'C'");
}

ct::Tensor ct::dynamic::linalg::solve_triangular(const Tensor &a, const Tensor &b,
                                                 const std::variant<int64_t, std::string> &trans,
                                                 bool lower, bool unit_diagonal) {
  const Called called("ct.linalg.solve_triangular");
  const int64_t form = formOf(trans);
  return ct::linalg::solve_triangular(form == 2 ? ct::conj(a) : a, b, lower, form != 0,
                                      unit_diagonal);
}
