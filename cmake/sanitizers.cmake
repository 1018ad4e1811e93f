# Builds with clang's sanitizers, of everything that is ours. LLVM and Python are as they are packaged:
# what happens within them alone is not seen.

set(COTAN_SANITIZE "" CACHE STRING "Sanitizers to build with: address,undefined or thread")
set(COTAN_IS_SANITIZED OFF)
set(COTAN_TEST_ENVIRONMENT COTAN_CACHE=off) # nothing is kept: a test is of the code that is compiled now
set(COTAN_PYTHON_ENVIRONMENT "")            # beside it, where Python loads our module
set(COTAN_TEST_SECONDS 1500)

if(COTAN_SANITIZE)
  set(COTAN_IS_SANITIZED ON)
  set(COTAN_TEST_SECONDS 6000)
  target_compile_options(cotan_base_settings INTERFACE -fsanitize=${COTAN_SANITIZE} -fno-omit-frame-pointer)
  target_link_options(cotan_base_settings INTERFACE -fsanitize=${COTAN_SANITIZE})
  # Python's objects are counted under Python's lock alone.
  target_compile_definitions(cotan_base_settings INTERFACE PYBIND11_ASSERT_GIL_HELD_INCREF_DECREF)
  list(APPEND COTAN_PYTHON_ENVIRONMENT PYTHONMALLOC=malloc_debug)
  if(COTAN_SANITIZE MATCHES undefined)
    target_compile_options(cotan_base_settings INTERFACE -fno-sanitize-recover=undefined -fno-sanitize=vptr)
  endif()
  if(COTAN_SANITIZE MATCHES thread)
    # It delivers a signal when the thread that got it calls a function it knows, which a long kernel
    # does not: python_interruption_test would wait for ever, and is not in the preset.
    set(runtime tsan)
    list(APPEND COTAN_TEST_ENVIRONMENT
      TSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/test/sanitizers/thread.txt:ignore_noninstrumented_modules=1:die_after_fork=0)
  else()
    set(runtime asan)
    # Python itself leaves memory behind, and tells of memory that is not to be had; the stack of signals: src/cotan/support/big_stack.cpp.
    list(APPEND COTAN_PYTHON_ENVIRONMENT ASAN_OPTIONS=detect_leaks=0:use_sigaltstack=0:allow_user_poisoning=0:allocator_may_return_null=1)
  endif()
  # The sanitizer has to be in the process before Python's own code, and libstdc++ with it, whose
  # exceptions it follows.
  foreach(library libclang_rt.${runtime}-${CMAKE_SYSTEM_PROCESSOR}.so libstdc++.so.6)
    execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=${library}
      OUTPUT_VARIABLE path OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
    list(APPEND preloaded ${path})
  endforeach()
  list(JOIN preloaded ":" preloaded)
  list(APPEND COTAN_PYTHON_ENVIRONMENT LD_PRELOAD=${preloaded} COTAN_SANITIZED=on)
endif()
