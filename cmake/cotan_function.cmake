# cotan_function(FAMILY STEM...): declares array functions. This list is the only one they are added to.
#
# Each stem is two files in src/cotan/functions/FAMILY/: STEM.td (the rows: names, parameters,
# documentation, examples) and STEM.cpp (what the functions mean). Python's binding of a family is a
# source of its own.
macro(cotan_function family)
  set(rows)
  foreach(stem ${ARGN})
    set(base ${PROJECT_SOURCE_DIR}/src/cotan/functions/${family}/${stem})
    foreach(extension td cpp)
      if(NOT EXISTS ${base}.${extension})
        message(FATAL_ERROR "cotan_function(${family} ${stem}): ${base}.${extension} is missing")
      endif()
    endforeach()
    set_property(GLOBAL APPEND PROPERTY COTAN_FUNCTION_SOURCES ${base}.cpp)
    list(APPEND rows "include \"cotan/functions/${family}/${stem}.td\"")
  endforeach()
  cotan_function_rows(${family}.td ${rows})
  set(rows ${CMAKE_CURRENT_BINARY_DIR}/${family}.td)
  set_property(GLOBAL APPEND PROPERTY COTAN_FUNCTION_ROWS "include \"${rows}\"")
  set_property(GLOBAL APPEND PROPERTY COTAN_FUNCTION_FAMILIES "COTAN_FAMILY(${family})")
  cotan_tablegen(${rows} ${family}_bindings.cpp cotan-tblgen -gen-row-bindings -family=${family})
  set_property(GLOBAL APPEND PROPERTY COTAN_FUNCTION_BINDINGS ${CMAKE_CURRENT_BINARY_DIR}/${family}_bindings.cpp)
endmacro()

# Writes a .td file that includes others.
function(cotan_function_rows output)
  list(JOIN ARGN "\n" ROWS)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/functions.td.in ${CMAKE_CURRENT_BINARY_DIR}/${output} @ONLY)
endfunction()
