// The fn dialect: functions as values, and functions of them.
#ifndef COTAN_FN
#define COTAN_FN

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Fn_Dialect : Dialect {
  let name = "fn";
  let cppNamespace = "::cotan::fn";
  let summary = "Functions as values.";
  let useDefaultTypePrinterParser = 1;
  let hasConstantMaterializer = 1;
  // What function values become.
  let dependentDialects = ["::mlir::func::FuncDialect", "::cotan::flow::FlowDialect",
                           "::cotan::prim::PrimDialect"];
}

def Fn_FunctionType : TypeDef<Fn_Dialect, "Function"> {
  let mnemonic = "fn";
  let summary = "function"; // as diagnostics say it: "operand #0 must be function"
  let description = [{
    What takes and returns tensors and functions. A value of it is a function of the module with
    what it has captured; both never change.

    ```mlir
    !fn.fn<(tensor<f64>, !fn.fn<(tensor<f64>) -> tensor<f64>>) -> tensor<f64>>
    ```
  }];
  let parameters = (ins "::mlir::FunctionType":$signature);
  let assemblyFormat = "`<` $signature `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    ::llvm::ArrayRef<::mlir::Type> getInputs() const { return getSignature().getInputs(); }
    ::llvm::ArrayRef<::mlir::Type> getResults() const { return getSignature().getResults(); }
  }];
}

def Fn_Selector : AnyTypeOf<[0DTensorOf<[I1, I8, I16, I32, I64, UI8, UI16, UI32, UI64]>],
    "0-d tensor of i1 or integers">;

class Fn_Op<string mnemonic, list<Trait> traits = []> : Op<Fn_Dialect, mnemonic, traits>;
class Fn_PureOp<string mnemonic, list<Trait> traits = []>
    : Fn_Op<mnemonic, !listconcat([Pure], traits)>;

//--- Where function values come from

