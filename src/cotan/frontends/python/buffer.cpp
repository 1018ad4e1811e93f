// Python's buffers: memoryview(x), bytes(x), and what reads memory without knowing of tensors, as
// NumPy, hashlib and files do. https://docs.python.org/3/c-api/buffer.html
#include "cotan/frontends/python/convert.h"

#include "cotan/tensor/inside.h"

namespace ct::python {
namespace {

/// As the module struct writes an element, and NumPy a complex one; null if neither has a letter.
const char *formatOf(DType dtype) {
  switch (dtype) {
  case DType::bool_: return "?";
  case DType::int8: return "b";
  case DType::int16: return "h";
  case DType::int32: return "i";
  case DType::int64: return "l";
  case DType::uint8: return "B";
  case DType::uint16: return "H";
  case DType::uint32: return "I";
  case DType::uint64: return "L";
  case DType::float16: return "e";
  case DType::float32: return "f";
  case DType::float64: return "d";
  case DType::complex64: return "Zf";
  case DType::complex128: return "Zd";
  default: return nullptr;
  }
}

[[noreturn]] void refuseBuffer(const std::string &what) {
  PyErr_SetString(PyExc_BufferError, (cotan::trace::currentPlace() + what).c_str());
  throw py::error_already_set();
}

/// Why there can be none, if so.
void checkRequest(const Tensor &x, int flags) {
  if (x.isTraced())
    refuseBuffer("a " + x.str() +
                 " has no elements yet: the function is being compiled; read what "
                 "the function returns");
  if (!formatOf(x.dtype()))
    refuseBuffer("Python's buffers have no " + nameOf(x.dtype()) +
                 "; convert the tensor first, x.astype(\"float32\")");
  if (flags & PyBUF_WRITABLE)
    refuseBuffer("a tensor never changes, but a buffer to write to was asked for; copy it, "
                 "np.array(x) or bytearray(x)");
  if ((flags & PyBUF_F_CONTIGUOUS) == PyBUF_F_CONTIGUOUS && x.ndim() > 1)
    refuseBuffer("a tensor's elements lie row by row, but were asked for column by column; "
                 "np.asfortranarray(x) has them so");
}

/// Memory that the view has for itself: the object is alive as long, and with it all else.
struct Layout {
  std::vector<Py_ssize_t> sizes, strides; // in bytes
};

void fill(Py_buffer *view, const Tensor &x, int flags) {
  const auto width = Py_ssize_t(cotan::sizeOf(inner(x.dtype())));
  auto layout = std::make_unique<Layout>();
  layout->sizes.assign(x.shape().begin(), x.shape().end());
  for (int64_t step : cotan::stridesOf(openSizesOf(x)))
    layout->strides.push_back(step * width);
  view->buf = const_cast<void *>(x.data());
  view->len = x.size() * width;
  view->readonly = 1;
  view->itemsize = width;
  view->format = flags & PyBUF_FORMAT ? const_cast<char *>(formatOf(x.dtype())) : nullptr;
  const bool hasSizes = flags & PyBUF_ND; // else it is bytes in a row
  view->ndim = hasSizes ? int(x.ndim()) : 1;
  view->shape = hasSizes ? layout->sizes.data() : nullptr;
  const bool hasStrides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES;
  view->strides = hasStrides ? layout->strides.data() : nullptr;
  view->suboffsets = nullptr;
  view->internal = layout.release();
}

int getBuffer(PyObject *object, Py_buffer *view, int flags) {
  view->obj = nullptr;
  PyObject *held = orRaise([&] {
    const Tensor &x = py::cast<const Tensor &>(object);
    checkRequest(x, flags);
    fill(view, x, flags);
    return py::reinterpret_borrow<py::object>(object);
  });
  view->obj = held;
  return held ? 0 : -1;
}

void releaseBuffer(PyObject *, Py_buffer *view) { delete static_cast<Layout *>(view->internal); }

} // namespace

void setBuffer(PyHeapTypeObject *type) {
  type->as_buffer = {getBuffer, releaseBuffer};
  type->ht_type.tp_as_buffer = &type->as_buffer;
}

} // namespace ct::python
