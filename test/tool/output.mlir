// flow.print and flow.assert, by the interpreter and by machine code.
// RUN: cotan run %s --entry values --input [[1,2],[3,4]] --input 7 --backend=reference | tee %t.reference | FileCheck %s --check-prefix=VALUES
// RUN: cotan run %s --entry values --input [[1,2],[3,4]] --input 7 | diff - %t.reference
// VALUES: matrix {{\[\[1.0, 2.0\],}}
// VALUES-NEXT: {{ *\[3.0, 4.0\]\]}}, number 7, sum 10.0, {braces}
// VALUES-NEXT: no values
// VALUES-NEXT: a constant True, another 0.5
// VALUES-NEXT: nothing: []
// VALUES-NEXT: result0: f64[] = 10.0
func.func @values(%x: tensor<2x2xf64>, %n: tensor<i64>) -> tensor<f64> {
  %sum = prim.sum %x axes [0, 1] : tensor<2x2xf64>
  flow.print "matrix {}, number {}, sum {}, {{braces}}" (%x, %n, %sum) : tensor<2x2xf64>, tensor<i64>, tensor<f64>
  flow.print "no values"
  %true = prim.constant dense<true> : tensor<i1>
  %half = prim.constant dense<0.5> : tensor<bf16>
  flow.print "a constant {}, another {}" (%true, %half) : tensor<i1>, tensor<bf16>
  %none = prim.constant dense<> : tensor<0xf32>
  flow.print "nothing: {}" (%none) : tensor<0xf32>
  return %sum : tensor<f64>
}

// In loops and branches, once each time, though nothing reads what the loop computes.
// RUN: cotan run %s --entry loop --input 3 --backend=reference | tee %t.reference | FileCheck %s --check-prefix=LOOP
// RUN: cotan run %s --entry loop --input 3 | diff - %t.reference
// RUN: cotan opt %s --canonicalize --cse --loop-invariant-code-motion --sccp --merge-equal --inline | cotan run - --entry loop --input 3 | diff - %t.reference
// LOOP: before
// LOOP-NEXT: turn 0 squares to 0
// LOOP-NEXT: even
// LOOP-NEXT: turn 1 squares to 1
// LOOP-NEXT: always 5
// LOOP-NEXT: turn 2 squares to 4
// LOOP-NEXT: even
// LOOP-NEXT: after
// LOOP-NEXT: result0: i64[] = 3
func.func @loop(%n: tensor<i64>) -> tensor<i64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %two = prim.constant dense<2> : tensor<i64>
  %five = prim.constant dense<5> : tensor<i64>
  flow.print "before"
  flow.for %zero to %n step %one : tensor<i64> carry() : () -> ()
  body(%i: tensor<i64>) {
    %square = prim.mul %i, %i : tensor<i64>
    flow.print "turn {} squares to {}" (%i, %square) : tensor<i64>, tensor<i64>
    %rest = prim.remainder %i, %two : tensor<i64>
    %even = prim.eq %rest, %zero : tensor<i64>
    flow.if %even : tensor<i1> -> () {
      flow.print "even"
    } else {
      flow.print "always {}" (%five) : tensor<i64>
    }
    flow.yield
  }
  flow.print "after"
  return %n : tensor<i64>
}

