#include "cotan/support/text_template.h"

#include "cotan/support/array.h"

#include <gtest/gtest.h>

using namespace cotan;

namespace {

Array numbers(std::initializer_list<double> values) {
  Array array(DType::f64, {int64_t(values.size())});
  std::copy(values.begin(), values.end(), reinterpret_cast<double *>(array.mutableData()));
  return array;
}

TEST(TextTemplate, puts_values_in_their_places) {
  EXPECT_EQ(fillTemplate("", {}), "");
  EXPECT_EQ(fillTemplate("{}", {numbers({1, 2.5})}), "[1.0, 2.5]");
  EXPECT_EQ(
      fillTemplate("a {}, b {}.", {Array::scalar(DType::i64, 3), Array::scalar(DType::i1, 1)}),
      "a 3, b True.");
}

TEST(TextTemplate, a_place_may_say_how_its_number_is_written) {
  EXPECT_EQ(fillTemplate("{:.2f}|{:>3}",
                         {Array::scalar(DType::f64, 0.125), Array::scalar(DType::i64, 3)}),
            "0.12|  3");
  EXPECT_EQ(fillTemplate("{:}", {Array::scalar(DType::f64, 2)}), "2.0");
}

TEST(TextTemplate, doubled_braces_are_braces) {
  EXPECT_EQ(fillTemplate("{{}}", {}), "{}");
  EXPECT_EQ(fillTemplate("{{{}}}", {Array::scalar(DType::i64, 3)}), "{3}");
}

TEST(TextTemplate, a_brace_alone_is_an_error) {
  for (const char *text : {"{", "}", "a {x}", "{0}", "{}}"})
    EXPECT_NE(splitTemplate(text).problem, "") << text;
}

} // namespace
