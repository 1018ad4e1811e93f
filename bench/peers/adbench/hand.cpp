// A hand is posed, and compared with points: the residuals and their Jacobian. Bones turn by
// angles, each moves all that hang on it; vertices follow several bones; then the hand as a whole
// is turned and moved.
#include "objectives.h"

#include <array>
#include <cmath>

namespace {

constexpr int fingers = 5, bones = 22, poseSize = 26, bent = 4; // parameters of a finger

struct Point {
  double x, y, z;
};
Point operator*(double a, Point p) { return {a * p.x, a * p.y, a * p.z}; }
Point operator+(Point p, Point q) { return {p.x + q.x, p.y + q.y, p.z + q.z}; }
Point operator-(Point p, Point q) { return {p.x - q.x, p.y - q.y, p.z - q.z}; }

using Turn = std::array<std::array<double, 3>, 3>;
Point operator*(const Turn &m, Point p) {
  auto row = [&](int i) { return m[i][0] * p.x + m[i][1] * p.y + m[i][2] * p.z; };
  return {row(0), row(1), row(2)};
}
Turn operator*(const Turn &a, const Turn &b) {
  Turn c{};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 3; ++k)
        c[i][j] += a[i][k] * b[k][j];
  return c;
}

/// The upper three rows of an affine map, or of a derivative of one, whose last row is zero.
struct Affine {
  double m[3][4];
};
/// The last row of b is 0 0 0 `corner`.
Affine multiply(const Affine &a, const Affine &b, double corner) {
  Affine c;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 4; ++j) {
      c.m[i][j] = j == 3 ? a.m[i][3] * corner : 0;
      for (int k = 0; k < 3; ++k)
        c.m[i][j] += a.m[i][k] * b.m[k][j];
    }
  return c;
}
Affine affineOf(const Turn &turn) {
  Affine a{};
  for (int i = 0; i < 3; ++i)
    std::copy(turn[i].begin(), turn[i].end(), a.m[i]);
  return a;
}

struct Model {
  std::vector<int> parents;
  std::vector<Affine> relative, inverse;
  std::vector<Point> vertices;
  std::vector<double> weights; // of [bone][vertex]
  std::vector<std::array<int, 3>> triangles;
};

/// Derivatives by the angles that bend a bone.
struct Bend {
  Turn turn, byX, byZ;
};

/// Turns about x, then y, then z; y is zero in a hand.
Bend bendBy(double x, double z) {
  const double cx = std::cos(x), sx = std::sin(x), cz = std::cos(z), sz = std::sin(z);
  const Turn aboutX = {{{1, 0, 0}, {0, cx, -sx}, {0, sx, cx}}},
             slopeX = {{{0, 0, 0}, {0, -sx, -cx}, {0, cx, -sx}}};
  const Turn aboutZ = {{{cz, -sz, 0}, {sz, cz, 0}, {0, 0, 1}}},
             slopeZ = {{{-sz, -cz, 0}, {cz, -sz, 0}, {0, 0, 0}}};
  return {aboutZ * aboutX, aboutZ * slopeX, slopeZ * aboutX};
}

struct Whole {
  Turn turn;
  std::array<Turn, 3> by;
};

/// The rotation by a vector: its length is the angle, its direction the axis.
Whole turnBy(const double *v) {
  const double square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2], angle = std::sqrt(square);
  const double s = std::sin(angle), c = std::cos(angle);
  const double u[3] = {v[0] / angle, v[1] / angle, v[2] / angle};
  const Turn cross = {{{0, -u[2], u[1]}, {u[2], 0, -u[0]}, {-u[1], u[0], 0}}};
  Whole whole;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      whole.turn[i][j] = (i == j) * c + (1 - c) * u[i] * u[j] + s * cross[i][j];
  for (int p = 0; p < 3; ++p) {
    double du[3];
    for (int i = 0; i < 3; ++i)
      du[i] = ((i == p) - u[i] * u[p]) / angle;
    const double ds = c * u[p], dc = -s * u[p];
    const Turn slope = {{{0, -du[2], du[1]}, {du[2], 0, -du[0]}, {-du[1], du[0], 0}}};
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        whole.by[p][i][j] = (i == j) * dc - dc * u[i] * u[j] +
                            (1 - c) * (du[i] * u[j] + u[i] * du[j]) + ds * cross[i][j] +
                            s * slope[i][j];
  }
  return whole;
}

struct Hand {
  Model model;
  std::vector<double> pose, places; // of the points in their triangles, if these are variables too
  std::vector<int> against;
  std::vector<Point> points;

  std::vector<Affine> absolute = std::vector<Affine>(bones);
  std::vector<std::vector<Affine>> slopes = std::vector<std::vector<Affine>>(bones);
  std::vector<Point> posed;
  std::array<std::vector<Point>, fingers * bent> posedBy;
  std::vector<Point> residuals, jacobian; // of [parameter][point]

  void moveBones();
  void addSkin(const Affine &transform, int bone, std::vector<Point> &to) const;
  void moveVertices();
  Point at(const std::vector<Point> &vertices, size_t point) const;
  void run();
};

/// absolute[b] = absolute[parent] relative[b] turn[b]; slopes[b]: by each angle of the finger so
/// far.
void Hand::moveBones() {
  for (int b = 0; b < bones; ++b) {
    const int parent = model.parents[b], joint = (b - 1) % 4, finger = (b - 1) / 4;
    const bool bends = b > 0 && b < bones - 1 && joint > 0;
    slopes[b].clear();
    Affine relative = model.relative[b];
    if (bends) {
      const double *angles = &pose[6 + bent * finger];
      const Bend bend = bendBy(joint == 1 ? angles[0] : angles[joint], joint == 1 ? angles[1] : 0);
      const Affine own = multiply(relative, affineOf(bend.byX), 0);
      const Affine side = multiply(relative, affineOf(bend.byZ), 0);
      relative = multiply(relative, affineOf(bend.turn), 1);
      for (const Affine &slope : slopes[parent])
        slopes[b].push_back(multiply(slope, relative, 1));
      slopes[b].push_back(multiply(absolute[parent], own, 0));
      if (joint == 1)
        slopes[b].push_back(multiply(absolute[parent], side, 0));
    }
    absolute[b] = parent < 0 ? relative : multiply(absolute[parent], relative, 1);
  }
}

