// The flow dialect: structured control flow and the stacks its reverse mode runs on.
#ifndef COTAN_FLOW
#define COTAN_FLOW

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/LoopLikeInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "cotan/ir/flow/flow_interfaces.td"
include "cotan/ir/interfaces/op_interfaces.td"

def Flow_Dialect : Dialect {
  let name = "flow";
  let cppNamespace = "::cotan::flow";
  let summary = "Structured control flow and stacks.";
  let useDefaultTypePrinterParser = 1;
  let hasOperationAttrVerify = 1;
}

class Flow_Type<string name, string typeMnemonic> : TypeDef<Flow_Dialect, name> {
  let mnemonic = typeMnemonic;
}

def Flow_StackType : Flow_Type<"Stack", "stack"> {
  let summary = "stack"; // as diagnostics say it: "operand #0 must be stack"
  let description = [{
    A last-in, first-out store of frames; a frame is zero or more values of any type, other stacks
    among them. The type has no parameter: what a frame holds is up to push and pop.
  }];
  let hasCustomAssemblyFormat = 1;
}

def Flow_Condition : AnyTypeOf<[0DTensorOf<[I1]>, I1], "tensor<i1> or i1">;
def Flow_Bool : Type<Flow_Condition.predicate, "tensor<i1>", "::mlir::RankedTensorType">,
    BuildableType<"::mlir::RankedTensorType::get({}, $_builder.getI1Type())">;
def Flow_SwitchIndex : AnyTypeOf<[
    0DTensorOf<[I8, I16, I32, I64, UI8, UI16, UI32, UI64]>, I8, I16, I32, I64],
    "0-d integer tensor or integer">;
def Flow_LoopIndex : AnyTypeOf<[0DTensorOf<[I8, I16, I32, I64]>], "0-d tensor of i8, i16, i32 or i64",
    "::mlir::TensorType">;

class Flow_Op<string mnemonic, list<Trait> traits = []> : Op<Flow_Dialect, mnemonic, traits>;

//--- Stacks

def Flow_CreateStackOp : Flow_Op<"create_stack"> {
  let summary = "Makes an empty stack.";
  let description = [{
    ```mlir
    %stack = flow.create_stack
    ```
  }];
  let results = (outs Res<Flow_StackType, "", [MemAlloc]>:$stack);
  let assemblyFormat = "attr-dict";
}

def Flow_PushBackOp : Flow_Op<"push_back"> {
  let summary = "Pushes one frame.";
  let description = [{
    The frame holds the values in order: several, one, or none. An empty frame only counts.

    ```mlir
    flow.push_back %stack, %x, %i : tensor<4xf32>, tensor<i64>
    ```
  }];
  let arguments = (ins Arg<Flow_StackType, "", [MemWrite]>:$stack, Variadic<AnyType>:$values);
  let assemblyFormat = "$stack (`,` $values^ `:` type($values))? attr-dict";
}

def Flow_PopBackOp : Flow_Op<"pop_back"> {
  let summary = "Pops the last frame.";
  let description = [{
    The result types must be those of the frame that was pushed. Popping an empty stack ends the
    program with an error.

    ```mlir
    %x, %i = flow.pop_back %stack : tensor<4xf32>, tensor<i64>
    ```
  }];
  let arguments = (ins Arg<Flow_StackType, "", [MemRead, MemWrite]>:$stack);
  let results = (outs Variadic<AnyType>:$values);
  let assemblyFormat = "$stack (`:` type($values)^)? attr-dict";
}

def Flow_IsEmptyOp : Flow_Op<"is_empty"> {
  let summary = "Whether the stack holds no frame.";
  let description = [{
    ```mlir
    %done = flow.is_empty %stack
    ```
  }];
  let arguments = (ins Arg<Flow_StackType, "", [MemRead]>:$stack);
  let results = (outs Flow_Bool:$empty);
  let assemblyFormat = "$stack attr-dict";
}

//--- Terminators

def Flow_YieldOp : Flow_Op<"yield", [Pure, Terminator,
    DeclareOpInterfaceMethods<RegionBranchTerminatorOpInterface>,
    ParentOneOf<["IfOp", "SwitchOp", "WhileOp", "ForOp", "ScanOp"]>]> {
  let summary = "Ends a region and hands the values to the parent op.";
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "($values^ `:` type($values))? attr-dict";
}

def Flow_CondYieldOp : Flow_Op<"cond_yield", [Pure, Terminator,
    DeclareOpInterfaceMethods<RegionBranchTerminatorOpInterface, ["getSuccessorRegions"]>,
    HasParent<"WhileOp">]> {
  let summary = "Ends the `cond` region: true goes on to `body`, false leaves the loop.";
  let description = "The values go along either way.";
  let arguments = (ins Flow_Condition:$condition, Variadic<AnyType>:$values);
  let assemblyFormat = "$condition `:` type($condition) (`,` $values^ `:` type($values))? attr-dict";
}

