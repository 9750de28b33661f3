# Compiles and runs the consumer, with PACKAGE, with nothing but what pkg-config says, and with warnings as its user may have them: the
# headers must not add any.
set(ENV{PKG_CONFIG_PATH} ${PREFIX}/share/pkgconfig:${PREFIX}/${LIBDIR}/pkgconfig)
execute_process(COMMAND ${PKG_CONFIG} --cflags --libs "${PACKAGE} >= 0.1" OUTPUT_VARIABLE flags
                OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(flags UNIX_COMMAND "${flags}")
execute_process(COMMAND ${COMPILER} -std=c++20 -O3 -Wall -Wextra -Werror ${SOURCE} ${flags} -o ${PROGRAM} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${PROGRAM} COMMAND_ERROR_IS_FATAL ANY)
