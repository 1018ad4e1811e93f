// The Jacobian of hand.cpp in the manner of ADBench's own: everything is a matrix of any size, and
// all bones move all vertices by products of such matrices.
#include "objectives.h"

#include <cmath>

namespace {

constexpr int bones = 22, poseSize = 26, bent = 4;

/// Column by column.
struct Matrix {
  int rows = 0, columns = 0;
  std::vector<double> elements;

  Matrix() = default;
  Matrix(int rows, int columns) : rows(rows), columns(columns), elements(rows * columns) {}
  Matrix(int rows, const double *from, int count)
      : rows(rows), columns(count), elements(from, from + rows * count) {}
  double &operator()(int i, int j) { return elements[j * rows + i]; }
  double operator()(int i, int j) const { return elements[j * rows + i]; }
  const double *column(int j) const { return &elements[j * rows]; }
};

Matrix operator*(const Matrix &a, const Matrix &b) {
  Matrix c(a.rows, b.columns);
  for (int i = 0; i < a.rows; ++i)
    for (int j = 0; j < b.columns; ++j) {
      double sum = a(i, 0) * b(0, j);
      for (int k = 1; k < a.columns; ++k)
        sum += a(i, k) * b(k, j);
      c(i, j) = sum;
    }
  return c;
}

Matrix scaled(double by, Matrix m) {
  for (double &each : m.elements)
    each *= by;
  return m;
}
Matrix sum(Matrix a, const Matrix &b) {
  for (size_t i = 0; i < a.elements.size(); ++i)
    a.elements[i] += b.elements[i];
  return a;
}
Matrix identity(int size) {
  Matrix m(size, size);
  for (int i = 0; i < size; ++i)
    m(i, i) = 1;
  return m;
}
/// With a last row and column, which meet in `corner`.
Matrix widened(const Matrix &m, double corner) {
  Matrix wide(4, 4);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      wide(i, j) = m(i, j);
  wide(3, 3) = corner;
  return wide;
}

/// A rotation about an axis, or its derivative.
Matrix about(int axis, double angle, bool slope) {
  const double c = std::cos(angle), s = std::sin(angle);
  const int i = (axis + 1) % 3, j = (axis + 2) % 3;
  Matrix m(3, 3);
  m(axis, axis) = !slope;
  m(i, i) = m(j, j) = slope ? -s : c;
  m(j, i) = slope ? c : s;
  m(i, j) = -m(j, i);
  return m;
}

Matrix crossOf(const Matrix &v) {
  Matrix m(3, 3);
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    m(k, j) = v(i, 0);
    m(j, k) = -v(i, 0);
  }
  return m;
}

/// exp of a rotation vector, and its derivatives.
Matrix turnBy(const Matrix &v, std::vector<Matrix> &slopes) {
  double angle = 0;
  for (double each : v.elements)
    angle += each * each;
  angle = std::sqrt(angle);
  const double s = std::sin(angle), c = std::cos(angle);
  const Matrix axis = scaled(1 / angle, v), cross = crossOf(axis), one = identity(3),
               square = cross * cross;
  slopes.clear();
  for (int p = 0; p < 3; ++p) {
    const double along = axis(p, 0);
    Matrix way = scaled(-along / angle, axis);
    way(p, 0) += 1 / angle;
    const Matrix by = crossOf(way);
    slopes.push_back(
        sum(sum(scaled(c * along, cross), scaled(s, by)),
            sum(scaled(s * along, square), scaled(1 - c, sum(by * cross, cross * by)))));
  }
  return sum(one, sum(scaled(s, cross), scaled(1 - c, square)));
}

struct Hand {
  std::vector<double> pose, places;
  std::vector<int> against, triangles;
  std::vector<Matrix> relative, inverse;
  Matrix vertices, weights, points; // homogeneous; of [bone][vertex]

  Matrix posed, residuals,
      jacobian; // a column of the Jacobian: by one parameter, point after point
  std::vector<Matrix> posedBy;

  void bend(int bone, Matrix &bent, std::vector<Matrix> &slopes) const;
  void addSkin(const Matrix &transform, int bone, Matrix &to) const;
  void moveVertices();
  void at(const Matrix &vertices, int point, double *to) const;
  void addPlaces(const Matrix &turn, double *column) const;
  void run();
};

/// A bone's own way from its parent, and that by the angles that bend it.
void Hand::bend(int bone, Matrix &way, std::vector<Matrix> &slopes) const {
  const int joint = (bone - 1) % 4;
  const bool bends = bone > 0 && bone < bones - 1 && joint > 0;
  const double *angles = bends ? &pose[6 + bent * ((bone - 1) / 4)] : nullptr;
  const double x = bends ? angles[joint == 1 ? 0 : joint] : 0,
               z = joint == 1 && bends ? angles[1] : 0;
  const Matrix still = about(1, 0, false), side = about(2, z, false) * still;
  way = relative[bone] * widened(side * about(0, x, false), 1);
  slopes.clear();
  if (bends)
    slopes.push_back(relative[bone] * widened(side * about(0, x, true), 0));
  if (bends && joint == 1)
    slopes.push_back(relative[bone] * widened(about(2, z, true) * still * about(0, x, false), 0));
}

