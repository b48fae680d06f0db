# SPDX-FileCopyrightText: sobelcam contributors
# SPDX-License-Identifier: Apache-2.0

# What every function here makes for each .cu file: machine code for Jetson Orin and for H100 and H200, and text that
# the driver translates for every other GPU since 2018.
set(sobelcam_device_forms cubin=sm_87 cubin=sm_90 ptx=compute_75)
set(sobelcam_device_code_folder ${CMAKE_CURRENT_LIST_DIR})

# Sets SOBELCAM_NVCC, empty where there is none, and CUDA_TOOLKIT_NUMBER: 13000 for 13.0.
function(sobelcam_find_nvcc)
  set(nvcc "")
  if(NOT SOBELCAM_CUDA STREQUAL "OFF")
    find_program(SOBELCAM_NVCC_PROGRAM nvcc PATHS /usr/local/cuda/bin ENV CUDA_HOME ENV CUDA_PATH PATH_SUFFIXES bin)
    if(SOBELCAM_NVCC_PROGRAM)
      set(nvcc ${SOBELCAM_NVCC_PROGRAM})
      execute_process(COMMAND ${nvcc} --version OUTPUT_VARIABLE text)
      string(REGEX MATCH "release ([0-9]+)\\.([0-9]+)" _ "${text}")
      math(EXPR number "${CMAKE_MATCH_1} * 1000 + ${CMAKE_MATCH_2} * 10")
      set(CUDA_TOOLKIT_NUMBER ${number} PARENT_SCOPE)
    endif()
  endif()
  set(SOBELCAM_NVCC "${nvcc}" PARENT_SCOPE)
endfunction()

# sobelcam_device_code(TARGET FUNCTION FILE.cu ...) compiles the files for devices and puts the results into the
# target's read-only data. The generated FUNCTION, declared by hand in sobelcam::cuda, lists them: one DeviceCode a
# file, named like the file.
function(sobelcam_device_code target function)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/device_code)
  file(MAKE_DIRECTORY ${folder})
  file(RELATIVE_PATH from ${PROJECT_BINARY_DIR} ${folder})
  set(from ${SOBELCAM_DEVICE_CODE_FROM}/${from})
  set(assembly "    .section .rodata\n")
  set(DEVICE_CODE_DECLARATIONS "")
  set(DEVICE_CODE_ROWS "")
  set(table "")
  set(images "")
  foreach(source IN LISTS ARGN)
    get_filename_component(module ${source} NAME_WE)
    set(rows "")
    foreach(form_and_arch IN LISTS sobelcam_device_forms)
      string(REGEX MATCH "^([a-z]+)=([a-z]+)_([0-9]+)$" _ ${form_and_arch})
      set(form ${CMAKE_MATCH_1})
      set(arch ${CMAKE_MATCH_2}_${CMAKE_MATCH_3})
      set(capability ${CMAKE_MATCH_3})
      if(form STREQUAL "ptx")
        set(capability 0)
      endif()
      set(image ${folder}/${module}.${arch}.${form})
      if(SOBELCAM_DEVICE_CODE_FROM)
        add_custom_command(OUTPUT ${image}
          COMMAND ${CMAKE_COMMAND} -E copy ${from}/${module}.${arch}.${form} ${from}/${module}.${arch}.${form}.report
            ${folder}
          DEPENDS ${from}/${module}.${arch}.${form}
          BYPRODUCTS ${image}.report
          COMMENT "Taking ${module} for ${arch} from another build"
          VERBATIM)
      else()
        add_custom_command(OUTPUT ${image}
        COMMAND ${CMAKE_COMMAND} -DNVCC=${SOBELCAM_NVCC} -DFORM=${form} -DARCH=${arch} -DROOT=${PROJECT_SOURCE_DIR}
          -DSOURCE=${CMAKE_CURRENT_SOURCE_DIR}/${source} -DOUTPUT=${image} -DDEPFILE=${image}.d
          -DREPORT=${image}.report -P ${sobelcam_device_code_folder}/compile_device_code.cmake
        DEPENDS ${source} ${sobelcam_device_code_folder}/compile_device_code.cmake
        DEPFILE ${image}.d
        BYPRODUCTS ${image}.report
        COMMENT "Compiling ${source} for ${arch}"
        VERBATIM)
      endif()
      set(symbol sobelcam_device_code_${module}_${arch})
      string(APPEND assembly
        "    .balign 64\n    .globl ${symbol}, ${symbol}_end\n${symbol}:\n    .incbin \"${image}\"\n${symbol}_end:\n")
      string(APPEND DEVICE_CODE_DECLARATIONS
        "extern const std::byte ${symbol}[];\nextern const std::byte ${symbol}_end[];\n")
      string(APPEND rows "\n      gpu::ModuleImage{${capability}, {${symbol}, ${symbol}_end}},")
      list(APPEND images ${image})
    endforeach()
    string(APPEND DEVICE_CODE_ROWS
      "  static const std::array ${module}{${rows}\n  };\n")
    string(APPEND table "      DeviceCode{\"${module}\", ${module}, ${CUDA_TOOLKIT_NUMBER}},\n")
  endforeach()
  string(APPEND assembly "    .section .note.GNU-stack,\"\",%progbits\n")
  set(assembly_file ${folder}/${function}.S)
  file(GENERATE OUTPUT ${assembly_file} CONTENT "${assembly}")
  set_source_files_properties(${assembly_file} PROPERTIES OBJECT_DEPENDS "${images}")
  set(DEVICE_CODE_FUNCTION ${function})
  set(DEVICE_CODE_TABLE "${table}")
  configure_file(${sobelcam_device_code_folder}/device_code.cpp.in ${folder}/${function}.cpp @ONLY)
  target_sources(${target} PRIVATE ${assembly_file} ${folder}/${function}.cpp)
endfunction()
