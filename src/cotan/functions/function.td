// The row of an array function. The C++ header, Python's binding, its signature and documentation
// are made of it; its meaning is in the .cpp file of the same stem.
#ifndef COTAN_FUNCTIONS_FUNCTION
#define COTAN_FUNCTIONS_FUNCTION

/// What a parameter takes: its type in C++. What Python gives for it follows from that
/// (frontends/python/bind_function.h). The defaults are expressions of C++, for either language.
class Kind<string type_, string default_ = "", string pythonDefault_ = default_> {
  string type = type_;
  string default = default_;
  string pythonDefault = pythonDefault_;
  string given = type_; // where Python's objects become the type in a way of their own
}
class Default<Kind kind, string default_, string pythonDefault_ = default_>
    : Kind<kind.type, default_, pythonDefault_> {
  let given = kind.given;
}
class Optional<string type_> : Kind<type_, "{}", "py::none()">;

def Tensor : Kind<"const Tensor &">;
/// What a result has the shape and the element type of; its elements are not read.
def Like : Kind<"const Tensor &"> {
  let given = "const LikeTensor &";
}
/// Lists of numbers do, too, where nobody would take them for anything else.
def ArrayLike : Kind<"const Tensor &"> {
  let given = "const ArrayLike &";
}
def OptionalTensor : Optional<"const std::optional<Tensor> &">;
def Tensors : Kind<"const std::vector<Tensor> &">;
def Shape : Kind<"const Shape &">;
def ShapeOfNumber : Default<Shape, "{}", "py::tuple()">;
def OptionalShape : Optional<"const std::optional<Shape> &">;
def Axes : Kind<"const Integers &">;
def OptionalAxes : Optional<"const Axes &">;
def Int : Kind<"int64_t">;
def OptionalInt : Optional<"std::optional<int64_t>">;
def Size : Kind<"int64_t"> { // it may be traced
  let given = "SizeLike";
}
def OptionalSize : Optional<"std::optional<int64_t>"> {
  let given = "std::optional<SizeLike>";
}
def Float : Kind<"double">;
def OptionalFloat : Optional<"std::optional<double>">;
def Bool : Kind<"bool">;
def No : Default<Bool, "false">;
def Yes : Default<Bool, "true">;
def String : Kind<"const std::string &">;
def DType : Kind<"DType"> {
  let given = "DTypeLike";
}
/// That of floats that say nothing else; None in Python.
def DefaultDType : Kind<"DType", "default_dtype()", "py::none()">;
/// None stands for the default, too.
class DTypeOr<string name> : Kind<"DType", "DType::" # name, "\"" # name # "\"">;
def OptionalBool : Optional<"std::optional<bool>">;
def OptionalPair : Optional<"const std::optional<std::pair<int64_t, int64_t>> &">;
def OptionalDType : Optional<"std::optional<DType>">;

/// A parameter of Python alone, as other libraries have it: it is checked, and changes nothing.
class PythonOnly<string given_, string default_ = "py::none()"> : Kind<"", "", default_> {
  let given = given_;
}
def Device : PythonOnly<"const std::optional<OnDevice> &">;
/// As JAX has it: products have the precision of their type anyway.
def Precision : PythonOnly<"const PrecisionLike &">;
def EinsumPath : PythonOnly<"const EinsumPath &", "\"auto\"">;
/// What may be done with memory that is nobody's here, or which of ways with one result is taken.
def NoEffect : PythonOnly<"bool", "false">;
def YesNoEffect : PythonOnly<"bool", "true">;
class NoMethod<string name> : PythonOnly<"const std::string &", "\"" # name # "\"">;
def OptionalNoEffect : PythonOnly<"std::optional<bool>">;
/// How large the parts are that something is computed in.
class NoCount<string number> : PythonOnly<"int64_t", number>;
def OptionalNoCount : PythonOnly<"std::optional<int64_t>">;
def OptionalNoMethod : PythonOnly<"const std::optional<std::string> &">;
/// What others have and JAX refuses.
def OnlyNone : PythonOnly<"const Nothing &">;
/// None, or whether the result must, or must not, have memory of its own: tensors do not change.
def MayCopy : PythonOnly<"std::optional<bool>">;

def OptionalString : Optional<"const std::optional<std::string> &">;
def AxesOrNone : Optional<"const Integers &"> { // none are given
  let given = "const AxesOrNone &";
}
def Order : Kind<"const NormOrder &">;
def OptionalOrder : Optional<"const std::optional<NormOrder> &">;
def Cuts : Kind<"const Cuts &">;
def Padding : Kind<"const Padding &">;
def Range : Optional<"const std::optional<std::pair<Tensor, Tensor>> &">;
def BinsOfAxis : Kind<"const dynamic::BinsOfAxis &">;
def Bins : Kind<"const dynamic::Bins &">;
def Beside : Optional<"const std::optional<Beside> &">;
def Ranges : Optional<"const std::optional<dynamic::Ranges> &">;
def Positions : Kind<"const dynamic::Positions &">;

/// One for all of several things, or a tuple of one for each.
def OneOrTuple : Kind<"const dynamic::OneOrList &">;
def OptionalOneOrTuple : Optional<"const std::optional<dynamic::OneOrList> &">;

/// All further arguments in Python; a list in C++.
def RestOfTensors : Kind<"const std::vector<Tensor> &"> {
  let given = "const Rest<Tensor> &";
}
def RestOfShapes : Kind<"const std::vector<Shape> &"> {
  let given = "const Rest<Shape> &";
}

/// Parameters that are fields of a struct in C++.
class Fields<string type_, dag fields_> : Kind<"const " # type_ # " &", "{}"> {
  string options = type_;
  dag fields = fields_;
}

def KeywordOnly; // what is behind it must be named in Python
def ins; // the operator of parameters: (ins Tensor:$x, Default<Int, "-1">:$axis)

/// A submodule of ct, and a namespace.
class Module<string name_, string documentation_> {
  string name = name_;
  string documentation = documentation_;
}

class Function<string name_, dag parameters_, string result_ = "Tensor"> {
  string name = name_; // as in jax.numpy
  dag parameters = parameters_;
  string result = result_;
  string module = ""; // of ct: "random"
  string summary = ?;
  string description = "";
  string example = ?; // as Python's interpreter shows it

  /// The result's class in Python, of python/cotan/_results.py, if it is a named tuple.
  string tuple = "";

  /// Whether it is a method of tensors, too.
  bit isMethod = false;

  /// Declarations for C++, where types say what Python's arguments say when they are known. The
  /// function with these parameters is in the namespace ct::dynamic then, for Python alone.
  string overloads = "";
}

/// Another name, of a function of any kind: Alias<"nn.swish", "nn.silu">.
class Alias<string name_, string function_> {
  string name = name_;
  string function = function_;
}

#endif
