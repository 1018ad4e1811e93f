// DLPack (https://dmlc.github.io/dlpack): memory shared with other libraries of tensors.
#include "cotan/frontends/python/convert.h"

#include "cotan/trace/context.h"

#include <algorithm>

namespace ct::python {
namespace {

// The structures of the standard, version 0.8.
struct DLDevice {
  int32_t type, id;
};
struct DLDataType {
  uint8_t code, bits;
  uint16_t lanes;
};
struct DLTensor {
  void *data;
  DLDevice device;
  int32_t ndim;
  DLDataType dtype;
  int64_t *shape, *strides;
  uint64_t byteOffset;
};
struct DLManagedTensor {
  DLTensor tensor;
  void *manager;
  void (*deleter)(DLManagedTensor *);
};

enum Code : uint8_t {
  signedInteger = 0,
  unsignedInteger = 1,
  floating = 2,
  brainFloating = 4,
  complexFloating = 5,
  truth = 6
};
constexpr int32_t cpu = 1;

struct Export {
  Tensor tensor;
  std::vector<int64_t> shape, strides;
  DLManagedTensor managed;
};

DLDataType toDl(DType dtype) {
  auto bits = uint8_t(8 * itemSize(dtype));
  if (dtype == DType::bool_)
    return {truth, bits, 1};
  if (isStorageOnly(dtype)) // those of 8 bits have codes from version 1.1 on
    throw TypeError(cotan::trace::currentPlace() + "__dlpack__: DLPack 0.8 has no code for " +
                    nameOf(dtype) + "; convert first, as x.astype('float32')");
  if (dtype == DType::bfloat16)
    return {brainFloating, bits, 1};
  if (isComplex(dtype))
    return {complexFloating, bits, 1};
  return {isFloating(dtype)       ? floating
          : dtype >= DType::uint8 ? unsignedInteger
                                  : signedInteger,
          bits, 1};
}

DType fromDl(DLDataType type) {
  for (unsigned i = 0; i <= unsigned(DType::complex128); ++i) {
    DLDataType known = toDl(DType(i));
    if (known.code == type.code && known.bits == type.bits && type.lanes == 1)
      return DType(i);
  }
  throw TypeError(cotan::trace::currentPlace() + "elements of DLPack type " +
                  std::to_string(type.code) + " with " + std::to_string(type.bits) +
                  " bits cannot be in a tensor");
}

py::capsule exportTensor(const Tensor &x, py::kwargs) {
  x.data(); // refuses what is traced
  auto *exported = new Export{weakScalar(x), {}, {}, {}};
  exported->shape.assign(x.shape().begin(), x.shape().end());
  exported->strides.resize(x.ndim(), 1);
  for (int64_t i = x.ndim() - 1; i-- > 0;)
    exported->strides[i] = exported->strides[i + 1] * exported->shape[i + 1];
  exported->managed.tensor = {const_cast<void *>(exported->tensor.data()),
                              {cpu, 0},
                              int32_t(x.ndim()),
                              toDl(x.dtype()),
                              exported->shape.data(),
                              exported->strides.data(),
                              0};
  exported->managed.manager = exported;
  exported->managed.deleter = [](DLManagedTensor *managed) {
    delete static_cast<Export *>(managed->manager);
  };
  return py::capsule(&exported->managed, "dltensor", [](PyObject *capsule) {
    if (!PyCapsule_IsValid(capsule, "dltensor"))
      return; // whoever took it renamed it, and calls the deleter
    auto *managed = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(capsule, "dltensor"));
    managed->deleter(managed);
  });
}

bool isRowMajor(const DLTensor &tensor) {
  const bool isEmpty = std::count(tensor.shape, tensor.shape + tensor.ndim, 0) > 0;
  if (!tensor.strides || isEmpty)
    return true;
  int64_t expected = 1;
  for (int32_t i = tensor.ndim; i-- > 0; expected *= tensor.shape[i])
    if (tensor.shape[i] != 1 && tensor.strides[i] != expected)
      return false;
  return true;
}

Tensor importTensor(py::object object, std::optional<bool> copy) {
  if (!py::isinstance<py::capsule>(object) && !py::hasattr(object, "__dlpack__"))
    refuse("'x' must be a tensor with __dlpack__, but is " + kindOf(object));
  py::object capsule = py::isinstance<py::capsule>(object) ? object : object.attr("__dlpack__")();
  auto *managed = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(capsule.ptr(), "dltensor"));
  if (!managed)
    throw py::error_already_set();
  const DLTensor &tensor = managed->tensor;
  if (tensor.device.type != cpu)
    throw ValueError(cotan::trace::currentPlace() +
                     "the tensor is not in the memory of the host; copy it there first");
  if (!isRowMajor(tensor)) {
    if (!py::isinstance<py::capsule>(object) && copy != false)
      return arrayOf(numpy().attr("from_dlpack")(object), {}, true);
    throw ValueError(cotan::trace::currentPlace() + "the elements do not lie in row-major order; "
                                                    "make the tensor contiguous first");
  }
  DType dtype = fromDl(tensor.dtype);
  Shape shape(tensor.shape, tensor.shape + tensor.ndim);
  void *data = static_cast<char *>(tensor.data) + tensor.byteOffset;
  if (reinterpret_cast<uintptr_t>(data) % itemSize(dtype) != 0)
    throw ValueError(cotan::trace::currentPlace() +
                     "the elements do not lie at multiples of their size; copy the "
                     "tensor first");
  PyCapsule_SetName(capsule.ptr(), "used_dltensor");
  std::shared_ptr<void> owner(managed, [](void *held) {
    if (!Py_IsInitialized())
      return;
    Locked lock; // the deleter may be Python's
    auto *managed = static_cast<DLManagedTensor *>(held);
    if (managed->deleter)
      orStay([&] { managed->deleter(managed); });
  });
  return fromMemory(data, dtype, shape, std::move(owner));
}

} // namespace

void bindDlpack(Module &m, Class<Tensor> &type) {
  type.def("__dlpack__", exportTensor).def("__dlpack_device__", [](const Tensor &) {
    return py::make_tuple(cpu, 0);
  });
  m.def(
      "from_dlpack",
      [](py::object x, const std::optional<OnDevice> &, std::optional<bool> copy) {
        Tensor shared = importTensor(std::move(x), copy);
        return copy.value_or(false) ? arrayOf(toNumpy(shared), {}, true) : shared;
      },
      py::arg("x"), py::kw_only(), py::arg("device") = py::none(), py::arg("copy") = py::none(),
      R"(The tensor of another library, in the same memory; do not change it there.

x is anything with __dlpack__, as tensors of PyTorch and arrays of NumPy. What does not lie in row-major order is copied.

>>> ct.from_dlpack(ct.array([1, 2]))
Tensor([1, 2], dtype=int64))");
}

} // namespace ct::python
