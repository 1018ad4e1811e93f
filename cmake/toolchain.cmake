# Compiler settings, LLVM/MLIR, ccache and lld: everything that is the same for all targets. Of a
# project that takes Cotan up nothing changes: variables are those of this folder, and none is cached.

set(COTAN_LLVM_MAJOR 22)
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_COMPILE_WARNING_AS_ERROR ${PROJECT_IS_TOP_LEVEL}) # `cmake --compile-no-warning-as-error` for other compilers
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
# Assertions stay on: the packaged LLVM has none, so ours are what catches a bad cast. Programs spend
# no time in the compiler, and it most of its own in LLVM's libraries: -O2 is seen in the time of a
# build, half as long again, and in nothing else.
set(optimized -O2)
option(COTAN_UNOPTIMIZED_COMPILER
  "Build the compiler, but not what runs with programs, without optimization, in a third of the time" OFF)
if(COTAN_UNOPTIMIZED_COMPILER)
  set(CMAKE_CXX_FLAGS_RELEASE -O0)
else()
  set(CMAKE_CXX_FLAGS_RELEASE -O1)
endif()
if(NOT CMAKE_BUILD_TYPE AND PROJECT_IS_TOP_LEVEL)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
elseif(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

find_package(MLIR CONFIG QUIET
  HINTS /usr/lib/llvm-${COTAN_LLVM_MAJOR}/lib/cmake/mlir)
if(NOT MLIR_FOUND)
  message(FATAL_ERROR "LLVM/MLIR ${COTAN_LLVM_MAJOR} was not found. Run `make deps`, "
    "or set MLIR_DIR to the folder that holds MLIRConfig.cmake.")
endif()
if(NOT LLVM_VERSION_MAJOR EQUAL COTAN_LLVM_MAJOR)
  message(FATAL_ERROR "Cotan needs LLVM/MLIR ${COTAN_LLVM_MAJOR}; ${MLIR_DIR} holds "
    "${LLVM_PACKAGE_VERSION}. Run `make deps`, or point MLIR_DIR at version ${COTAN_LLVM_MAJOR}.")
endif()
set(COTAN_LLVM_BIN ${LLVM_TOOLS_BINARY_DIR})

find_program(COTAN_CCACHE ccache)
if(COTAN_CCACHE)
  # The precompiled header is part of every compilation: without this sloppiness nothing would hit.
  # What a file depends on is what the compiler says: not to preprocess it first saves a sixth of a
  # build that finds nothing in the cache. With its memory in large pages the compiler saves a tenth.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_DEPEND=1
    GLIBC_TUNABLES=glibc.malloc.hugetlb=1:glibc.malloc.top_pad=67108864
    CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
    ${COTAN_CCACHE})
endif()

# What all code of ours is built with, and what needs LLVM beside that.
add_library(cotan_base_settings INTERFACE)
target_include_directories(cotan_base_settings INTERFACE ${PROJECT_SOURCE_DIR}/src)
target_include_directories(cotan_base_settings SYSTEM INTERFACE ${PROJECT_BINARY_DIR}/src) # generated
add_library(cotan_settings INTERFACE)
target_link_libraries(cotan_settings INTERFACE cotan_base_settings)
target_include_directories(cotan_settings SYSTEM INTERFACE
  ${MLIR_INCLUDE_DIRS} ${LLVM_INCLUDE_DIRS})
separate_arguments(llvm_definitions NATIVE_COMMAND ${LLVM_DEFINITIONS})
target_compile_definitions(cotan_settings INTERFACE ${llvm_definitions})
target_compile_options(cotan_base_settings INTERFACE
  -Wall -Wextra -Wno-unused-parameter -Wshadow -Wunused -Wrange-loop-analysis -Wsuggest-override
  -Wzero-as-null-pointer-constant -Wextra-semi -Wunreachable-code-break
  -fPIC -fvisibility-inlines-hidden) # -fPIC everywhere: the precompiled header is shared
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
  target_compile_options(cotan_base_settings INTERFACE -Xclang -fno-pch-timestamp)
endif()
# LLVM and MLIR are linked in. As shared libraries they take each program 80 ms before it begins, and
# 70 MB; and another LLVM in the process of who takes Cotan up would meet them. Their CMake packages
# name the shared ones beside the archives, hence a script for the linker, which reads what it needs.
file(GLOB llvm_archives ${LLVM_LIBRARY_DIR}/libMLIR*.a ${LLVM_LIBRARY_DIR}/libLLVM*.a)
if(COTAN_SANITIZE) # code that no sanitizer has seen stays in libraries of its own, which they leave alone
  list(FILTER llvm_archives INCLUDE REGEX "/lib(MLIRTblgenLib|MLIRTableGen|LLVMTableGen)\\.a$")
  list(APPEND llvm_archives ${LLVM_LIBRARY_DIR}/libMLIR.so ${LLVM_LIBRARY_DIR}/libLLVM.so)
  target_link_options(cotan_settings INTERFACE -Wl,-rpath,${LLVM_LIBRARY_DIR})