def Fn_ConstantOp : Fn_PureOp<"constant",
    [ConstantLike, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "A function of the module as a value.";
  let description = [{
    ```mlir
    %f = fn.constant @square : !fn.fn<(tensor<f64>) -> tensor<f64>>
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee);
  let results = (outs Fn_FunctionType:$function);
  let assemblyFormat = "$callee attr-dict `:` custom<WholeType>(type($function))";
  let hasFolder = 1;
}

def Fn_ClosureOp : Fn_PureOp<"closure", [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "A function of the module whose first arguments are captured.";
  let description = [{
    They are captured by value. What is left of its arguments is given when it is applied.

    ```mlir
    %f = fn.closure @scaled(%k) : (tensor<f64>) -> !fn.fn<(tensor<f64>) -> tensor<f64>>
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<AnyType>:$captured);
  let results = (outs Fn_FunctionType:$function);
  let assemblyFormat = "$callee `(` $captured `)` attr-dict `:` functional-type($captured, $function)";
  let hasCanonicalizer = 1;
}

def Fn_PartialOp : Fn_PureOp<"partial"> {
  let summary = "A function value whose first arguments are given.";
  let description = [{
    As `functools.partial`: the value takes the rest of the arguments.

    ```mlir
    %g = fn.partial %f(%x) : (!fn.fn<(tensor<f64>, tensor<i64>) -> tensor<f64>>, tensor<f64>)
        -> !fn.fn<(tensor<i64>) -> tensor<f64>>
    ```
  }];
  let arguments = (ins Fn_FunctionType:$function, Variadic<AnyType>:$arguments);
  let results = (outs Fn_FunctionType:$partial);
  let assemblyFormat = [{
    $function `(` $arguments `)` attr-dict `:` functional-type(operands, $partial)
  }];
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}

def Fn_SwitchOp : Fn_PureOp<"switch"> {
  let summary = "One of several functions; it is not called.";
  let description = [{
    An index chooses, counted from 0; one outside is clamped to the first or last. A condition, a
    `tensor<i1>`, chooses the first of two if it is true.

    ```mlir
    %h = fn.switch %c, %f, %g : tensor<i1>, !fn.fn<(tensor<f64>) -> tensor<f64>>
    ```
  }];
  let arguments = (ins Fn_Selector:$selector, Variadic<Fn_FunctionType>:$functions);
  let results = (outs Fn_FunctionType:$chosen);
  let assemblyFormat = [{
    $selector `,` $functions attr-dict `:`
    custom<SwitchTypes>(ref($functions), type($selector), type($functions), type($chosen))
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
  let extraClassDeclaration = [{
    /// Whether a condition chooses, not an index.
    bool isByCondition() {
      return ::mlir::getElementTypeOrSelf(getSelector().getType()).isInteger(1);
    }
  }];
}

//--- What is done with them: the function may have effects

def Fn_ApplyOp : Fn_Op<"apply"> {
  let summary = "Calls a function value.";
  let description = [{
    ```mlir
    %y = fn.apply %f(%x) : !fn.fn<(tensor<f64>) -> tensor<f64>>
    ```
  }];
  let arguments = (ins Fn_FunctionType:$function, Variadic<AnyType>:$arguments);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = [{
    $function `(` $arguments `)` attr-dict `:`
    custom<ApplyTypes>(type($function), type($arguments), type($results))
  }];
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}

def Fn_MapOp : Fn_Op<"map"> {
  let summary = "Calls a function with the leaves of nests, position by position.";
  let description = [{
    As `jax.tree.map`. A nest is the list of its leaves. The arguments are the leaves of the first
    nest, then those of the second, and so on, one nest for each argument of the function; the
    results are a nest for each of its results.

    ```mlir
    %s, %t = fn.map %add(%a, %b, %x, %y) :
        (!fn.fn<(tensor<f64>, tensor<f64>) -> tensor<f64>>, tensor<f64>, tensor<f64>,
         tensor<f64>, tensor<f64>) -> (tensor<f64>, tensor<f64>)
    ```
    is `%s = %a + %x` and `%t = %b + %y`.
  }];
  let arguments = (ins Fn_FunctionType:$function, Variadic<AnyType>:$leaves);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = "$function `(` $leaves `)` attr-dict `:` functional-type(operands, $results)";
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
  let extraClassDeclaration = [{
    /// How many leaves each nest has.
    unsigned getNumLeaves();
  }];
}

//--- Derivatives of function values

class Fn_DerivativeOp<string mnemonic> : Fn_PureOp<mnemonic, [InferTypeOpAdaptor]> {
  let arguments = (ins Fn_FunctionType:$function, DenseI64ArrayAttr:$wrt);
  let results = (outs Fn_FunctionType:$derivative);
  let assemblyFormat = "$function `wrt` $wrt attr-dict `:` custom<WholeType>(type($function))";
}

def Fn_GradOp : Fn_DerivativeOp<"grad"> {
  let summary = "The gradient of a function of one result, which is a 0-d tensor of floats.";
  let description = [{
    As `jax.grad`: the value takes the same arguments, and returns a cotangent for each of those of
    `wrt`. What a function has captured is constant for it; a derivative around it is not.

    ```mlir
    %df = fn.grad %f wrt [0] : !fn.fn<(tensor<f64>, tensor<i64>) -> tensor<f64>>
    ```
  }];
}

def Fn_VjpOp : Fn_DerivativeOp<"vjp"> {
  let summary = "The function with its pullback.";
  let description = [{
    As `jax.vjp`: the value takes the same arguments, and returns the results, then a function that
    takes a cotangent for each result that is a tensor of floats, and returns one for each argument
    of `wrt`. It may be called any number of times.

    ```mlir
    %g = fn.vjp %f wrt [0] : !fn.fn<(tensor<f64>) -> tensor<4xf64>>
    %y, %pullback = fn.apply %g(%x) :
        !fn.fn<(tensor<f64>) -> (tensor<4xf64>, !fn.fn<(tensor<4xf64>) -> tensor<f64>>)>
    ```
  }];
}

def Fn_JvpOp : Fn_DerivativeOp<"jvp"> {
  let summary = "The function with its tangents.";
  let description = [{
    As `jax.jvp`: the value takes the same arguments, then a tangent for each of those of `wrt`; it
    returns the results, then a tangent for each that is a tensor of floats.

    ```mlir
    %g = fn.jvp %f wrt [0] : !fn.fn<(tensor<f64>) -> tensor<4xf64>>
    %y, %dy = fn.apply %g(%x, %dx) :
        !fn.fn<(tensor<f64>, tensor<f64>) -> (tensor<4xf64>, tensor<4xf64>)>
    ```
  }];
}

#endif
