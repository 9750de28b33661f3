# Compiles and runs the consumer in C with nothing but what pkg-config says. The shared library is found where it is, and
# by its soname.
set(ENV{PKG_CONFIG_PATH} ${PREFIX}/${LIBDIR}/pkgconfig)
execute_process(COMMAND ${PKG_CONFIG} --cflags --libs "jackdaw_c >= 0.1" OUTPUT_VARIABLE flags
                OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(flags UNIX_COMMAND "${flags}")
execute_process(COMMAND ${COMPILER} -std=c11 -O2 -Wall -Wextra -Werror ${SOURCE} ${flags} -o ${PROGRAM} COMMAND_ERROR_IS_FATAL ANY)
set(ENV{LD_LIBRARY_PATH} ${PREFIX}/${LIBDIR})
execute_process(COMMAND ${PROGRAM} COMMAND_ERROR_IS_FATAL ANY)
if(NOT EXISTS ${PREFIX}/${LIBDIR}/libjackdaw.so.0)
  message(FATAL_ERROR "no libjackdaw.so.0 in ${PREFIX}/${LIBDIR}")
endif()

# The static library needs more, which --static names.
execute_process(COMMAND ${PKG_CONFIG} --static --cflags --libs jackdaw_c OUTPUT_VARIABLE flags
                OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(flags UNIX_COMMAND "${flags}")
execute_process(COMMAND ${COMPILER} -std=c11 -O2 -static ${SOURCE} ${flags} -o ${PROGRAM}.static COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${PROGRAM}.static COMMAND_ERROR_IS_FATAL ANY)