// A derivative prints what the function prints, once, at any order.
// RUN: cotan grad %s --entry cube --order 2 -o %t.mlir && cotan run %t.mlir --entry cube --input 2 --backend=reference | tee %t.reference | FileCheck %s --check-prefix=CUBE
// RUN: cotan run %t.mlir --entry cube --input 2 | diff - %t.reference
// RUN: cotan opt %s --flow-taylor="wrt=0 entry=cube" | cotan run - --entry cube --input 2 --input 1 | FileCheck %s --check-prefix=TANGENT
// RUN: cotan opt %s --flow-differentiate="entry=cube wrt=0 of=0" --flow-remove-backward | cotan run - --entry cube --input 2 | FileCheck %s --check-prefix=REMOVED
// CUBE: y is 2.0
// CUBE-NEXT: y is 4.0
// CUBE-NEXT: y is 8.0
// CUBE-NEXT: done
// CUBE-NEXT: result0: f64[] = 8.0
// CUBE-NEXT: dresult0_darg0: f64[] = 12.0
// CUBE-NEXT: dresult0_darg0_darg0: f64[] = 12.0
// TANGENT: y is 2.0
// TANGENT-NEXT: y is 4.0
// TANGENT-NEXT: y is 8.0
// TANGENT-NEXT: done
// TANGENT-NEXT: 8.0
// TANGENT-NEXT: 12.0
// REMOVED: y is 2.0
// REMOVED-NEXT: y is 4.0
// REMOVED-NEXT: y is 8.0
// REMOVED-NEXT: done
// REMOVED-NEXT: 8.0
func.func @cube(%x: tensor<f64>) -> tensor<f64> {
  %one = prim.constant dense<1.0> : tensor<f64>
  %limit = prim.constant dense<7.0> : tensor<f64>
  %y = flow.while (%one) : (tensor<f64>) -> (tensor<f64>)
  cond(%a: tensor<f64>) {
    %more = prim.lt %a, %limit : tensor<f64>
    flow.cond_yield %more : tensor<i1>, %a : tensor<f64>
  } body(%a: tensor<f64>) {
    %b = prim.mul %a, %x : tensor<f64>
    flow.print "y is {}" (%b) : tensor<f64>
    flow.yield %b : tensor<f64>
  }
  flow.print "done"
  return %y : tensor<f64>
}

// Nothing happens after an assertion that does not hold.
// RUN: not cotan run %s --entry asserts --input [1,-2] > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=ASSERTS < %t.err
// RUN: FileCheck %s --check-prefix=SAID < %t.out
// RUN: not cotan run %s --entry asserts --input [1,-2] --backend=reference > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=ASSERTS < %t.err
// RUN: FileCheck %s --check-prefix=SAID < %t.out
// RUN: cotan run %s --entry asserts --input [1,2] | FileCheck %s --check-prefix=HOLDS
// SAID: turn 0
// SAID-NEXT: passed
// SAID-NEXT: turn 1
// SAID-NOT: {{.}}
// HOLDS: turn 0
// HOLDS-NEXT: passed
// HOLDS-NEXT: turn 1
// HOLDS-NEXT: passed
// HOLDS-NEXT: end
func.func @asserts(%xs: tensor<2xf64>) -> tensor<2xf64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %none = prim.constant dense<0.0> : tensor<f64>
  %one = prim.constant dense<1> : tensor<i64>
  %last = flow.scan carry(%zero) over(%xs) : (tensor<i64>, tensor<2xf64>) -> (tensor<i64>)
  body(%i: tensor<i64>, %x: tensor<f64>) {
    flow.print "turn {}" (%i) : tensor<i64>
    %positive = prim.gt %x, %none : tensor<f64>
    // ASSERTS: output.mlir:[[#@LINE+1]]:5: error: 'flow.assert': x is -2.0, but must be positive (turn 1)
    flow.assert %positive, "x is {}, but must be positive (turn {})" (%x, %i) : tensor<i1>, tensor<f64>, tensor<i64>
    flow.print "passed"
    %next = prim.add %i, %one : tensor<i64>
    flow.yield %next : tensor<i64>
  }
  flow.print "end"
  return %xs : tensor<2xf64>
}

// Large tensors that kernels make, and that are overwritten later.
// RUN: cotan run %s --entry large --input ones:f32[64,64] --backend=reference > %t.reference
// RUN: cotan run %s --entry large --input ones:f32[64,64] | diff - %t.reference
func.func @large(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %a = prim.add %x, %x : tensor<64x64xf32>
  %b = prim.mul %a, %a : tensor<64x64xf32>
  flow.print "a {}" (%a) : tensor<64x64xf32>
  %c = prim.matmul %b, %x : tensor<64x64xf32>, tensor<64x64xf32>
  %d = prim.sub %c, %a : tensor<64x64xf32>
  flow.print "c {} d {}" (%c, %d) : tensor<64x64xf32>, tensor<64x64xf32>
  %e = prim.matmul %d, %d : tensor<64x64xf32>, tensor<64x64xf32>
  return %e : tensor<64x64xf32>
}
