#include "op.h"

#include "mlir/TableGen/Attribute.h"
#include "llvm/TableGen/Error.h"

using namespace llvm;
using mlir::tblgen::Operator;

void forEachOp(const RecordKeeper &records, EachOp each) {
  for (const Record *record : records.getAllDerivedDefinitions("Op"))
    each(Operator(record));
}

bool emitFunctions(const RecordKeeper &records, raw_ostream &os, StringRef scope, EachOp each) {
  os << notice << "namespace " << scope << " {\n";
  forEachOp(records, [&](const Operator &op) {
    if (op.getDialectName() != "flow")
      each(op);
  });
  os << "} // namespace " << scope << "\n";
  return false;
}

std::string functionName(const Operator &op) {
  std::string name = op.getOperationName();
  name = name.substr(name.find('.') + 1);
  static constexpr StringRef keywords[] = {"and", "or", "not", "xor"};
  return is_contained(keywords, name) ? name + "_" : name;
}

bool hasOneResult(const Operator &op) {
  return op.getNumResults() == 1 && !op.getResult(0).isVariadic();
}

bool broadcasts(const Operator &op) {
  return (op.getTrait("::cotan::Elementwise") || op.getTrait("::cotan::Broadcasting")) &&
         op.getNumOperands() > 1 &&
         none_of(op.getOperands(), [](const auto &operand) { return operand.isVariadic(); });
}

bool mayBeMissing(const mlir::tblgen::NamedAttribute &attribute) {
  return attribute.attr.isOptional() && !attribute.attr.hasDefaultValue() &&
         attribute.attr.getBaseAttr().getAttrDefName() != "UnitAttr";
}

StringRef fileOf(const Operator &op) {
  unsigned buffer = SrcMgr.FindBufferContainingLoc(op.getLoc()[0]);
  return SrcMgr.getMemoryBuffer(buffer)->getBufferIdentifier();
}

std::string unindent(StringRef text) {
  SmallVector<StringRef> lines;
  text.split(lines, '\n');
  size_t indent = StringRef::npos;
  for (StringRef line : lines)
    if (!line.trim().empty())
      indent = std::min(indent, line.find_first_not_of(' '));
  std::string result;
  for (StringRef line : lines)
    result += (line.drop_front(std::min(indent, line.size())).rtrim() + "\n").str();
  return StringRef(result).trim().str();
}
