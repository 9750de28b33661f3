# libjackdaw exports its interface and nothing else. cmake -DNM=… -DLIBRARY=… -P exports.cmake
execute_process(COMMAND ${NM} -D --defined-only ${LIBRARY} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n]+" symbols "${symbols}")
list(LENGTH symbols count)
list(FILTER symbols EXCLUDE REGEX " jackdaw_[a-z0-9_]+$")
if(count EQUAL 0 OR symbols)
  message(FATAL_ERROR "${LIBRARY} exports ${count} symbols, among them: ${symbols}")
endif()
