// Lines are found element by element, and copied as few pieces: where the rows of x follow each
// other as the places do, the zeros at their ends are all that interrupts a piece.
#include "cotan/runtime/kernels/conv_line.h"

namespace cotan {
namespace {

void add(std::vector<Run> &runs, int64_t at, int64_t offset) {
  Run *last = runs.empty() ? nullptr : &runs.back();
  if (last && last->count == 1 && !last->isOfZeros() && offset >= 0)
    last->step = offset - last->offset;
  const bool goesOn =
      last &&
      (last->isOfZeros() ? offset < 0
                         : offset == last->offset + last->count * last->step && offset >= 0);
  if (goesOn)
    ++last->count;
  else
    runs.push_back({at, 1, offset, offset < 0 ? 0 : 1});
}

/// Whether what lies between the two in x may be copied too, since zeros are written over it.
bool isOnePiece(const Run &piece, const Run &next) {
  const bool isDense = piece.step == 1 && (next.step == 1 || next.count == 1);
  return isDense && next.offset - piece.offset == next.at - piece.at;
}

Line lineOf(std::vector<Run> runs) {
  Line line{std::move(runs), {}, {}};
  for (Run run : line.runs) {
    if (run.count == 1 && !run.isOfZeros())
      run.step = 1;
    if (run.isOfZeros())
      line.zeros.push_back(run);
    else if (!line.copies.empty() && isOnePiece(line.copies.back(), run))
      line.copies.back().count = run.at + run.count - line.copies.back().at;
    else
      line.copies.push_back(run);
  }
  return line;
}

} // namespace

Line lineOfPlaces(const Convolution &conv, int64_t k, int64_t first, int64_t count) {
  std::vector<Run> runs;
  if (conv.axes.empty())
    return lineOf({{0, count, 0, 1}});
  const SpatialAxis &last = conv.axes.back();
  for (int64_t i = 0; i < count;) {
    const int64_t place = (first + i) % last.places;
    const int64_t row =
        conv.offsetAt((first + i) / last.places, k / last.kernel, conv.axes.size() - 1);
    for (int64_t p = place; p < last.places && i < count; ++p, ++i) {
      const int64_t element = row < 0 ? -1 : last.elementAt(p, k % last.kernel);
      add(runs, i, element < 0 ? -1 : row * last.size + element);
    }
  }
  return lineOf(std::move(runs));
}

Line lineOfElements(const Convolution &conv, int64_t place) {
  std::vector<Run> runs;
  const SpatialAxis &last = conv.axes.back();
  for (int64_t k = 0; k < conv.kernelSize; k += last.kernel) {
    const int64_t row = conv.offsetAt(place / last.places, k / last.kernel, conv.axes.size() - 1);
    for (int64_t i = 0; i < last.kernel; ++i) {
      const int64_t element = row < 0 ? -1 : last.elementAt(place % last.places, i);
      add(runs, k + i, element < 0 ? -1 : row * last.size + element);
    }
  }
  return lineOf(std::move(runs));
}

} // namespace cotan
