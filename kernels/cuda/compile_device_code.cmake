# SPDX-FileCopyrightText: sobelcam contributors
# SPDX-License-Identifier: Apache-2.0

# Compiles one .cu file for one kind of device: cmake -DNVCC= -DFORM=cubin|ptx -DARCH=sm_87|compute_75 -DROOT= -DSOURCE=
# -DOUTPUT= -DDEPFILE= -DREPORT= -P this file. REPORT gets what the assembler says of registers, spills and memory.

# The PTX is written for CUDA 11.4, so that the compiler in every driver since can read it. The instructions in use
# are older than that: the assembler checks them against the version.
set(ptx_version 7.4)

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE text ERROR_VARIABLE text)
  file(APPEND ${REPORT} "${text}")
  if(result)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${SOURCE} for ${ARCH}:\n${command}\n${text}")
  endif()
endfunction()

file(REMOVE ${REPORT})
# Contraction would give other bits: kernels/SPEC.md, "Arithmetic".
run(${NVCC} -std=c++17 -fmad=false -Werror=all-warnings -I${ROOT} -arch=${ARCH} -${FORM} -Xptxas -v -MD -MF ${DEPFILE} -MT ${OUTPUT}
  -o ${OUTPUT} ${SOURCE})
if(FORM STREQUAL "ptx")
  file(READ ${OUTPUT} text)
  string(REGEX REPLACE "\n\\.version [0-9.]+" "\n.version ${ptx_version}" text "${text}")
  file(WRITE ${OUTPUT} "${text}")
  string(REPLACE compute_ sm_ assembled ${ARCH})
  run(${NVCC} -cubin -arch=${assembled} -Xptxas -v -o ${OUTPUT}.checked ${OUTPUT})
endif()
