// The array functions that have rows (cotan/functions/function.td): their declarations in C++, and
// what binds them to Python.
#include "functions.h"
#include "op.h"

#include "mlir/TableGen/GenInfo.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;

namespace {

cl::opt<std::string> family("family", cl::desc("whose Python bindings are made"));

/// A name in C++, where some are words of the language.
std::string spelled(StringRef name) {
  static const StringSet<> words{"default", "delete"};
  return words.contains(name) ? (name + "_").str() : name.str();
}

using EachParameter = function_ref<void(const Record &kind, StringRef name)>;

/// Calls `each` with the kind and the name of each parameter; a marker has no name.
void forEachParameter(const DagInit *parameters, EachParameter each) {
  for (unsigned i = 0; i < parameters->getNumArgs(); ++i)
    each(*cast<DefInit>(parameters->getArg(i))->getDef(), parameters->getArgNameStr(i));
}
void forEachParameter(const Record &function, EachParameter each) {
  forEachParameter(function.getValueAsDag("parameters"), each);
}

bool isMarker(const Record &kind) { return !kind.isSubClassOf("Kind"); }
bool isOfPython(const Record &kind) { return kind.isSubClassOf("PythonOnly"); }
bool isDynamic(const Record &function) { return !function.getValueAsString("overloads").empty(); }

/// "ct::random"
std::string scopeOf(const Record &function) {
  StringRef module = function.getValueAsString("module");
  std::string scope = isDynamic(function) ? "ct::dynamic" : "ct";
  return module.empty() ? scope : scope + "::" + module.str();
}

/// A parameter or a field, without its default.
std::string typed(StringRef type, StringRef name) {
  return (type + (type.ends_with("&") ? "" : " ") + spelled(name)).str();
}

//===-- C++ ---------------------------------------------------------------------------------------

std::string parametersOf(const Record &function) {
  SmallVector<std::string> parameters;
  forEachParameter(function, [&](const Record &kind, StringRef name) {
    if (isMarker(kind) || isOfPython(kind))
      return;
    StringRef otherwise = isDynamic(function) ? "" : kind.getValueAsString("default");
    parameters.push_back(typed(kind.getValueAsString("type"), name) +
                         (otherwise.empty() ? "" : (" = " + otherwise).str()));
  });
  return join(parameters, ", ");
}

void emitComment(const Record &function, raw_ostream &os) {
  os << "/// " << function.getValueAsString("summary") << "\n";
  std::string more = unindent(function.getValueAsString("description"));
  if (StringRef text = StringRef(more).trim(); !text.empty())
    for (StringRef line : split(text, '\n'))
      os << "///" << (line.empty() ? "" : " ") << line << "\n";
}

void emitDeclaration(const Record &function, raw_ostream &os) {
  StringRef module = function.getValueAsString("module");
  std::string plain = "ct" + (module.empty() ? "" : "::" + module).str();
  if (isDynamic(function)) {
    os << "namespace " << plain << " {\n";
    emitComment(function, os);
    os << unindent(function.getValueAsString("overloads")) << "}\n";
  }
  os << "namespace " << scopeOf(function) << " {\n";
  if (!isDynamic(function))
    emitComment(function, os);
  os << function.getValueAsString("result") << " " << spelled(function.getValueAsString("name"))
     << "(" << parametersOf(function) << ");\n}\n";
}

/// Those of the same last name: C++ has no other names of functions.
void emitUsing(const Record &alias, raw_ostream &os) {
  auto [module, name] = alias.getValueAsString("name").rsplit('.');
  auto [otherModule, otherName] = alias.getValueAsString("function").rsplit('.');
  if (otherName.empty() && name == otherModule)
    os << "namespace ct::" << module << " {\nusing ct::" << name << ";\n}\n";
}

bool emitDeclarations(const RecordKeeper &records, raw_ostream &os) {
  os << notice;
  for (const Record *function : recordsOf(records, "Function"))
    emitDeclaration(*function, os);
  for (const Record *alias : recordsOf(records, "Alias"))
    emitUsing(*alias, os);
  return false;
}

//===-- Python ------------------------------------------------------------------------------------

/// As Python's help shows it.
std::string documentationOf(const Record &function) {
  std::string text = function.getValueAsString("summary").str();
  for (StringRef part : {"description", "example"})
    if (std::string more = unindent(function.getValueAsString(part)); !more.empty())
      text += "\n\n" + StringRef(more).trim().str();
  return text;
}

/// What Python gives for each parameter.
class RowBinding : public Binding {
public:
  explicit RowBinding(const Record &function) {
    module = function.getValueAsString("module");
    name = function.getValueAsString("name");
    called = scopeOf(function) + "::" + spelled(name);
    result = function.getValueAsString("result");
    if (StringRef tuple = function.getValueAsString("tuple"); !tuple.empty())
      result = "Named<" + result + ", \"" + tuple.str() + "\">";
    documentation = documentationOf(function);
    forEachParameter(function, [&](const Record &kind, StringRef each) { add(kind, each); });
  }

private:
  void add(const Record &kind, StringRef parameter) {
    if (isMarker(kind))
      said += "py::kw_only(), ";
    else if (kind.isSubClassOf("Fields"))
      addFields(kind, parameter);
    else if (isOfPython(kind))
      addGiven(kind, parameter);
    else
      arguments.push_back(addGiven(kind, parameter));
  }

