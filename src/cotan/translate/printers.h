// What writes each form; forms.cpp prepares the functions for it.
#pragma once

#include "cotan/translate/function_text.h"
#include "cotan/translate/functional_graph.h"

namespace cotan::forms {

// From functions whose control flow is between blocks.
std::string printCfg(llvm::ArrayRef<FunctionText> functions);
std::string printCps(llvm::MutableArrayRef<FunctionText> functions);
std::string printStack(llvm::MutableArrayRef<FunctionText> functions);

// From functions whose control flow is structured.
std::string printAnf(const FunctionalGraph &program);
std::string printGraph(const FunctionalGraph &program);
std::string printDot(const FunctionalGraph &program);

} // namespace cotan::forms
