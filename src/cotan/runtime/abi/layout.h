// What generated code knows of the structs and functions of this folder: where fields lie and what
// functions take is derived from their declarations, and written down nowhere else.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace cotan::abi {

/// As machine code sees it.
enum class Type : uint8_t { none, boolean, i32, i64, pointer };

template <typename T> constexpr Type typeOf() {
  if constexpr (std::is_void_v<T>)
    return Type::none;
  else if constexpr (std::is_pointer_v<T>)
    return Type::pointer;
  else if constexpr (std::is_same_v<T, bool>)
    return Type::boolean;
  else {
    static_assert(std::is_integral_v<T> && (sizeof(T) == 4 || sizeof(T) == 8),
                  "generated code knows words and half words");
    return sizeof(T) == 4 ? Type::i32 : Type::i64;
  }
}

constexpr size_t bytesOf(Type type) {
  switch (type) {
  case Type::none: return 0;
  case Type::boolean: return 1;
  case Type::i32: return 4;
  case Type::i64:
  case Type::pointer: return 8;
  }
  return 0;
}

/// A field of a struct: `COTAN_FIELD(Stack, top)`.
struct Field {
  size_t offset;
  size_t stride; // from a struct of an array to the next
  Type type;
};

template <typename Struct, typename T> constexpr Field fieldAt(size_t offset) {
  static_assert(std::is_standard_layout_v<Struct>, "only of these fields have a known place");
  return {offset, sizeof(Struct), typeOf<T>()};
}
#define COTAN_FIELD(Struct, name)                                                                  \
  ::cotan::abi::fieldAt<Struct, decltype(Struct::name)>(offsetof(Struct, name))

/// How many words an array of structs takes.
template <typename Struct> constexpr size_t wordsOf(size_t count = 1) {
  static_assert(sizeof(Struct) % sizeof(int64_t) == 0 && alignof(Struct) <= alignof(int64_t));
  return count * (sizeof(Struct) / sizeof(int64_t));
}

/// What a function takes and gives.
struct Signature {
  Type result = Type::none;
  std::array<Type, 8> arguments = {};
  size_t count = 0; // of them
};

template <typename F> struct SignatureOf;
template <typename R, typename... Args> struct SignatureOf<R(Args...)> {
  static_assert(sizeof...(Args) <= std::tuple_size_v<decltype(Signature::arguments)>);
  static constexpr Signature value = {typeOf<R>(), {typeOf<Args>()...}, sizeof...(Args)};
};
template <typename R, typename... Args>
struct SignatureOf<R (*)(Args...)> : SignatureOf<R(Args...)> {};

/// A function of the runtime: `COTAN_FUNCTION(cotan_allocate)`, by a declaration alone.
struct Function {
  const char *name;
  Signature signature;
};
#define COTAN_FUNCTION(function)                                                                   \
  ::cotan::abi::Function { #function, ::cotan::abi::SignatureOf<decltype(function)>::value }

} // namespace cotan::abi