void Hand::addSkin(const Matrix &transform, int bone, Matrix &to) const {
  const Matrix moved = transform * vertices;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < to.columns; ++j)
      to(i, j) += moved(i, j) * weights(j, bone);
}

void Hand::moveVertices() {
  std::vector<Matrix> absolute(bones), slopes;
  std::vector<std::vector<Matrix>> by(bones);
  posed = Matrix(3, vertices.columns);
  posedBy.assign(poseSize - 6, posed);
  for (int b = 0; b < bones; ++b) {
    const int parent = b == bones - 1 || (b - 1) % 4 == 0 ? 0 : b - 1;
    Matrix way;
    bend(b, way, slopes);
    absolute[b] = b == 0 ? way : absolute[parent] * way;
    if (!slopes.empty())
      for (const Matrix &slope : by[parent])
        by[b].push_back(slope * way);
    for (const Matrix &slope : slopes)
      by[b].push_back(absolute[parent] * slope);
    addSkin(absolute[b] * inverse[b], b, posed);
    for (size_t i = 0; i < by[b].size(); ++i)
      addSkin(by[b][i] * inverse[b], b, posedBy[bent * ((b - 1) / 4) + i]);
  }
}

/// What a point is compared with: a vertex, or a place in a triangle.
void Hand::at(const Matrix &from, int point, double *to) const {
  if (places.empty()) {
    std::copy_n(from.column(against[point]), 3, to);
    return;
  }
  const int *corners = &triangles[3 * against[point]];
  const double u = places[2 * point], v = places[2 * point + 1];
  for (int i = 0; i < 3; ++i)
    to[i] = u * from(i, corners[0]) + v * from(i, corners[1]) + (1 - u - v) * from(i, corners[2]);
}

void put(const Matrix &turn, const double *point, double sign, double *to) {
  for (int i = 0; i < 3; ++i)
    to[i] = sign * (turn(i, 0) * point[0] + turn(i, 1) * point[1] + turn(i, 2) * point[2]);
}

void Hand::addPlaces(const Matrix &turn, double *column) const {
  double way[3];
  for (int i = 0; i < points.columns; ++i)
    for (int corner = 0; corner < 2; ++corner) {
      const int *corners = &triangles[3 * against[i]];
      for (int axis = 0; axis < 3; ++axis)
        way[axis] = posed(axis, corners[2]) - posed(axis, corners[corner]);
      put(turn, way, 1, column + 3 * (corner * points.columns + i));
    }
}

void Hand::run() {
  moveVertices();
  std::vector<Matrix> slopes;
  const Matrix turn = turnBy({3, pose.data(), 1}, slopes);
  const int count = points.columns;
  double *column = jacobian.elements.data(), place[3];
  if (!places.empty()) {
    addPlaces(turn, column);
    column += 6 * count;
  }
  for (int i = 0; i < count; ++i) {
    at(posed, i, place);
    put(turn, place, -1, &residuals(0, i));
    for (int p = 0; p < 3; ++p) {
      residuals(p, i) += points(p, i) - pose[3 + p];
      put(slopes[p], place, -1, column + 3 * (p * count + i));
      for (int axis = 0; axis < 3; ++axis)
        column[3 * ((3 + p) * count + i) + axis] = -(axis == p);
    }
    for (int p = 0; p < poseSize - 6; ++p) {
      at(posedBy[p], i, place);
      put(turn, place, -1, column + 3 * ((6 + p) * count + i));
    }
  }
}

/// Of row-major elements.
Matrix transposed(const double *rows, int count, int columns) {
  Matrix m(count, columns);
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < columns; ++j)
      m(i, j) = rows[i * columns + j];
  return m;
}

} // namespace

bench::Objective bench::makeHandOfMatrices(const Arrays &inputs) {
  auto hand = std::make_shared<Hand>();
  hand->pose = numbersOf(inputs[0]);
  for (int b = 0; b < bones; ++b) {
    hand->relative.push_back(transposed(inputs[1].values<double>().data() + 16 * b, 4, 4));
    hand->inverse.push_back(transposed(inputs[2].values<double>().data() + 16 * b, 4, 4));
  }
  const int count = int(inputs[6].shape()[0]), size = int(inputs[3].shape()[1]);
  hand->vertices = transposed(inputs[3].values<double>().data(), 4, size);
  hand->weights = {size, inputs[4].values<double>().data(), bones};
  hand->against = indicesOf(inputs[5]);
  hand->points = {3, inputs[6].values<double>().data(), count};
  if (inputs.size() > 7) {
    hand->places = numbersOf(inputs[7]);
    hand->triangles = indicesOf(inputs[8]);
  }
  hand->residuals = Matrix(3, count);
  hand->jacobian = Matrix(3 * count, poseSize + (hand->places.empty() ? 0 : 2));
  return {[hand] { hand->run(); },
          [hand, count]() -> Arrays {
            return {arrayOf(hand->residuals.elements, {count, 3}),
                    arrayOf(hand->jacobian.elements, {hand->jacobian.columns, count, 3})};
          }};
}
