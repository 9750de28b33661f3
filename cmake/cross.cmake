# Compiles for another processor, and runs tests by qemu: presets aarch64, aarch64-gcc and riscv64. The libraries are
# those of Debian's cross compiler, and so is the compiler, unless JACKDAW_CROSS_CLANG: clang++ has our programs ready in
# half the time.
# JACKDAW_PROCESSOR: aarch64 or riscv64.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES JACKDAW_PROCESSOR JACKDAW_CROSS_CLANG)
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR ${JACKDAW_PROCESSOR})
if(JACKDAW_CROSS_CLANG)
  set(CMAKE_C_COMPILER clang-19)
  set(CMAKE_CXX_COMPILER clang++-19)
  set(CMAKE_C_COMPILER_TARGET ${JACKDAW_PROCESSOR}-linux-gnu)
  set(CMAKE_CXX_COMPILER_TARGET ${JACKDAW_PROCESSOR}-linux-gnu)
  set(CMAKE_EXE_LINKER_FLAGS_INIT -fuse-ld=lld)
else()
  set(CMAKE_C_COMPILER ${JACKDAW_PROCESSOR}-linux-gnu-gcc)
  set(CMAKE_CXX_COMPILER ${JACKDAW_PROCESSOR}-linux-gnu-g++)
endif()
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-${JACKDAW_PROCESSOR} -L /usr/${JACKDAW_PROCESSOR}-linux-gnu)
