// The check dialect: expected values stated inside a program. Test only.
#ifndef COTAN_CHECK
#define COTAN_CHECK

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "cotan/ir/interfaces/op_interfaces.td"

def Check_Dialect : Dialect {
  let name = "check";
  let cppNamespace = "::cotan::check";
  let summary = "Expected values, and how cotan-check makes inputs. Test only.";
  let description = [{
    The ops stop the interpreter where a value is not the expected one; no pass removes or moves
    them. The attributes tell `cotan-check` what to do with a function.

    On a function:

    | attribute | meaning |
    | --- | --- |
    | `check.numpy = "x + y"` | the results in NumPy, over the argument names; a tuple for several |
    | `check.no_gradient` | derivatives are meaningless; none is checked |
    | `check.order = 2` | the highest order of derivative to check; 3 if not given |
    | `check.tolerance = 1.0e-8` | what results may differ by, relative to their size; 1e-12 if not given. If given, it is also what machine code may differ by from what the ops expect |
    | `check.f64_only` | cannot be run in other element types |
    | `check.derivatives = [..]` | value and derivatives, by order, of the scalar result with respect to the first argument |
    | `check.kinks = "at ties"` | where the function is not smooth: there its derivatives are a choice. Everywhere else, zeros, ties and thresholds are tried, they are the limits of those nearby |
    | `check.one_lane` | batches must be refused |
    | `check.may_be_refused` | it may be that its pushes and pops cannot be paired: then derivatives and batches must be refused |
    | `check.smooth_only` | directions in which a kink is met are left out of finite differences |

    On an argument:

    | attribute | meaning |
    | --- | --- |
    | `check.range = [0.5, 2.0]` | random numbers of this range, ends included; [-1, 1] if not given |
    | `check.shape = [3, 2]` | the sizes, where the type leaves some open |
    | `check.value = dense<[6, 2]> : tensor<2xi64>` | this value |
    | `check.shared` | lanes have it together, when the function is batched |
    | `check.lanes = dense<[1, 2, 3]> : tensor<3xi64>` | the values of the lanes, when the function is batched |
  }];
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
}

class Check_Op<string mnemonic> : Op<Check_Dialect, mnemonic, [
    MemoryEffects<[MemWrite]>, DeclareOpInterfaceMethods<Evaluable>]> {
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def Check_EqualOp : Check_Op<"equal"> {
  let summary = "Stops the program unless a tensor is the expected one, bit for bit.";
  let description = [{
    Any NaN equals any NaN; 0 and -0 differ. The type of the tensor is written if it is not that of
    the constant.

    ```mlir
    check.equal %x, dense<[1, 2]> : tensor<2xi32>
    check.equal %y : tensor<?xi32>, dense<[1, 2]> : tensor<2xi32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$x, ElementsAttr:$expected);
}

def Check_CloseOp : Check_Op<"close"> {
  let summary = "Stops the program unless a tensor is close to the expected one.";
  let description = [{
    Each element may differ by `atol + rtol * |expected|`. Both are 1e-12 if not given, and 1e-6,
    1e-2 and 1e-3 for f32, bf16 and f16. Infinities and NaNs must be the same; integers must be
    equal.

    ```mlir
    check.close %x, dense<[1.0, 2.0]> : tensor<2xf64>
    check.close %x, dense<[1.0, 2.0]> : tensor<2xf64> {rtol = 1.0e-6, atol = 0.0}
    ```
  }];
  let arguments = (ins AnyRankedTensor:$x, ElementsAttr:$expected,
                       OptionalAttr<F64Attr>:$rtol, OptionalAttr<F64Attr>:$atol);
}

#endif
