// Cameras see points: the residual of each observation, and its two rows of the sparse Jacobian,
// which are by the camera's eleven numbers, the point's three and the weight; or the sum of squares
// and its gradient.
#include "objectives.h"

#include <array>
#include <cmath>

namespace {

constexpr int cameraSize = 11, columns = cameraSize + 3 + 1;
enum { rotation = 0, centre = 3, focal = 6, principal = 7, radial = 9, place = 11, weight = 14 };

using Vector = std::array<double, 3>;
using Matrix = std::array<Vector, 3>;
/// Two rows, by the inputs of one observation.
using Rows = std::array<std::array<double, columns>, 2>;

double dot(const Vector &a, const Vector &b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Vector cross(const Vector &a, const Vector &b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

struct Rotated {
  Vector point;
  Matrix byTurn, byPoint;
};

/// Rodrigues' formula: p cos t + (u x p) sin t + u (u . p) (1 - cos t), where the turn is t u.
Rotated rotate(const Vector &turn, const Vector &p) {
  const double angle = std::sqrt(dot(turn, turn)), s = std::sin(angle), c = std::cos(angle),
               inverse = 1 / angle;
  const Vector u = {turn[0] * inverse, turn[1] * inverse, turn[2] * inverse}, side = cross(u, p);
  const double along = dot(u, p), rest = 1 - c;
  Rotated r;
  for (int i = 0; i < 3; ++i)
    r.point[i] = p[i] * c + side[i] * s + u[i] * along * rest;
  r.byPoint = {{{c, -u[2] * s, u[1] * s}, {u[2] * s, c, -u[0] * s}, {-u[1] * s, u[0] * s, c}}};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      r.byPoint[i][j] += rest * u[i] * u[j];
  for (int j = 0; j < 3; ++j) {
    Vector du;
    for (int i = 0; i < 3; ++i)
      du[i] = ((i == j) - u[i] * u[j]) * inverse;
    const Vector dside = cross(du, p);
    const double dalong = dot(du, p);
    for (int i = 0; i < 3; ++i)
      r.byTurn[i][j] = u[j] * (-s * p[i] + c * side[i] + s * along * u[i]) + s * dside[i] +
                       rest * (along * du[i] + dalong * u[i]);
  }
  return r;
}

/// The residual w (projection - seen), and its rows.
void observe(const double *camera, const double *point, double w, const double *seen,
             double *residual, Rows &rows) {
  Vector from;
  for (int i = 0; i < 3; ++i)
    from[i] = point[i] - camera[centre + i];
  const Rotated r = rotate({camera[0], camera[1], camera[2]}, from);
  const double inverse = 1 / r.point[2], x = r.point[0] * inverse, y = r.point[1] * inverse;
  const double k1 = camera[radial], k2 = camera[radial + 1], square = x * x + y * y;
  const double grow = 1 + k1 * square + k2 * square * square, slope = 2 * (k1 + 2 * k2 * square);
  const double f = camera[focal] * w;
  // By the rotated point: distortion, then the division by depth.
  const double xx = grow + slope * x * x, xy = slope * x * y, yy = grow + slope * y * y;
  const double byRotated[2][3] = {{xx * inverse, xy * inverse, -(xx * x + xy * y) * inverse},
                                  {xy * inverse, yy * inverse, -(xy * x + yy * y) * inverse}};
  const double flat[2] = {x, y};
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 3; ++j) {
      double turn = 0, move = 0;
      for (int k = 0; k < 3; ++k) {
        turn += byRotated[i][k] * r.byTurn[k][j];
        move += byRotated[i][k] * r.byPoint[k][j];
      }
      rows[i][rotation + j] = f * turn;
      rows[i][place + j] = f * move;
      rows[i][centre + j] = -f * move;
    }
    const double projected = flat[i] * grow,
                 miss = camera[focal] * projected + camera[principal + i] - seen[i];
    rows[i][focal] = w * projected;
    rows[i][principal + i] = w;
    rows[i][principal + 1 - i] = 0;
    rows[i][radial] = f * square * flat[i];
    rows[i][radial + 1] = f * square * square * flat[i];
    rows[i][weight] = miss;
    residual[i] = w * miss;
  }
}

/// Compressed rows.
struct Sparse {
  std::vector<int> starts, columns;
  std::vector<double> values;

