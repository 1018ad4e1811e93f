// The base of all primitive operators: tensor types and op classes by signature.
// The ops themselves live in cotan/ops/<family>/.
#ifndef COTAN_PRIM
#define COTAN_PRIM

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "cotan/ir/array_function.td"
include "cotan/ir/interfaces/op_interfaces.td"

def Prim_Dialect : Dialect {
  let name = "prim";
  let cppNamespace = "::cotan::prim";
  let summary = "Primitive operators: atomic, pure functions of tensors.";
  let description = [{
    Each operator has one meaning (`evaluate`) and one derivative rule, written in primitives, so
    any order works. Shapes of operands must match exactly; `prim.broadcast` makes them match.
    Signless integers are signed, `ui*` are unsigned; both wrap around on overflow.
    f8E4M3FN, f8E5M2, i4 and ui4 are types for storage only: `prim.cast` converts them, operators
    that move elements, choose among them or compare them for equality take them, others do not.
  }];
  let hasConstantMaterializer = 1;
}

def Cotan_Float : AnyTypeOf<[F16, BF16, F32, F64], "f16, bf16, f32 or f64">;
def Cotan_Integer : AnyTypeOf<[I8, I16, I32, I64, UI8, UI16, UI32, UI64],
    "i8, i16, i32, i64 or ui8, ui16, ui32, ui64">;
def Cotan_Number : AnyTypeOf<[Cotan_Float, Cotan_Integer], "float or integer">;
def Cotan_Complex : AnyTypeOf<[Complex<F32>, Complex<F64>], "complex<f32> or complex<f64>">;
def Cotan_FloatOrComplex : AnyTypeOf<[Cotan_Float, Cotan_Complex], "float or complex">;
def Cotan_AnyNumber : AnyTypeOf<[Cotan_Number, Cotan_Complex], "float, integer or complex">;
def Cotan_Real : AnyTypeOf<[Cotan_Number, I1], "float, integer or i1">;
/// Numbers of few bits, which are moved and converted but never computed with.
def Cotan_StorageOnly : AnyTypeOf<[F8E4M3FN, F8E5M2, I<4>, UI<4>], "f8E4M3FN, f8E5M2, i4 or ui4">;
def Cotan_Bits : AnyTypeOf<[Cotan_Real, Cotan_StorageOnly], "float, integer, i1 or storage only">;
def Cotan_Element : AnyTypeOf<[Cotan_Bits, Cotan_Complex],
    "float, integer, i1, complex or storage only">;

def FloatTensor : RankedTensorOf<[Cotan_Float]>;
def IntegerTensor : RankedTensorOf<[Cotan_Integer]>;
def NumberTensor : RankedTensorOf<[Cotan_Number]>;
def ComplexTensor : RankedTensorOf<[Cotan_Complex]>;
def FloatOrComplexTensor : RankedTensorOf<[Cotan_FloatOrComplex]>;
/// Where complex numbers have a meaning, too.
def AnyNumberTensor : RankedTensorOf<[Cotan_AnyNumber]>;
def BoolTensor : RankedTensorOf<[I1]>;
def IntegerOrBoolTensor : RankedTensorOf<[Cotan_Integer, I1]>;
def RealTensor : RankedTensorOf<[Cotan_Real]>;
/// What can be brought into an order: all but the types for storage only.
def OrderedTensor : RankedTensorOf<[Cotan_Real, Cotan_Complex]>;
/// All but complex numbers.
def BitsTensor : RankedTensorOf<[Cotan_Bits]>;
def AnyPrimTensor : RankedTensorOf<[Cotan_Element]>;
/// A shape: one i64 per axis.
def ShapeTensor : 1DTensorOf<[I64]>;
/// Indices: any integer type, any shape.
def IndicesTensor : RankedTensorOf<[I8, I16, I32, I64, UI8, UI16, UI32, UI64]>;

/// The key of a sequence of random numbers.
def KeyTensor
    : Type<CPred<"$_self == ::mlir::RankedTensorType::get({2}, ::mlir::IntegerType::get("
                 "$_self.getContext(), 32, ::mlir::IntegerType::Unsigned))">,
           "tensor<2xui32>", "::mlir::RankedTensorType">,
      BuildableType<"::mlir::RankedTensorType::get({2}, $_builder.getIntegerType(32, false))">;

