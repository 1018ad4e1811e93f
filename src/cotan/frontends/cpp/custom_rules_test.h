// What errors say, for the tests of functions of functions.
#pragma once

#include "cotan/cotan.h"

#include <gtest/gtest.h>

/// The text of the ct::Error that a call ends with; empty if there is none.
std::string problemOf(auto call) {
  try {
    call();
  } catch (const ct::Error &error) {
    return error.what();
  }
  return "";
}

inline void expectWords(const std::string &text, std::initializer_list<const char *> words) {
  for (const char *word : words)
    EXPECT_NE(text.find(word), std::string::npos) << word << " in: " << text;
}
