# SPDX-FileCopyrightText: sobelcam contributors
# SPDX-License-Identifier: Apache-2.0

# Sets SOBELCAM_CUDA_RUNTIME, the libraries of the CUDA runtime, and SOBELCAM_THRUST where the row `thrust` can be built:
# with an nvcc that knows C++20, the runtime and Thrust's headers.
function(sobelcam_find_thrust)
  set(SOBELCAM_THRUST FALSE PARENT_SCOPE)
  if(NOT SOBELCAM_NVCC OR CUDA_TOOLKIT_NUMBER LESS 12000)
    return()
  endif()
  get_filename_component(nvcc ${SOBELCAM_NVCC} REALPATH)
  get_filename_component(toolkit ${nvcc}/../.. ABSOLUTE)
  find_library(CUDART_LIBRARY NAMES cudart_static cudart PATHS ${toolkit} /usr/local/cuda ENV CUDA_HOME ENV CUDA_PATH
    PATH_SUFFIXES lib64 lib targets/${CMAKE_SYSTEM_PROCESSOR}-linux/lib)
  find_path(THRUST_INCLUDE_DIR thrust/version.h PATHS ${toolkit} /usr/local/cuda ENV CUDA_HOME ENV CUDA_PATH
    PATH_SUFFIXES include/cccl include)
  if(CUDART_LIBRARY AND THRUST_INCLUDE_DIR)
    set(SOBELCAM_THRUST TRUE PARENT_SCOPE)
    set(SOBELCAM_CUDA_RUNTIME ${CUDART_LIBRARY} Threads::Threads ${CMAKE_DL_LIBS} rt PARENT_SCOPE)
  endif()
endfunction()

# sobelcam_host_and_device_code(TARGET FILE.cu ...) compiles files whose kernels are launched by the CUDA runtime: host
# code of the target that carries code for the devices of device_code.cmake. Warning 554 is for conversions that a
# template has for its other arguments.
function(sobelcam_host_and_device_code target)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${target}_objects)
  file(MAKE_DIRECTORY ${folder})
  set(architectures "")
  foreach(form_and_arch IN LISTS sobelcam_device_forms)
    string(REGEX MATCH "^[a-z]+=([a-z]+_([0-9]+))$" _ ${form_and_arch})
    list(APPEND architectures -gencode arch=compute_${CMAKE_MATCH_2},code=${CMAKE_MATCH_1})
  endforeach()
  foreach(source IN LISTS ARGN)
    get_filename_component(name ${source} NAME)
    set(object ${folder}/${name}.o)
    add_custom_command(OUTPUT ${object}
      COMMAND ${SOBELCAM_NVCC} -c -std=c++20 -O2 -fmad=false -Werror=all-warnings -diag-suppress=554
        -ccbin ${CMAKE_CXX_COMPILER} -Xcompiler=-Wall,-Wextra,-Wshadow,-Werror,-ffp-contract=off,-fPIE
        ${architectures} -I${PROJECT_SOURCE_DIR} -MD -MF ${object}.d -MT ${object} -o ${object}
        ${CMAKE_CURRENT_SOURCE_DIR}/${source}
      DEPENDS ${source}
      DEPFILE ${object}.d
      COMMENT "Compiling ${source} for host and devices"
      VERBATIM)
    set_source_files_properties(${object} PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
    target_sources(${target} PRIVATE ${object})
  endforeach()
endfunction()
