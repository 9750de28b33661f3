/* Wirz, Suess, Leopold (2006): the calls of their task pools for OpenMP (section 2.1), and their two directives as
 * functions (section 3), over jackdaw.h. C99, or C++.
 *
 * The pool stores the pointers that it is given; a thread that gets one owns what it points to. `size` is the size of
 * what tpool_new returns. Which pool: the environment variable JACKDAW_POOL, a name of the catalogue or of the paper; default
 * jackdaw. Here sdq1, dq8, dq9 and dq9-1 are the paper's. The catalogue calls them sdq1w, dq8w, dq9w and dq9w1, since KR02
 * has others of these names.
 * Not together with tpool_kr02.h in one source file: some names are the same.
 *
 * A team of OpenMP may be smaller than the number of threads that tpool_init was told. Compiled with OpenMP, tpool_get
 * tells the pool how large the team is, if it is called in a parallel region directly inside of where tpool_init was
 * called. Elsewhere call jackdaw_team yourself: jackdaw_team(pool, omp_get_num_threads()).
 */
#ifndef JACKDAW_TPOOL_WSL06_H
#define JACKDAW_TPOOL_WSL06_H

#include <stdlib.h>

#ifdef _OPENMP
#include <omp.h>
#endif

#include <jackdaw/jackdaw.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { TPOOLEMPTY = JACKDAW_EMPTY };

typedef struct jackdaw_pool tpool_t;

/* What the functions below are made of. `level`: of nested parallel regions, where tpool_init was called. */
JACKDAW_API tpool_t* jackdaw_wsl06_init(int threads, size_t size, int level);
JACKDAW_API int jackdaw_wsl06_get(tpool_t* pool, int me, void* data, int level, int team);
JACKDAW_API void* jackdaw_wsl06_new(tpool_t* pool, int me);
JACKDAW_API void jackdaw_wsl06_delete(tpool_t* pool, int me, void* data);

#ifdef _OPENMP
#define JACKDAW_WSL06_LEVEL omp_get_level()
#define JACKDAW_WSL06_TEAM omp_get_num_threads()
#else
#define JACKDAW_WSL06_LEVEL 0
#define JACKDAW_WSL06_TEAM 0
#endif

/* NULL on an error; jackdaw_error() says why. Called once, by one thread. */
static inline tpool_t* tpool_init(int threads, size_t size) {
  return jackdaw_wsl06_init(threads, size, JACKDAW_WSL06_LEVEL);
}

static inline void tpool_destroy(tpool_t* pool) { jackdaw_destroy(pool); }

/* 0, or a jackdaw_status. */
static inline int tpool_put(tpool_t* pool, int me, void* data) {
  return (int)jackdaw_put(pool, (unsigned)me, &data);
}

/* Waits. 0, or TPOOLEMPTY: the pool is empty and all threads are idle, or something was wrong, so that the paper's loop
 * ends. tpool_status() tells which. `data` is the address of a pointer. */
static inline int tpool_get(tpool_t* pool, int me, void* data) {
  return jackdaw_wsl06_get(pool, me, data, JACKDAW_WSL06_LEVEL, JACKDAW_WSL06_TEAM);
}

/* After a tpool_get of the calling thread that returned TPOOLEMPTY: TPOOLEMPTY, or the jackdaw_status that says what was
 * wrong: JACKDAW_MISSING, when a thread of the team has not come for some time (jackdaw_patience). */
static inline int tpool_status(void) { return (int)jackdaw_last_status(); }

/* tpool_get without waiting: TPOOLEMPTY when nothing was found now. 0, or another jackdaw_status. */
static inline int tpool_try_get(tpool_t* pool, int me, void* data) {
  return (int)jackdaw_try_get(pool, (unsigned)me, data);
}

/* After a tpool_try_get that found nothing: whether nothing is in sight for thread `me`. Old when it is returned. */
static inline int tpool_is_empty(tpool_t* pool, int me) {
  return jackdaw_look(pool, (unsigned)me) != JACKDAW_OK;
}

/* #pragma omp yield */
static inline void tpool_yield(void) { jackdaw_yield(); }

/* #pragma omp sleepuntil (expression), with the expression as a function of `argument`. A put is a change that the
 * runtime sees; of what the program changes itself, tpool_notify tells. 0, or a jackdaw_status. */
static inline int tpool_sleepuntil(int (*expression)(void*), void* argument) {
  return (int)jackdaw_sleep_until(expression, argument);
}
static inline void tpool_notify(void) { jackdaw_notify(); }

/* Memory for the data of a task. */
static inline void* tpool_new(tpool_t* pool, int me) { return jackdaw_wsl06_new(pool, me); }
static inline void tpool_delete(tpool_t* pool, int me, void* data) { jackdaw_wsl06_delete(pool, me, data); }

#ifdef __cplusplus
}
#endif

#endif