//--- Control flow

defvar FlowBranch = [RecursiveMemoryEffects, RecursivelySpeculatable,
    DeclareOpInterfaceMethods<Structured>, DeclareOpInterfaceMethods<RegionBranchOpInterface,
        ["getEntrySuccessorOperands", "getEntrySuccessorRegions"]>];

def Flow_IfOp : Flow_Op<"if", FlowBranch> {
  let summary = "Runs one of two regions.";
  let description = [{
    The result is what the chosen region yields. `else` may be left out when there are no results.

    ```mlir
    %y = flow.if %positive : tensor<i1> -> (tensor<f32>) {
      flow.yield %x : tensor<f32>
    } else {
      %0 = prim.neg %x : tensor<f32>
      flow.yield %0 : tensor<f32>
    }
    ```
    With the first region, `init`, which makes stacks, both branches take the stacks and hand them
    on; they are the last results.
  }];
  let arguments = (ins Flow_Condition:$condition);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region AnyRegion:$init, AnyRegion:$thenRegion, AnyRegion:$elseRegion);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}

def Flow_SwitchOp : Flow_Op<"switch", FlowBranch> {
  let summary = "Runs one of n regions.";
  let description = [{
    `index` chooses the case, counted from 0; an index outside is clamped to the first or last.

    ```mlir
    %y = flow.switch %i : tensor<i64> -> (tensor<f32>)
    case { flow.yield %a : tensor<f32> }
    case { flow.yield %b : tensor<f32> }
    ```
  }];
  let arguments = (ins Flow_SwitchIndex:$index);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region AnyRegion:$init, VariadicRegion<AnyRegion>:$cases);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}

defvar FlowLoop = [RecursiveMemoryEffects, DeclareOpInterfaceMethods<Structured>,
    DeclareOpInterfaceMethods<RegionBranchOpInterface, ["getEntrySuccessorOperands"]>,
    DeclareOpInterfaceMethods<LoopLikeOpInterface>];

def Flow_WhileOp : Flow_Op<"while", !listconcat(FlowLoop,
    [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>])> {
  let summary = "Runs `body` as long as `cond` says so.";
  let description = [{
    `cond` sees the variables, decides, and hands values to `body` or, when it ends the loop, to
    the results. `body` makes the next values. `cond` runs once more than `body`.

    ```mlir
    %r = flow.while (%x) : (tensor<f64>) -> (tensor<f64>)
    cond(%a: tensor<f64>) {
      %more = prim.lt %a, %limit : tensor<f64>
      flow.cond_yield %more : tensor<i1>, %a : tensor<f64>
    } body(%a: tensor<f64>) {
      %b = prim.mul %a, %a : tensor<f64>
      flow.yield %b : tensor<f64>
    }
    ```
    A loop whose condition is constantly true stays, even if nothing reads its results.

    With the first region, `init`, the stacks it makes are handed on after the operands; they are
    the last results.
  }];
  let arguments = (ins Variadic<AnyType>:$initial);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region AnyRegion:$init, AnyRegion:$cond, AnyRegion:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}

def Flow_ForOp : Flow_Op<"for", FlowLoop> {
  let summary = "Runs `body` for each index of a range.";
  let description = [{
    The indices are lower, lower + step, ... below upper (above it when step is negative), as in
    Python's `range`; with `reverse` the same indices are taken from last to first. A step of zero
    ends the program with an error.

    ```mlir
    %sum = flow.for %zero to %n step %one : tensor<i64> carry(%s0) : (tensor<f64>) -> (tensor<f64>)
    body(%i: tensor<i64>, %s: tensor<f64>) {
      %next = prim.add %s, %x : tensor<f64>
      flow.yield %next : tensor<f64>
    }
    ```
  }];
  let arguments = (ins Flow_LoopIndex:$lower, Flow_LoopIndex:$upper, Flow_LoopIndex:$step,
                       Variadic<AnyType>:$initial, UnitAttr:$reverse);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region AnyRegion:$init, AnyRegion:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}

