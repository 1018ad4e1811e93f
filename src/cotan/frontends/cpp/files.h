// Tensors in files that Python's ct.save and ct.load, and other tools, read and write.
#pragma once

#include "cotan/tensor/tensor.h"

#include <map>
#include <string>

namespace ct {

/// Writes tensors by their names to a file of the safetensors format. The file appears whole or not
/// at all: it gets its name when all is written. Throws FileNotFoundError if its folder is not
/// there, ValueError if it cannot be written, or a tensor has an element type that the format does
/// not have (complex128, int4, uint4).
void save(const std::string &path, const std::map<std::string, Tensor> &tensors);

/// The tensors of a safetensors file; those of a nest that Python has saved are called by their
/// paths, as "layers.0.w". Throws FileNotFoundError if there is none, ValueError if it cannot be
/// read, was cut off, or says of its tensors what cannot be.
std::map<std::string, Tensor> load(const std::string &path);

} // namespace ct
