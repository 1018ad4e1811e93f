# cotan_op(FAMILY STEM...): declares operators. This list is the only one an op is added to.
#
# Each stem is three files in src/cotan/ops/FAMILY/: STEM.td (signature, documentation), STEM.cpp
# (meaning, derivative) and STEM.mlir (samples, tests). STEM.cpp includes the generated STEM.inc
# first: it declares and defines the op classes and registers them.
function(cotan_op family)
  foreach(stem ${ARGN})
    get_property(other GLOBAL PROPERTY COTAN_FAMILY_OF_${stem})
    if(other)
      message(FATAL_ERROR "cotan_op(${family} ${stem}): the family ${other} has this stem; choose another")
    endif()
    set_property(GLOBAL PROPERTY COTAN_FAMILY_OF_${stem} ${family})
    set(base ${PROJECT_SOURCE_DIR}/src/cotan/ops/${family}/${stem})
    foreach(extension td cpp mlir)
      if(NOT EXISTS ${base}.${extension})
        message(FATAL_ERROR "cotan_op(${family} ${stem}): ${base}.${extension} is missing")
      endif()
    endforeach()
    set(out ${PROJECT_BINARY_DIR}/src/cotan/ops/${family})
    cotan_tablegen(${base}.td ${out}/${stem}.h.inc mlir-tblgen -gen-op-decls)
    cotan_tablegen(${base}.td ${out}/${stem}.cpp.inc mlir-tblgen -gen-op-defs)
    configure_file(${PROJECT_SOURCE_DIR}/cmake/op.inc.in ${out}/${stem}.inc @ONLY)
    set_property(GLOBAL APPEND PROPERTY COTAN_OP_SOURCES ${base}.cpp)
    set_property(GLOBAL APPEND PROPERTY COTAN_OP_SAMPLES ${base}.mlir)
    set_property(GLOBAL APPEND PROPERTY COTAN_OP_INCLUDES "include \"cotan/ops/${family}/${stem}.td\"")
    set_property(GLOBAL APPEND PROPERTY COTAN_OP_HEADERS "#define GET_OP_CLASSES\n#include \"cotan/ops/${family}/${stem}.h.inc\"")
    set_property(GLOBAL APPEND PROPERTY COTAN_OP_CALLS "COTAN_STEM(${stem})")
  endforeach()
endfunction()

# Writes a file from a template in which @LINES_<X>@ stand for the lines gathered by cotan_op.
function(cotan_op_file template output)
  foreach(property INCLUDES HEADERS CALLS)
    get_property(lines GLOBAL PROPERTY COTAN_OP_${property})
    list(JOIN lines "\n" LINES_${property})
  endforeach()
  configure_file(${template} ${output} @ONLY)
endfunction()
