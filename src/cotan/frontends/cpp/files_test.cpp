// Tensors in files, of C++ and as Python writes them (docs/guide/cpp.md reads them in Python).
#include "cotan/cotan.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace {

TEST(FilesOfTensors, comeBack) {
  const std::string path = testing::TempDir() + "cotan-files-test.safetensors";
  ct::save(path, {{"w", ct::array({{1.5, -2.0}})},
                  {"step", ct::Tensor(3)},
                  {"none", ct::zeros(0)},
                  {"half", ct::astype(ct::array(0.5), ct::bfloat16)}});
  auto found = ct::load(path);
  EXPECT_EQ(found.size(), 4u);
  EXPECT_EQ(found.at("w").values<double>(), (std::vector<double>{1.5, -2.0}));
  EXPECT_EQ(found.at("w").shape(), (ct::Shape{1, 2}));
  EXPECT_EQ(found.at("step").dtype(), ct::int64);
  EXPECT_EQ(found.at("none").shape(), ct::Shape{0});
  EXPECT_EQ(found.at("half").item<double>(), 0.5);
  EXPECT_EQ(found.at("half").dtype(), ct::bfloat16);

  EXPECT_THROW(ct::save(path, {{"x", ct::zeros(1, ct::complex128)}}), ct::ValueError);
  EXPECT_THROW(ct::jit([&](ct::Tensor x) { return ct::save(path, {{"x", x}}), x; })(1.0),
               ct::TypeError);
  EXPECT_EQ(ct::load(path).size(), 4u);
  std::filesystem::resize_file(path, std::filesystem::file_size(path) - 1);
  EXPECT_THROW(ct::load(path), ct::ValueError);
  std::filesystem::remove(path);
  EXPECT_THROW(ct::load(path), ct::FileNotFoundError);
  EXPECT_THROW(ct::load(testing::TempDir()), ct::ValueError);
  EXPECT_THROW(ct::save(path + "/in/no/folder", {}), ct::FileNotFoundError);
}

} // namespace