endif()
list(JOIN llvm_archives " " llvm_archives)
configure_file(${PROJECT_SOURCE_DIR}/cmake/llvm.ld.in ${PROJECT_BINARY_DIR}/llvm.ld @ONLY)
target_link_libraries(cotan_settings INTERFACE ${PROJECT_BINARY_DIR}/llvm.ld)
# Of a few files they have lines, in a form that valgrind does not know; of ours a release has none.
target_link_options(cotan_settings INTERFACE -Wl,--gc-sections $<$<CONFIG:Release>:-Wl,--strip-debug>)

find_program(COTAN_LLD NAMES ld.lld-${COTAN_LLVM_MAJOR} ld.lld)
if(COTAN_LLD)
  target_link_options(cotan_base_settings INTERFACE -fuse-ld=${COTAN_LLD})
endif()

include(cmake/sanitizers.cmake)

option(COTAN_FUZZ "Build cotan-fuzz, and everything with what libFuzzer needs to find its way" OFF)
if(COTAN_FUZZ)
  target_compile_options(cotan_base_settings INTERFACE -fsanitize=fuzzer-no-link)
  target_link_options(cotan_base_settings INTERFACE -fsanitize=fuzzer-no-link)
endif()

# The MLIR headers, and ours that most files need, take seconds to read; every library and tool
# shares one precompiled copy.
file(WRITE ${PROJECT_BINARY_DIR}/pch.cpp "")
add_library(cotan_pch OBJECT ${PROJECT_BINARY_DIR}/pch.cpp)
target_link_libraries(cotan_pch PUBLIC cotan_settings)
add_dependencies(cotan_pch cotan_ir_generated) # which it reads
target_precompile_headers(cotan_pch PRIVATE ${PROJECT_SOURCE_DIR}/cmake/pch.h)

# MLIR's headers, and the templates in them, take longer to compile than what most files say: the
# files of a folder are compiled as one, so a name at the level of a namespace means one thing in it.
# LLVM and MLIR share names: files that use LLVM's are compiled as another one. Who changes one file
# often waits less with each compiled alone.
option(COTAN_UNITY_BUILD "Compile the files of a folder as one" ON)
function(cotan_unite_folders name)
  get_target_property(sources ${name} SOURCES)
  set_target_properties(${name} PROPERTIES UNITY_BUILD ${COTAN_UNITY_BUILD} UNITY_BUILD_MODE GROUP)
  foreach(source ${sources})
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE)
    cmake_path(GET source PARENT_PATH folder)
    cmake_path(GET folder FILENAME folder)
    cmake_path(IS_PREFIX PROJECT_BINARY_DIR ${source} is_generated)
    if(is_generated)
      set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    elseif(EXISTS ${source})
      file(STRINGS ${source} uses_llvm REGEX "^using namespace llvm;")
      if(uses_llvm)
        string(APPEND folder _llvm)
      endif()
    endif()
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder})
  endforeach()
endfunction()

# A library of one folder of src/cotan; sources are listed, so a stray file is noticed. With
# WITHOUT_LLVM neither LLVM's headers nor MLIR's are found, unless what it is linked with has them.
function(cotan_library name)
  cmake_parse_arguments(ARG "WITHOUT_LLVM" "" "SOURCES;LINK;DEPENDS" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  if(ARG_WITHOUT_LLVM)
    target_link_libraries(${name} PUBLIC cotan_base_settings ${ARG_LINK})
    target_compile_options(${name} PRIVATE ${optimized})
    target_precompile_headers(${name} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/pch_base.h)
  else()
    target_link_libraries(${name} PUBLIC cotan_settings ${ARG_LINK})
    target_precompile_headers(${name} REUSE_FROM cotan_pch)
  endif()
  cotan_unite_folders(${name})
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
endfunction()

# With HEADERS, which all its files read, it has a precompiled copy of its own, that holds them too.
function(cotan_executable name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK;HEADERS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_LINK})
  if(ARG_HEADERS)
    target_precompile_headers(${name} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/pch.h ${ARG_HEADERS})
  else()
    target_precompile_headers(${name} REUSE_FROM cotan_pch)
  endif()
endfunction()
