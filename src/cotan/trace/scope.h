// Where traced operations go: functions under construction and the regions inside of them.
#pragma once

#include "cotan/trace/context.h"
#include "cotan/trace/error.h"
#include "cotan/trace/open_sizes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"

namespace cotan::trace {

class FunctionScope;
class Imports;

/// A block that operations are appended to. The scopes that are open on a thread form a stack.
class Scope : public std::enable_shared_from_this<Scope> {
public:
  Scope(FunctionScope *function, mlir::Block *block) : block(block), function(function) {}
  virtual ~Scope() = default;

  /// The innermost one of this thread; null if nothing is being traced.
  static Scope *innermost();

  /// The tensor as a value of this scope. What comes from outside the function is captured: it
  /// becomes an argument. Numbers become constants of `wanted`, or of their own type, and so do
  /// floats that give way; other tensors stay as they are.
  mlir::Value read(const TensorBody &tensor, std::optional<DType> wanted = {});
  /// The same, converted to this type in any case.
  mlir::Value readAs(const TensorBody &tensor, DType wanted);
  /// The tensor of a value, which is converted to the type it is held in if it gives way. Its open
  /// sizes get the labels of `sizes`, or new ones.
  TensorRef wrap(mlir::Value value, bool isWeak = false, llvm::ArrayRef<int64_t> sizes = {});
  /// Where an open size comes from, and the function it belongs to; throws if it is not known here.
  static std::pair<FunctionScope *, OpenSizes::Source> findSize(int64_t label);
  /// Whether it is: not in another branch than the one it comes from, nor after that has ended.
  static bool knowsSize(int64_t label);
  /// The tensor as it is held.
  mlir::Value valueOf(const TensorBody &tensor);
  /// Operations built by it are appended.
  mlir::OpBuilder builder();

  const ContextRef context = contextHere(); // of the types of its tensors, which may outlive it
  mlir::Block *const block;
  FunctionScope *const function;
  bool isOpen = true;
  bool isOfDonated = false; // nothing is in it but a tensor that was given away

private:
  friend class FunctionScope;
  void checkReachable(const TensorBody &tensor);
  mlir::Value castTo(mlir::Value value, DType dtype);
};

/// A function under construction, with its captures: tensors from outside that it uses.
class FunctionScope : public Scope {
public:
  /// `main`: the function that this one is traced beside; null if it is the main one.
  explicit FunctionScope(mlir::func::FuncOp function, FunctionScope *main = nullptr);
  /// Arrays of equal elements are captured once: what is computed of them is computed once. Not
  /// those whose memory others hold, who might write to it.
  mlir::Value capture(const TensorBody &tensor);

  mlir::func::FuncOp operation() const;

  FunctionScope *const main;
  std::vector<std::shared_ptr<FunctionScope>> beside; // of the main one: functions that are called
  std::shared_ptr<Imports> imports; // of the main one: what its module has of other functions'
  Tensors captures;
  OpenSizes openSizes;

private:
  mlir::Value captureNew(const TensorBody &tensor);

  llvm::DenseMap<const TensorBody *, mlir::Value> captured;
  Tensors equalToOthers; // kept, so that no other tensor gets their address
  llvm::DenseMap<size_t, llvm::SmallVector<unsigned, 1>> alike; // captures by how they begin
};

/// Whether it is traced, and belongs to the innermost scope or to one that is closed.
bool isMadeHere(const TensorBody &tensor);

/// How many branches and turns of loops are open on this thread, one inside of the other.
size_t numOpenRegions();

/// A traced tensor is used where it cannot be reached any more.
struct UsedAfterItsEnd : ct::Error {
  using Error::Error;
};
/// Throws: among these is a traced tensor, used where nothing is being traced, or one that was
/// given away (donation.h).
[[noreturn]] void refuseLeaked(llvm::ArrayRef<TensorRef> tensors);

/// Keeps a scope open.
class Opened {
public:
  explicit Opened(std::shared_ptr<Scope> scope);
  ~Opened();
  Opened(const Opened &) = delete;

private:
  std::shared_ptr<Scope> scope;
};

} // namespace cotan::trace
