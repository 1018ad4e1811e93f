// oneDNN multiplies bf16 in the processor's own instructions, sums up in f32 and rounds once.
#include "cotan/runtime/kernels/bf16_product.h"

#include "cotan/runtime/kernels/onednn.h"
#include "cotan/runtime/parallel.h"
#include "cotan/support/work.h"

#include <algorithm>
#include <array>
#include <map>
#include <new>
#include <vector>

namespace cotan {
namespace {

using onednn::processor;
using Memory = dnnl::memory;
using Numbers = Matrix<BFloat16>;

/// The steps oneDNN is told; those of axes of one element are free, and made to look dense.
Memory::desc describe(const Numbers &x, int64_t rows, int64_t columns) {
  const int64_t rowStep = rows > 1 ? x.rowStep : x.columnStep == 1 ? columns : 1;
  const int64_t columnStep = columns > 1 ? x.columnStep : x.rowStep == 1 ? rows : 1;
  return {{rows, columns}, Memory::data_type::bf16, {rowStep, columnStep}};
}

/// A product of these sizes and steps, of whichever elements.
class Bf16Product {
public:
  Bf16Product(int64_t m, int64_t n, int64_t k, const Numbers &a, const Numbers &b, const Numbers &c)
      : a(describe(a, m, k), processor(), nullptr), b(describe(b, k, n), processor(), nullptr),
        c(describe(c, m, n), processor(), nullptr),
        primitive({{this->a.get_desc(), this->b.get_desc(), this->c.get_desc()}, processor()}),
        stream(processor()),
        arguments({{DNNL_ARG_SRC, this->a}, {DNNL_ARG_WEIGHTS, this->b}, {DNNL_ARG_DST, this->c}}) {
  }

  void run(const BFloat16 *left, const BFloat16 *right, BFloat16 *to) {
    a.set_data_handle(const_cast<BFloat16 *>(left));
    b.set_data_handle(const_cast<BFloat16 *>(right));
    c.set_data_handle(to);
    primitive.execute(stream, arguments);
    stream.wait();
  }

private:
  Memory a, b, c;
  dnnl::matmul primitive;
  dnnl::stream stream;
  std::unordered_map<int, Memory> arguments;
};

/// On the calling thread, which keeps what it made for sizes and steps it has met.
void multiplyHere(int64_t m, int64_t n, int64_t k, Numbers a, Numbers b, BFloat16 *c,
                  int64_t cStep) {
  constexpr size_t most = 256; // products that are kept
  static thread_local std::map<std::array<int64_t, 8>, Bf16Product> products;
  const std::array<int64_t, 8> key = {m,    n, k, a.rowStep, a.columnStep, b.rowStep, b.columnStep,
                                      cStep};
  try {
    onednn::OneThread scope;
    auto found = products.find(key);
    if (found == products.end()) {
      During making(Work::compiling); // oneDNN has locks
      if (products.size() == most)
        products.clear();
      found = products.try_emplace(key, m, n, k, a, b, Numbers{c, cStep, 1}).first;
    }
    found->second.run(a.data, b.data, c);
  } catch (const dnnl::error &) { // any product can be made: what fails is to get memory
    throw std::bad_alloc();
  }
}

/// Copies the elements to `copy` if neither rows nor columns are dense.
Numbers makeDense(Numbers x, int64_t rows, int64_t columns, std::vector<BFloat16> &copy) {
  if (x.rowStep == 1 || x.columnStep == 1)
    return x;
  copy.reserve(rows * columns);
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < columns; ++j)
      copy.push_back(*x.part(i, j).data);
  return {copy.data(), columns, 1};
}

} // namespace

bool multipliesBFloat16() {
  static const bool has = dnnl::get_effective_cpu_isa() >= dnnl::cpu_isa::avx512_core_bf16;
  return has;
}

void multiply(int64_t m, int64_t n, int64_t k, Numbers a, Numbers b, BFloat16 *c, int64_t cStep) {
  if (m == 0 || n == 0)
    return;
  if (k == 0) {
    for (int64_t i = 0; i < m; ++i)
      std::fill_n(c + i * cStep, n, BFloat16());
    return;
  }
  std::vector<BFloat16> left, right;
  a = makeDense(a, m, k, left);
  b = makeDense(b, k, n, right);
  // The parts do not depend on the number of threads, and so neither do the bits.
  constexpr int64_t side = 256;
  const bool byRows = m >= n;
  const int64_t length = byRows ? m : n, parts = (length + side - 1) / side;
  const int64_t work = (byRows ? n : m) * k * side;
  runtime::parallelFor(parts, 1 + workOfThread / work, [&](int64_t begin, int64_t end) {
    for (int64_t at = begin * side; at < std::min(length, end * side); at += side) {
      const int64_t count = std::min(side, length - at);
      if (byRows)
        multiplyHere(count, n, k, a.part(at, 0), b, c + at * cStep, cStep);
      else
        multiplyHere(m, count, k, a, b.part(0, at), c + at, cStep);
    }
  });
}

} // namespace cotan