/// One key, or many: the axes before the last one count them.
def KeysTensor : Type<
    CPred<"::llvm::isa<::mlir::RankedTensorType>($_self) && "
          "::llvm::cast<::mlir::RankedTensorType>($_self).getElementType().isUnsignedInteger(32) && "
          "::llvm::cast<::mlir::RankedTensorType>($_self).getRank() > 0 && "
          "::llvm::cast<::mlir::RankedTensorType>($_self).getShape().back() == 2">,
    "keys, tensor<...x2xui32>", "::mlir::RankedTensorType">;

class Prim_Op<string mnemonic, list<Trait> traits = []>
    : Op<Prim_Dialect, mnemonic, !listconcat([IsPureIfSizesFit], traits, [
        DeclareOpInterfaceMethods<Evaluable>])>;

/// An op with a derivative rule.
defvar HasVjp = DeclareOpInterfaceMethods<Differentiable>;
defvar HasJvp = DeclareOpInterfaceMethods<ForwardDifferentiable>;
/// A rule of its own for Taylor coefficients.
defvar HasTaylor = DeclareOpInterfaceMethods<Expandable>;
defvar HasBatch = DeclareOpInterfaceMethods<Batchable>;
defvar Accumulates = DeclareOpInterfaceMethods<Accumulating>;
defvar IsSummedOverTurns = DeclareOpInterfaceMethods<SumsTurns>;
defvar SplitsParts = DeclareOpInterfaceMethods<SplitsComplex>;
/// Machine code: a formula of one element, a reduction, or a call of the runtime.
defvar Lowers = DeclareOpInterfaceMethods<Lowerable>;
defvar LowersAndFollows = DeclareOpInterfaceMethods<Lowerable, ["follows"]>;
defvar LowersByRows = DeclareOpInterfaceMethods<Lowerable, ["keepsRows"]>;
defvar LowersByRowsAndFollows = DeclareOpInterfaceMethods<Lowerable, ["follows", "keepsRows"]>;
defvar Reduces = DeclareOpInterfaceMethods<Reducing>;
defvar IsRuntimeCall = DeclareOpInterfaceMethods<CallsRuntime>;
/// The result is operand 0 with some places written over, and has its memory if nobody reads it.
defvar Updates = DeclareOpInterfaceMethods<Updating>;
/// The same for sums, which of half types are rounded once.
defvar AddsUpdates = DeclareOpInterfaceMethods<Updating, ["mayUpdateOneByOne"]>;
defvar IsSparse = DeclareOpInterfaceMethods<Sparse>;
defvar IsBlock = DeclareOpInterfaceMethods<Sparse, ["placedBlock"]>;
/// The op says how large its results are: from its operands and the results' types.
defvar HasSizes = DeclareOpInterfaceMethods<SaysSizes>;
def InfersSizes : NativeOpTrait<"InfersSizes", [],
  [{
    static ::cotan::Sizes sizes(Adaptor operands, ::cotan::SizeRules &rules, unsigned result);
  }],
  [{
    ::cotan::Sizes $cppClass::sizes(::cotan::SizeRules &rules, unsigned result) {
      return sizes(Adaptor(*this), rules, result);
    }
  }]> { let cppNamespace = "::cotan"; }
/// The op says the element types of its results, and, as it may not exist yet, from its operands
/// and attributes alone, how large they are.
def InfersType : TraitList<[InferTypeOpAdaptor, HasSizes, InfersSizes]>;

/// y = f(x), element by element, type unchanged.
class Prim_UnaryOp<string mnemonic, list<Trait> traits = [], Type type = FloatTensor>
    : Prim_Op<mnemonic, !listconcat([IsElementwise, SameOperandsAndResultType, Lowers], traits)> {
  let arguments = (ins type:$x);
  let results = (outs type:$y);
  let assemblyFormat = "$x attr-dict `:` type($x)";
}

/// z = f(x, y), element by element, all three of one type.
class Prim_BinaryOp<string mnemonic, list<Trait> traits = [], Type type = NumberTensor>
    : Prim_Op<mnemonic, !listconcat([IsElementwise, SameOperandsAndResultType, Lowers], traits)> {
  let arguments = (ins type:$x, type:$y);
  let results = (outs type:$z);
  let assemblyFormat = "$x `,` $y attr-dict `:` type($x)";
}

#endif
