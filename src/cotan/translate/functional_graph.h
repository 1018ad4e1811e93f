// A program as graphs of nodes that are tied by what they read alone: each function is a graph, and
// so is each branch and each part of a loop, whose graphs read nodes of the graphs around them.
#pragma once

#include "cotan/translate/function_text.h"

#include <optional>
#include <string>
#include <vector>

namespace cotan::forms {

/// One result of a node.
struct Result {
  unsigned node, number = 0;
};

struct Node {
  enum class Kind {
    parameter,
    constant, // `text` is its value
    function, // the graph `target` as a value
    op,       // `text` is its name and attributes
    choice,   // of a function, by a truth value or by a number, which is input 0
    apply,    // a function, input 0, to the other inputs
  };
  Kind kind;
  std::string text = "", attributes = "";
  std::vector<Result> inputs = {};
  llvm::SmallVector<mlir::Type> types = {};
  std::vector<std::string> names = {}; // of the results, where the source has any
  unsigned target = 0;                 // of a function
  std::optional<unsigned> after = {};  // the node whose effect comes before
  bool isTwoWay = false;               // of a choice: by a truth value
};

struct Graph {
  std::string name;
  std::optional<unsigned> around = {};   // the graph it is in
  std::vector<unsigned> parameters = {}; // nodes
  std::vector<unsigned> nodes = {};      // all others; what a node reads comes before it
  std::vector<Result> results = {};
  std::optional<unsigned> after = {}; // the last node with an effect
};

struct FunctionalGraph {
  std::vector<Node> nodes;
  std::vector<Graph> graphs;
};

/// Of functions of one block each, without flow.for and flow.scan, that call only each other.
FunctionalGraph graphOf(llvm::ArrayRef<mlir::func::FuncOp> functions, const FunctionNames &names,
                        const SourceNames &source);

} // namespace cotan::forms