  /// Gives what C++ calls it.
  std::string addGiven(const Record &kind, StringRef parameter) {
    parameters.push_back(typed(kind.getValueAsString("given"), parameter));
    StringRef otherwise = kind.getValueAsString("pythonDefault");
    said += ("py::arg(\"" + parameter + "\")").str() +
            (otherwise.empty() ? "" : " = " + otherwise.str()) + ", ";
    return spelled(parameter);
  }

  void addFields(const Record &kind, StringRef options) {
    before += (kind.getValueAsString("options") + " " + options + ";\n").str();
    forEachParameter(kind.getValueAsDag("fields"), [&](const Record &field, StringRef each) {
      if (isMarker(field))
        said += "py::kw_only(), ";
      else
        before += (options + "." + each + " = ").str() + addGiven(field, each) + ";\n";
    });
    arguments.push_back(options.str());
  }
};

bool emitBindings(const RecordKeeper &records, raw_ostream &os) {
  auto emitAll = [&] {
    for (const Record *function : recordsOf(records, "Function"))
      emitBinding(RowBinding(*function), os);
  };
  emitBindingSource(family, emitAll, os);
  return false;
}

/// Calls of a macro with strings; it has a meaning where the file is included, or none.
void emitCalls(StringRef macro, ArrayRef<const Record *> all, ArrayRef<StringRef> fields,
               raw_ostream &os) {
  os << "#ifdef " << macro << "\n";
  for (const Record *record : all) {
    os << macro << "(";
    interleaveComma(fields, os, [&](StringRef field) {
      os << "\"" << record->getValueAsString(field) << "\"";
    });
    os << ")\n";
  }
  os << "#undef " << macro << "\n#endif\n";
}

bool emitNames(const RecordKeeper &records, raw_ostream &os) {
  os << notice;
  std::vector<const Record *> methods = recordsOf(records, "Function");
  erase_if(methods, [](const Record *function) { return !function->getValueAsBit("isMethod"); });
  emitCalls("COTAN_MODULE", recordsOf(records, "Module"), {"name", "documentation"}, os);
  emitCalls("COTAN_ALIAS", recordsOf(records, "Alias"), {"name", "function"}, os);
  emitCalls("COTAN_METHOD", methods, {"name"}, os);
  return false;
}

mlir::GenRegistration declarations("gen-row-decls", "array functions with rows", emitDeclarations),
    bindings("gen-row-bindings", "their Python bindings", emitBindings),
    names("gen-row-names", "modules, other names and methods", emitNames);

} // namespace

std::vector<const Record *> recordsOf(const RecordKeeper &records, StringRef kind) {
  std::vector<const Record *> all = records.getAllDerivedDefinitions(kind);
  sort(all, [](const Record *a, const Record *b) { return a->getID() < b->getID(); });
  return all;
}

void emitBinding(const Binding &binding, raw_ostream &os) {
  os << "bindFunction(m, \"" << binding.module << (binding.module.empty() ? "" : ".")
     << binding.name << "\",\n+[](" << join(binding.parameters, ", ") << ") -> " << binding.result
     << " {\n"
     << binding.before << "return {" << binding.called << "(" << join(binding.arguments, ", ")
     << ")};\n},\n"
     << binding.said << "R\"__(" << binding.documentation << ")__\");\n";
}

void emitBindingSource(StringRef name, function_ref<void()> emit, raw_ostream &os) {
  os << notice << "#include \"cotan/frontends/python/bind_function.h\"\n\n"
     << "namespace ct::python {\n\nvoid bind_" << name << "(Module &m) {\n";
  emit();
  os << "}\n\n} // namespace ct::python\n";
}
