# Writes OUTPUT, a header that defines NAME as the commit of SOURCE, when that has changed. "+" stands for uncommitted changes.
cmake_minimum_required(VERSION 3.25)
find_program(git git)
set(commit unknown)
if(git)
  execute_process(COMMAND ${git} -C ${SOURCE} describe --always --abbrev=12 --dirty=+ --exclude=*
                  OUTPUT_VARIABLE found RESULT_VARIABLE status OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(status EQUAL 0)
    set(commit ${found})
  endif()
endif()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "#define @NAME@ \"@commit@\"\n" @ONLY)