def Flow_ScanOp : Flow_Op<"scan", [RecursiveMemoryEffects, AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<RegionBranchOpInterface, ["getEntrySuccessorOperands"]>,
    DeclareOpInterfaceMethods<LoopLikeOpInterface>]> {
  let summary = "A loop over the first axis of tensors that also stacks what each turn yields.";
  let description = [{
    As `jax.lax.scan`: `body` takes the carried values and one slice of each tensor; it yields the
    next carried values and then the values that are stacked along a new first axis. `reverse`
    starts from the last slice; the stacked results keep the order of the inputs. At least one
    tensor says how many turns there are.

    Where the type of a stacked result leaves sizes open and there is no turn, they are those of what
    its row has the shape of: a value from outside of the body, a slice, or a carried value, from
    which elementwise ops alone lead to the row. Else they are 0.

    ```mlir
    %last, %all = flow.scan carry(%h0) over(%xs) : (tensor<f32>, tensor<9xf32>)
        -> (tensor<f32>, tensor<9xf32>)
    body(%h: tensor<f32>, %x: tensor<f32>) {
      %next = prim.add %h, %x : tensor<f32>
      flow.yield %next, %next : tensor<f32>, tensor<f32>
    }
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$initial, Variadic<AnyRankedTensor>:$inputs,
                       UnitAttr:$reverse);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region AnyRegion:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// What row k, a value that is stacked, has the shape of: a value from outside of the body, or
    /// an argument of it. Null if only the body knows.
    ::mlir::Value getRowShapeSource(unsigned k);
  }];
}

//--- Calls with a derivative of their own

def Flow_CustomCallOp : Flow_Op<"custom_call", [DeclareOpInterfaceMethods<SymbolUserOpInterface>,
    DeclareOpInterfaceMethods<Differentiable>]> {
  let summary = "Calls a function that has a derivative rule of its own.";
  let description = [{
    As `jax.custom_vjp`: calls `callee`. Reverse mode calls `forward` in its place, which takes the
    same arguments and returns the same results, then residuals. `reverse` takes the residuals and a
    cotangent for each result that is a tensor of floats, and returns a cotangent for each argument
    that is one. Higher derivatives are those of `forward` and `reverse`, as they are written.

    As `jax.custom_jvp`, forward mode calls `jvp`: it takes the arguments, then a tangent for each that
    is a tensor of floats, and returns the results, then a tangent for each that is one. Without it
    there is no derivative in forward mode.

    ```mlir
    %y = flow.custom_call @root(%x) forward @root_fwd reverse @root_bwd : (tensor<f64>) -> tensor<f64>
    %z = flow.custom_call @root(%x) forward @root_fwd reverse @root_bwd jvp @root_jvp : (tensor<f64>) -> tensor<f64>
    ```
    `order` is set by reverse mode: the op calls `forward`, its last results are the residuals, and
    derivatives of this order read them. Derivatives of a higher order will replace it by a call of
    `forward`.

    The last `captured` operands are what the functions read from outside: the rule does not say
    what flows to them, so it is an error if a derivative depends on one.
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<AnyRankedTensor>:$operands,
                       FlatSymbolRefAttr:$forward, FlatSymbolRefAttr:$reverse,
                       OptionalAttr<FlatSymbolRefAttr>:$jvp,
                       OptionalAttr<ConfinedAttr<I64Attr, [IntPositive]>>:$order,
                       OptionalAttr<ConfinedAttr<I64Attr, [IntPositive]>>:$captured);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    $callee `(` $operands `)` `forward` $forward `reverse` $reverse (`jvp` $jvp^)? attr-dict
    `:` functional-type($operands, $results)
  }];
  let extraClassDeclaration = [{
    /// The function that runs.
    ::mlir::FlatSymbolRefAttr getRun() { return getOrder() ? getForwardAttr() : getCalleeAttr(); }
    /// All its functions.
    ::llvm::SmallVector<::mlir::FlatSymbolRefAttr, 3> getFunctions() {
      ::llvm::SmallVector<::mlir::FlatSymbolRefAttr, 3> all = {getCalleeAttr(), getForwardAttr(),
                                                               getReverseAttr()};
      if (getJvpAttr())
        all.push_back(getJvpAttr());
      return all;
    }
  }];
}

//--- What a program says while it runs

def Flow_Output : Resource<"::cotan::flow::Output">;

def Flow_PrintOp : Flow_Op<"print", [MemoryEffects<[MemWrite<Flow_Output>]>]> {
  let summary = "Prints a line of text and values.";
  let description = [{
    Each `{}` in the text stands for the next value, printed as `cotan run` prints it, or as Python
    formats it, as in `{:.3f}`; `{{` and `}}` are braces. Lines come in the order of the program.

    ```mlir
    flow.print "step {}: loss {:.3f}" (%i, %loss) : tensor<i64>, tensor<f64>
    ```
  }];
  let arguments = (ins StrAttr:$text, Variadic<AnyRankedTensor>:$values);
  let assemblyFormat = "$text (`(` $values^ `)` `:` type($values))? attr-dict";
  let hasVerifier = 1;
}

def Flow_AssertOp : Flow_Op<"assert", [MemoryEffects<[MemWrite<Flow_Output>]>]> {
  let summary = "Ends the program with an error if the condition is false.";
  let description = [{
    The text says what is wrong, as that of `flow.print`. What is printed or asserted later does not
    happen any more.

    ```mlir
    flow.assert %isPositive, "x is {}, but must be positive" (%x) : tensor<i1>, tensor<f64>
    ```
  }];
  let arguments = (ins Flow_Condition:$condition, StrAttr:$text, Variadic<AnyRankedTensor>:$values);
  let assemblyFormat = [{
    $condition `,` $text (`(` $values^ `)`)? attr-dict `:` type($condition) (`,` type($values)^)?
  }];
  let hasVerifier = 1;
}

#endif
