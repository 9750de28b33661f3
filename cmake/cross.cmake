# Compiles for another processor with Debian's cross compiler, and runs tests by qemu: presets aarch64 and riscv64.
# JACKDAW_PROCESSOR: aarch64 or riscv64.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES JACKDAW_PROCESSOR)
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR ${JACKDAW_PROCESSOR})
set(CMAKE_C_COMPILER ${JACKDAW_PROCESSOR}-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER ${JACKDAW_PROCESSOR}-linux-gnu-g++)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-${JACKDAW_PROCESSOR} -L /usr/${JACKDAW_PROCESSOR}-linux-gnu)
