// A page with the program after each pass.
//
// RUN: cotan opt %s --trace=%t.html --cse --canonicalize -o %t.mlir
// RUN: FileCheck %s --input-file=%t.html
// RUN: cotan opt %s --cse --canonicalize | diff - %t.mlir
// CHECK: <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-
// CHECK: "isFirst":true,{{.*}}"name":"input"
// CHECK-SAME: "isFirst":false,{{.*}}"name":"cse"
// CHECK-SAME: "name":"canonicalize"

// Without a pass there is the input; in parts, there are several.
// RUN: cotan opt %s --trace=%t.html -o %t.mlir && FileCheck %s --input-file=%t.html --check-prefix=ALONE
// ALONE: "name":"input"
// RUN: cotan opt %S/power.mlir --split-input-file --trace=%t.html --pass-pipeline="builtin.module(func.func(cse))" -o %t.mlir
// RUN: FileCheck %s --input-file=%t.html --check-prefix=NESTED
// NESTED: "name":"cse @power"

// A pass that fails is shown with its error, and the exit status says it too.
// RUN: rm %t.html
// RUN: not cotan opt %s --trace=%t.html --cse --flow-differentiate="wrt=7 of=0" -o %t.mlir 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: FileCheck %s --input-file=%t.html --check-prefix=FAILED
// ERROR: error: {{.*}}7
// FAILED: "name":"cse"
// FAILED-SAME: "name":"flow-differentiate"
// FAILED-SAME: "problems":["{{.*}}trace.mlir:{{[0-9]+}}:1: {{.*}}7

// Where no page can be written, that is an error.
// RUN: not cotan opt %s --trace=%t.missing/page.html -o %t.mlir 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not cotan opt %s --trace=%S -o %t.mlir 2>&1 | FileCheck %s --check-prefix=FOLDER
// MISSING: error: '{{.*}}missing/page.html': No such file or directory
// FOLDER: error: '{{.*}}': Is a directory
// RUN: cotan opt --help | FileCheck %s --check-prefix=HELP
// HELP: --trace=<page.html> {{.*}} Write a page that shows the program after each pass

// Texts end no script, whatever they say.
// RUN: cotan opt %s --trace=%t.html --cse -o %t.mlir
// RUN: grep -c "</script>" %t.html | FileCheck %s --check-prefix=SCRIPTS
// RUN: grep "^<script type" %t.html | sed "s/^<[^>]*>//; s/<.script>$//" | not grep "[<>&]"
// SCRIPTS: {{^}}2{{$}}
func.func @hostile(%x: tensor<f32>) -> (tensor<f32> {cotan.note = "</script><script>alert(1)</script><!--"}) {
  %a = prim.mul %x, %x : tensor<f32>
  %b = prim.mul %x, %x : tensor<f32>
  %c = prim.add %a, %b : tensor<f32>
  return %c : tensor<f32>
}