  void clear() {
    starts.assign(1, 0);
    columns.clear();
    values.clear();
  }
  void add(int column, double value) {
    columns.push_back(column);
    values.push_back(value);
  }
  void endRow() { starts.push_back(int(columns.size())); }
};

struct Bundle {
  std::vector<double> cameras, points, weights, seen;
  std::vector<int> pairs; // camera and point of each observation
  std::vector<double> residuals, weightResiduals;
  Sparse jacobian;
  double loss;
  std::vector<double> cameraGradient, pointGradient, weightGradient;

  int count() const { return int(weights.size()); }
  void observe(int i, Rows &rows) {
    ::observe(&cameras[cameraSize * pairs[2 * i]], &points[3 * pairs[2 * i + 1]], weights[i],
              &seen[2 * i], &residuals[2 * i], rows);
    weightResiduals[i] = 1 - weights[i] * weights[i];
  }
  void addRows(int i, const Rows &rows);
  void addJacobian();
  void addGradient();
};

void Bundle::addRows(int i, const Rows &rows) {
  const int ofPoint = int(cameras.size()) + 3 * pairs[2 * i + 1],
            ofWeight = int(cameras.size() + points.size()) + i;
  for (const auto &row : rows) {
    for (int j = 0; j < cameraSize; ++j)
      jacobian.add(cameraSize * pairs[2 * i] + j, row[j]);
    for (int j = 0; j < 3; ++j)
      jacobian.add(ofPoint + j, row[place + j]);
    jacobian.add(ofWeight, row[weight]);
    jacobian.endRow();
  }
}

void Bundle::addJacobian() {
  Rows rows;
  jacobian.clear();
  for (int i = 0; i < count(); ++i) {
    observe(i, rows);
    addRows(i, rows);
  }
  for (int i = 0; i < count(); ++i) {
    jacobian.add(int(cameras.size() + points.size()) + i, -2 * weights[i]);
    jacobian.endRow();
  }
}

void Bundle::addGradient() {
  Rows rows;
  loss = 0;
  cameraGradient.assign(cameras.size(), 0);
  pointGradient.assign(points.size(), 0);
  for (int i = 0; i < count(); ++i) {
    observe(i, rows);
    const double own = weightResiduals[i];
    loss += own * own;
    weightGradient[i] = -4 * weights[i] * own;
    for (int row = 0; row < 2; ++row) {
      const double r = residuals[2 * i + row];
      loss += r * r;
      for (int j = 0; j < cameraSize; ++j)
        cameraGradient[cameraSize * pairs[2 * i] + j] += 2 * r * rows[row][j];
      for (int j = 0; j < 3; ++j)
        pointGradient[3 * pairs[2 * i + 1] + j] += 2 * r * rows[row][place + j];
      weightGradient[i] += 2 * r * rows[row][weight];
    }
  }
}

std::shared_ptr<Bundle> bundleOf(const bench::Arrays &inputs) {
  auto b = std::make_shared<Bundle>();
  b->cameras = bench::numbersOf(inputs[0]);
  b->points = bench::numbersOf(inputs[1]);
  b->weights = b->weightResiduals = b->weightGradient = bench::numbersOf(inputs[2]);
  b->pairs = bench::indicesOf(inputs[3]);
  b->seen = b->residuals = bench::numbersOf(inputs[4]);
  return b;
}

} // namespace

bench::Objective bench::makeBundle(const Arrays &inputs) {
  auto b = bundleOf(inputs);
  const int64_t count = b->count();
  return {[b] { b->addJacobian(); },
          [b, count]() -> Arrays {
            const llvm::ArrayRef<double> values = b->jacobian.values;
            return {arrayOf(b->residuals, {count, 2}), arrayOf(b->weightResiduals, {count}),
                    arrayOf(values.drop_back(count), {count, 2, columns}),
                    arrayOf(values.take_back(count), {count})};
          }};
}

bench::Objective bench::makeBundleLoss(const Arrays &inputs) {
  auto b = bundleOf(inputs);
  return {[b] { b->addGradient(); },
          [b]() -> Arrays {
            return {
                cotan::Array::scalar(cotan::DType::f64, b->loss),
                arrayOf(b->cameraGradient, {int64_t(b->cameras.size()) / cameraSize, cameraSize}),
                arrayOf(b->pointGradient, {int64_t(b->points.size()) / 3, 3}),
                arrayOf(b->weightGradient, {b->count()})};
          }};
}
