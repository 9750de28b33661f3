/* Korch, Rauber (2002), figure 2: the calls of their task pools, over jackdaw.h.
 *
 * One pool for the program, as there. Include it in the source file that defines TPOOL_DEFINE before, and in any
 * number of others without. Which pool and memory manager: the environment variables JACKDAW_POOL and
 * JACKDAW_MEMORY, names of the catalogues. Where the paper's functions return nothing, ours return a
 * jackdaw_status, so that an error can be seen. Not together with tpool_wsl06.h in one source file.
 */
#ifndef JACKDAW_TPOOL_KR02_H
#define JACKDAW_TPOOL_KR02_H

#include <stdlib.h>

#include <jackdaw/jackdaw.h>

typedef void (*tpool_function_t)(int, void*);

typedef struct tpool_task_t {
  tpool_function_t function;
  void* argument;
} tpool_task_t;

struct jackdaw_tpool {
  jackdaw_pool* pool;
  size_t argument_size;
};
extern struct jackdaw_tpool jackdaw_the_tpool;
#ifdef TPOOL_DEFINE
struct jackdaw_tpool jackdaw_the_tpool = {NULL, 0};
#endif

/* For n threads, which have the numbers 0 to n-1, and arguments of at most arg_size bytes. One thread, once. */
static inline int tpool_create(int n, int arg_size) {
  jackdaw_options options = {NULL, NULL, NULL};
  const unsigned threads = n > 0 ? (unsigned)n : 0;
  int status;
  options.pool = getenv("JACKDAW_POOL");
  options.memory = getenv("JACKDAW_MEMORY");
  jackdaw_the_tpool.argument_size = arg_size > 0 ? (size_t)arg_size : 1;
  status = (int)jackdaw_create(&jackdaw_the_tpool.pool, threads, sizeof(tpool_task_t), &options);
  return status != JACKDAW_OK ? status : (int)jackdaw_expect(jackdaw_the_tpool.pool, threads);
}

static inline void tpool_finalize(void) {
  jackdaw_destroy(jackdaw_the_tpool.pool);
  jackdaw_the_tpool.pool = NULL;
}

/* A task that a task of thread tid creates. */
static inline int tpool_put(int tid, tpool_function_t f, void* arg) {
  tpool_task_t task;
  task.function = f;
  task.argument = arg;
  return (int)jackdaw_put(jackdaw_the_tpool.pool, (unsigned)tid, &task);
}

/* An initial task. */
static inline int tpool_init(int tid, tpool_function_t f, void* arg) { return tpool_put(tid, f, arg); }

/* Waits. Nonzero when there was a task, 0 when the working phase is over. */
static inline int tpool_get(int tid, tpool_function_t* f, void** arg) {
  tpool_task_t task;
  if (jackdaw_get(jackdaw_the_tpool.pool, (unsigned)tid, &task) != JACKDAW_OK) return 0;
  *f = task.function;
  *arg = task.argument;
  return 1;
}

/* The working phase, by each of the threads: executes tasks until none is left anywhere. */
static inline void tpool_run(int tid) {
  tpool_function_t f;
  void* arg;
  while (tpool_get(tid, &f, &arg)) f(tid, arg);
}

/* Memory for the arguments of a task, which frees them. */
static inline void* tpool_alloc_arg(int tid) {
  return jackdaw_allocate(jackdaw_the_tpool.pool, (unsigned)tid, jackdaw_the_tpool.argument_size);
}
static inline void tpool_free_arg(int tid, void* arg) {
  jackdaw_free(jackdaw_the_tpool.pool, (unsigned)tid, arg, jackdaw_the_tpool.argument_size);
}

#endif
