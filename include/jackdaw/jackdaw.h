/* Jackdaw for C, OpenMP and Fortran: task pools for threads that the program owns. Link with libjackdaw.
 *
 *     jackdaw_pool* pool;
 *     jackdaw_create(&pool, threads, sizeof(struct job), NULL);
 *     jackdaw_expect(pool, threads);
 *     jackdaw_put(pool, 0, &first);
 *     #pragma omp parallel num_threads(threads)
 *     {
 *       const unsigned me = (unsigned)omp_get_thread_num();
 *       struct job next;
 *       while (jackdaw_get(pool, me, &next) == JACKDAW_OK) work_on(&next, pool, me);
 *     }
 *     jackdaw_destroy(pool);
 *
 * Here members 0 to threads-1 are announced before they come (jackdaw_expect), so that nobody is told of the end
 * while another one is still on its way.
 *
 * Every function that may fail returns a jackdaw_status, and never ends the program; jackdaw_error() then has
 * the text. A member number belongs to one thread at a time. Pools have nothing to do with each other.
 */
#ifndef JACKDAW_H
#define JACKDAW_H

#include <stddef.h>

#if defined(__GNUC__)
#define JACKDAW_API __attribute__((visibility("default")))
#else
#define JACKDAW_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum jackdaw_status {
  JACKDAW_OK = 0,
  JACKDAW_EMPTY = 1,        /* get: the round is over. No item is stored, and every member waits for one */
  JACKDAW_BAD_ARGUMENT = 2, /* a null pointer, a number out of range, a member that does not exist */
  JACKDAW_UNKNOWN_NAME = 3, /* of a pool, a memory manager or an idle policy */
  JACKDAW_TOO_MANY = 4,     /* more members than the pool was made for */
  JACKDAW_NO_MEMORY = 5,    /* the pool is as it was before the call */
  JACKDAW_FAILED = 6        /* anything else */
} jackdaw_status;

typedef struct jackdaw_pool jackdaw_pool;

/* What the pool is made of: names as `jackdaw list` prints them, and jackdaw_name() returns them. NULL: the
 * default. */
typedef struct jackdaw_options {
  const char* pool;
  const char* memory;
  const char* idle;
} jackdaw_options;

/* Makes a pool for at most `members` members at a time (1 to 32767), of items of `item_size` bytes (1 to 65536).
 * `options`: NULL for the defaults. On an error *pool is NULL. */
JACKDAW_API jackdaw_status jackdaw_create(jackdaw_pool** pool, unsigned members, size_t item_size,
                                          const jackdaw_options* options);

/* Destroys a pool, with the items that are left in it, when no thread uses it any more. NULL is ignored. */
JACKDAW_API void jackdaw_destroy(jackdaw_pool* pool);

/* The threads are numbered, and known from the start: members 0 to count-1 will come, and the first round does
 * not end without them. Before anybody uses the pool; once, or after all of them have left. */
JACKDAW_API jackdaw_status jackdaw_expect(jackdaw_pool* pool, unsigned count);

/* The calling thread becomes a member, any time: *me is its number. */
JACKDAW_API jackdaw_status jackdaw_join(jackdaw_pool* pool, unsigned* me);

/* Member `me` goes; nobody waits for it any more. What it has put stays for the others. */
JACKDAW_API jackdaw_status jackdaw_leave(jackdaw_pool* pool, unsigned me);

/* Copies *item into the pool. Cost: as of a put of that pool, and a call through a pointer. */
JACKDAW_API jackdaw_status jackdaw_put(jackdaw_pool* pool, unsigned me, const void* item);

/* Copies an item to *item. Waits for one, as the idle policy says. JACKDAW_EMPTY: the round is over; the next one
 * begins at once, so the pool can be used again. */
JACKDAW_API jackdaw_status jackdaw_get(jackdaw_pool* pool, unsigned me, void* item);

/* The same without waiting. JACKDAW_EMPTY: nothing was found now. */
JACKDAW_API jackdaw_status jackdaw_try_get(jackdaw_pool* pool, unsigned me, void* item);

/* After a jackdaw_try_get that found nothing: whether it is likely to find an item now, JACKDAW_OK or
 * JACKDAW_EMPTY. Old when it is returned. For a member that waits in its own way, in a predicate of
 * jackdaw_sleep_until. */
JACKDAW_API jackdaw_status jackdaw_look(jackdaw_pool* pool, unsigned me);

/* The calling thread, any one, sleeps until predicate(argument) is not 0. The predicate is called by this thread,
 * any number of times: first, whenever somebody is told of a change, and by a timer, after 50 us at first, then at
 * intervals that double up to 12.8 ms. It reads what other threads write: atomically, or under a lock. */
JACKDAW_API jackdaw_status jackdaw_sleep_until(int (*predicate)(void*), void* argument);

/* Something has changed that a predicate may look at: who sleeps tests again, now. Pools say so themselves when an
 * item is put, a round is over, or a member leaves. Next to nothing while nobody sleeps. */
JACKDAW_API void jackdaw_notify(void);

/* Gives the processor to another thread that waits for one; returns at once when there is none. */
JACKDAW_API void jackdaw_yield(void);

/* Memory by member, of the pool's memory manager. Any member frees it, saying how large it is; all of it is given
 * back before the pool is destroyed. NULL when there is none. */
JACKDAW_API void* jackdaw_allocate(jackdaw_pool* pool, unsigned me, size_t bytes);
JACKDAW_API void jackdaw_free(jackdaw_pool* pool, unsigned me, void* block, size_t bytes);

/* What a status means, in a line. */
JACKDAW_API const char* jackdaw_status_text(jackdaw_status status);

/* What was wrong with the calling thread's last call that failed, in a line: what, where, what was expected. */
JACKDAW_API const char* jackdaw_error(void);

/* The catalogues: the index-th name, from 0; NULL beyond the last. */
typedef enum jackdaw_catalogue {
  JACKDAW_POOLS,
  JACKDAW_MEMORY_MANAGERS,
  JACKDAW_IDLE_POLICIES
} jackdaw_catalogue;
JACKDAW_API const char* jackdaw_name(jackdaw_catalogue catalogue, size_t index);

#ifdef __cplusplus
}
#endif

#endif