void Hand::addSkin(const Affine &transform, int bone, std::vector<Point> &to) const {
  const double *weights = &model.weights[bone * to.size()];
  const auto &m = transform.m;
  for (size_t i = 0; i < to.size(); ++i) {
    const Point p = model.vertices[i];
    auto row = [&](int r) { return m[r][0] * p.x + m[r][1] * p.y + m[r][2] * p.z + m[r][3]; };
    to[i] = to[i] + weights[i] * Point{row(0), row(1), row(2)};
  }
}

void Hand::moveVertices() {
  posed.assign(model.vertices.size(), {});
  for (auto &by : posedBy)
    by.assign(model.vertices.size(), {});
  for (int b = 0; b < bones; ++b) {
    addSkin(multiply(absolute[b], model.inverse[b], 1), b, posed);
    for (size_t i = 0; i < slopes[b].size(); ++i)
      addSkin(multiply(slopes[b][i], model.inverse[b], 1), b, posedBy[bent * ((b - 1) / 4) + i]);
  }
}

/// What the point is compared with: a vertex, or a place in a triangle.
Point Hand::at(const std::vector<Point> &vertices, size_t point) const {
  if (places.empty())
    return vertices[against[point]];
  const auto &[a, b, c] = model.triangles[against[point]];
  const double u = places[2 * point], v = places[2 * point + 1];
  return u * vertices[a] + v * vertices[b] + (1 - u - v) * vertices[c];
}

void Hand::run() {
  moveBones();
  moveVertices();
  const Whole whole = turnBy(pose.data());
  const Point moved{pose[3], pose[4], pose[5]};
  const size_t count = points.size();
  Point *column = jacobian.data();
  if (!places.empty()) {
    for (size_t i = 0; i < count; ++i) {
      const auto &[a, b, c] = model.triangles[against[i]];
      column[i] = whole.turn * (posed[c] - posed[a]);
      column[count + i] = whole.turn * (posed[c] - posed[b]);
    }
    column += 2 * count;
  }
  for (size_t i = 0; i < count; ++i) {
    const Point p = at(posed, i);
    residuals[i] = points[i] - (whole.turn * p + moved);
    for (int by = 0; by < 3; ++by)
      column[by * count + i] = -1 * (whole.by[by] * p);
    column[3 * count + i] = {-1, 0, 0};
    column[4 * count + i] = {0, -1, 0};
    column[5 * count + i] = {0, 0, -1};
  }
  column += 6 * count;
  for (const auto &by : posedBy) {
    for (size_t i = 0; i < count; ++i)
      column[i] = -1 * (whole.turn * at(by, i));
    column += count;
  }
}

std::vector<Affine> affinesOf(const cotan::Array &matrices) {
  std::vector<Affine> all(matrices.shape()[0]);
  for (size_t i = 0; i < all.size(); ++i)
    std::copy_n(matrices.values<double>().data() + 16 * i, 12, &all[i].m[0][0]);
  return all;
}

std::vector<Point> pointsOf(const cotan::Array &array) {
  std::vector<Point> all(array.shape()[0]);
  std::copy_n(array.values<double>().data(), 3 * all.size(), &all[0].x);
  return all;
}

Model modelOf(const bench::Arrays &inputs) {
  Model model;
  model.parents.push_back(-1);
  for (int b = 1; b < bones - 1; ++b)
    model.parents.push_back((b - 1) % 4 == 0 ? 0 : b - 1);
  model.parents.push_back(0);
  model.relative = affinesOf(inputs[1]);
  model.inverse = affinesOf(inputs[2]);
  const int64_t count = inputs[3].shape()[1];
  const double *rows = inputs[3].values<double>().data();
  for (int64_t i = 0; i < count; ++i)
    model.vertices.push_back({rows[i], rows[count + i], rows[2 * count + i]});
  model.weights = bench::numbersOf(inputs[4]);
  return model;
}

bench::Arrays resultsOf(const Hand &hand) {
  const int64_t count = hand.points.size(), columns = hand.jacobian.size() / count;
  return {bench::arrayOf({&hand.residuals[0].x, size_t(3 * count)}, {count, 3}),
          bench::arrayOf({&hand.jacobian[0].x, size_t(3 * count * columns)}, {columns, count, 3})};
}

} // namespace

bench::Objective bench::makeHand(const Arrays &inputs) {
  auto hand = std::make_shared<Hand>();
  hand->model = modelOf(inputs);
  hand->pose = numbersOf(inputs[0]);
  hand->against = indicesOf(inputs[5]);
  hand->points = pointsOf(inputs[6]);
  if (inputs.size() > 7) {
    hand->places = numbersOf(inputs[7]);
    const std::vector<int> corners = indicesOf(inputs[8]);
    for (size_t i = 0; i < corners.size(); i += 3)
      hand->model.triangles.push_back({corners[i], corners[i + 1], corners[i + 2]});
  }
  const size_t count = hand->points.size();
  hand->residuals.resize(count);
  hand->jacobian.resize(count * (poseSize + (hand->places.empty() ? 0 : 2)));
  return {[hand] { hand->run(); }, [hand] { return resultsOf(*hand); }};
}
