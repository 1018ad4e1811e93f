// For functions that call generated code.
#pragma once

/// Generated code says nothing of the types of its functions; a sanitizer would look for that in
/// front of them, where no memory need be.
#define COTAN_CALLS_GENERATED_CODE __attribute__((no_sanitize("function")))
