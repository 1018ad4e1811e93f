// oneDNN called directly: onednn TURNS INPUTS.npz multiplies x by y, TURNS times. Answers:
// server.h.
#include "../server.h"

#include "cotan/support/npy.h"

#include <dnnl.hpp>

using namespace cotan;
using Memory = dnnl::memory;

namespace {

Memory::desc describe(llvm::ArrayRef<int64_t> shape) {
  Memory::dims strides(shape.size(), 1);
  for (size_t i = shape.size(); i-- > 1;)
    strides[i - 1] = strides[i] * shape[i];
  return {Memory::dims(shape.begin(), shape.end()), Memory::data_type::f32, strides};
}

/// The product; its descriptors are dense and row-major, as the arrays are.
struct Product {
  Product(Array x, Array y)
      : x(x), y(y), z(DType::f32, shapeOf(x, y)), engine(dnnl::engine::kind::cpu, 0),
        stream(engine),
        primitive({{describe(x.shape()), describe(y.shape()), describe(z.shape())}, engine}),
        arguments({{DNNL_ARG_SRC, memoryOf(this->x)},
                   {DNNL_ARG_WEIGHTS, memoryOf(this->y)},
                   {DNNL_ARG_DST, memoryOf(z)}}) {}

  static llvm::SmallVector<int64_t> shapeOf(const Array &x, const Array &y) {
    llvm::SmallVector<int64_t> shape(x.shape());
    shape.back() = y.shape().back();
    return shape;
  }
  Memory memoryOf(Array &array) { return {describe(array.shape()), engine, array.mutableData()}; }

  void run(int turns) {
    for (int i = 0; i < turns; ++i)
      primitive.execute(stream, arguments);
    stream.wait();
  }

  Array x, y, z;
  dnnl::engine engine;
  dnnl::stream stream;
  dnnl::matmul primitive;
  std::unordered_map<int, Memory> arguments;
};

} // namespace

int main(int argc, char **argv) {
  if (argc != 3) {
    std::cerr << "usage: onednn TURNS INPUTS.npz\n";
    return 2;
  }
  const int turns = std::atoi(argv[1]);
  llvm::ExitOnError orExit("onednn: ");
  const NamedArrays inputs = orExit(readNpz(argv[2]));
  Product product(inputs[0].second, inputs[1].second);
  auto run = [&] { product.run(turns); };
  return bench::serve({run,
                       [&](auto &path) {
                         run();
                         orExit(writeNpz(path, {{{"r0", product.z}}}));
                       },
                       {}});
}
