# Runs TableGen on one .td file. Headers found on the way are dependencies (-d), so an edited
# base class rebuilds what includes it and nothing else.

function(cotan_tablegen td output tool)
  set(source ${CMAKE_CURRENT_SOURCE_DIR}/${td})
  if(IS_ABSOLUTE ${td})
    set(source ${td})
  endif()
  set(out ${output})
  if(NOT IS_ABSOLUTE ${output})
    set(out ${CMAKE_CURRENT_BINARY_DIR}/${output})
  endif()
  get_filename_component(folder ${out} DIRECTORY)
  file(MAKE_DIRECTORY ${folder})
  if(tool STREQUAL "mlir-tblgen")
    set(command ${COTAN_LLVM_BIN}/mlir-tblgen)
  else()
    set(command $<TARGET_FILE:${tool}>)
    set(tool_dependency ${tool})
  endif()
  add_custom_command(OUTPUT ${out}
    COMMAND ${command} ${ARGN} ${source} -I ${PROJECT_SOURCE_DIR}/src -I ${PROJECT_BINARY_DIR}/src
            -I ${LLVM_INCLUDE_DIRS} --write-if-changed -o ${out} -d ${out}.d
    DEPENDS ${source} ${tool_dependency}
    DEPFILE ${out}.d
    COMMENT "tablegen ${output}")
  set_property(DIRECTORY APPEND PROPERTY COTAN_GENERATED ${out})
endfunction()
