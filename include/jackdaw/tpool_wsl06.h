/* Wirz, Suess, Leopold (2006): the calls of their task pools for OpenMP (section 2.1), and their two directives as
 * functions (section 3), over jackdaw.h.
 *
 * The pool stores the pointers that it is given; who gets one owns what it points to. `size` is that of what
 * tpool_new returns. Which pool: the environment variable JACKDAW_POOL, a name of the catalogue; default jackdaw.
 * Not together with tpool_kr02.h in one source file: the names are the same.
 */
#ifndef JACKDAW_TPOOL_WSL06_H
#define JACKDAW_TPOOL_WSL06_H

#include <stdlib.h>

#include <jackdaw/jackdaw.h>

enum { TPOOLEMPTY = JACKDAW_EMPTY };

typedef struct tpool_t {
  jackdaw_pool* pool;
  size_t size;
} tpool_t;

/* NULL on an error; jackdaw_error() says why. Called once, by one thread. */
static inline tpool_t* tpool_init(int threads, size_t size) {
  jackdaw_options options = {NULL, NULL, NULL};
  tpool_t* made = (tpool_t*)malloc(sizeof(tpool_t));
  options.pool = getenv("JACKDAW_POOL");
  if (made == NULL) return NULL;
  made->size = size;
  if (jackdaw_create(&made->pool, threads > 0 ? (unsigned)threads : 0, sizeof(void*), &options) ==
          JACKDAW_OK &&
      jackdaw_expect(made->pool, (unsigned)threads) == JACKDAW_OK)
    return made;
  jackdaw_destroy(made->pool);
  free(made);
  return NULL;
}

static inline void tpool_destroy(tpool_t* pool) {
  if (pool == NULL) return;
  jackdaw_destroy(pool->pool);
  free(pool);
}

/* 0, or a jackdaw_status. */
static inline int tpool_put(tpool_t* pool, int me, void* data) {
  return (int)jackdaw_put(pool->pool, (unsigned)me, &data);
}

/* Waits. 0, TPOOLEMPTY when the pool is empty and all threads are idle, or another jackdaw_status. `data` is the
 * address of a pointer. */
static inline int tpool_get(tpool_t* pool, int me, void* data) {
  return (int)jackdaw_get(pool->pool, (unsigned)me, data);
}

/* The same without waiting: TPOOLEMPTY when nothing was found now. */
static inline int tpool_try_get(tpool_t* pool, int me, void* data) {
  return (int)jackdaw_try_get(pool->pool, (unsigned)me, data);
}

/* After a tpool_try_get that found nothing: whether nothing is in sight for thread `me`. Old when it is returned. */
static inline int tpool_is_empty(tpool_t* pool, int me) {
  return jackdaw_look(pool->pool, (unsigned)me) != JACKDAW_OK;
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
static inline void* tpool_new(tpool_t* pool, int me) {
  return jackdaw_allocate(pool->pool, (unsigned)me, pool->size);
}
static inline void tpool_delete(tpool_t* pool, int me, void* data) {
  jackdaw_free(pool->pool, (unsigned)me, data, pool->size);
}

#endif
