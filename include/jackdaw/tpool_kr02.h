/* Korch, Rauber (2002), figure 2: the calls of their task pools and memory managers, over libjackdaw. C90 and later.
 *
 * One pool for the program, as there, in the library: any number of source files include this. Which pool and memory
 * manager: the environment variables JACKDAW_POOL and JACKDAW_MEMORY, names of the catalogues. Where the paper's
 * functions return nothing, ours return 0 or a jackdaw_status, so that an error can be seen; jackdaw_error() says what
 * was wrong. Not together with tpool_wsl06.h in one source file: some names are the same.
 */
#ifndef JACKDAW_TPOOL_KR02_H
#define JACKDAW_TPOOL_KR02_H

#include <jackdaw/jackdaw.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef void (*tpool_function_t)(int, void*);

typedef struct tpool_task_t {
  tpool_function_t function;
  void* argument;
} tpool_task_t;

/* For n threads, which have the numbers 0 to n-1, and arguments of at most arg_size bytes. By one thread, or by several,
 * at any time: further calls change nothing, and are an error when they ask for something else. */
JACKDAW_API int jackdaw_kr02_create(int n, int arg_size);
#define tpool_create jackdaw_kr02_create

/* Destroys the pool, with the tasks that are left. A single call is enough; without a pool it does nothing. */
JACKDAW_API void jackdaw_kr02_finalize(void);
#define tpool_finalize jackdaw_kr02_finalize

/* An initial task, dealt to the threads in turn. Several threads may call it at a time. No thread is in tpool_run then:
 * the initialization phase ends with a barrier, or before the threads begin. */
JACKDAW_API int jackdaw_kr02_init(int tid, tpool_function_t f, void* arg);
#define tpool_init jackdaw_kr02_init

/* A task that a task of thread tid creates. */
JACKDAW_API int jackdaw_kr02_put(int tid, tpool_function_t f, void* arg);
#define tpool_put jackdaw_kr02_put

/* Waits. Nonzero when there was a task; 0 when the working phase is over, or on an error: jackdaw_last_status() is
 * JACKDAW_EMPTY after the end of a phase. */
JACKDAW_API int jackdaw_kr02_get(int tid, tpool_function_t* f, void** arg);
#define tpool_get jackdaw_kr02_get

/* The working phase, by each of the n threads: executes tasks until none is left anywhere. 0, or what was wrong:
 * JACKDAW_MISSING when a thread has not come (jackdaw_patience), JACKDAW_BAD_ARGUMENT inside a task. */
JACKDAW_API int jackdaw_kr02_run(int tid);
#define tpool_run jackdaw_kr02_run

/* Sizes of what tpool_alloc_task and tpool_alloc_arg return, in bytes; each at least 1. Without this call, or after
 * tpool_finalize_memory: a tpool_task_t, and the arg_size of tpool_create. The blocks come from the pool's own memory
 * manager. No block is in use when it is called. */
JACKDAW_API int jackdaw_kr02_init_memory(int task_size, int arg_size);
#define tpool_init_memory jackdaw_kr02_init_memory
JACKDAW_API void jackdaw_kr02_finalize_memory(void);
#define tpool_finalize_memory jackdaw_kr02_finalize_memory

/* Memory for the arguments of a task, which frees them, and for task instances of the program's own. NULL on an error.
 * Any thread frees what another one has allocated, giving its own number. */
JACKDAW_API void* jackdaw_kr02_alloc_arg(int tid);
#define tpool_alloc_arg jackdaw_kr02_alloc_arg
JACKDAW_API void jackdaw_kr02_free_arg(int tid, void* arg);
#define tpool_free_arg jackdaw_kr02_free_arg
JACKDAW_API void* jackdaw_kr02_alloc_task(int tid);
#define tpool_alloc_task jackdaw_kr02_alloc_task
JACKDAW_API void jackdaw_kr02_free_task(int tid, void* task);
#define tpool_free_task jackdaw_kr02_free_task

/* The pool, for the functions of jackdaw.h; NULL: there is none. */
JACKDAW_API jackdaw_pool* jackdaw_kr02_pool(void);

#ifdef __cplusplus
}
#endif

#endif
