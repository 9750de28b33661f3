/* Jackdaw for C, OpenMP and Fortran: task pools for threads that the program owns. Link with libjackdaw.
 *
 *     jackdaw_pool* pool;
 *     jackdaw_create(&pool, most_threads, sizeof(struct job), NULL);
 *     #pragma omp parallel num_threads(most_threads)
 *     {
 *       const unsigned me = (unsigned)omp_get_thread_num();
 *       struct job next;
 *       #pragma omp single
 *       {
 *         jackdaw_expect(pool, (unsigned)omp_get_num_threads());
 *         jackdaw_put(pool, me, &first);
 *       }
 *       while (jackdaw_get(pool, me, &next) == JACKDAW_OK) work_on(&next, pool, me);
 *     }
 *     jackdaw_destroy(pool);
 *
 * jackdaw_expect announces members 0 to omp_get_num_threads()-1, so that no member is told of the end while another
 * one is still on its way. It is called inside the region: a team may be smaller than was asked for.
 *
 * Every function that may fail returns a jackdaw_status, and never ends the program; jackdaw_error() then has
 * the text. A member number belongs to one thread at a time. Pools have nothing to do with each other. A pool that
 * was destroyed is an error, as long as not a thousand others have been destroyed since.
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
#define JACKDAW_AS_INT : int /* so that any number may be handed over */
#else
#define JACKDAW_AS_INT
#endif

typedef enum jackdaw_status JACKDAW_AS_INT {
  JACKDAW_OK = 0,
  JACKDAW_EMPTY = 1,        /* get: the round is over. No item is stored, and every member waits for one */
  JACKDAW_BAD_ARGUMENT = 2, /* a null pointer, a number out of range, a member that does not exist */
  JACKDAW_UNKNOWN_NAME = 3, /* of a pool, a memory manager or an idle policy */
  JACKDAW_TOO_MANY = 4,     /* more members than the pool was made for */
  JACKDAW_NO_MEMORY = 5,    /* the pool is as it was before the call */
  JACKDAW_FAILED = 6,       /* anything else */
  JACKDAW_MISSING = 7       /* get: members that were announced have not come, and all others wait for them */
} jackdaw_status;

typedef struct jackdaw_pool jackdaw_pool;

/* What the pool is made of: names as `jackdaw list` prints them, and jackdaw_name() returns them; a pool with values of
 * its parameters, where it has some: "dq8:16", "dq2:steal=half:lock=spin". NULL or "": the default. A value that the
 * pool does not take is JACKDAW_BAD_ARGUMENT. */
typedef struct jackdaw_options {
  const char* pool;
  const char* memory;
  const char* idle;
} jackdaw_options;

/* Makes a pool for at most `members` members at a time (1 to 32767), of items of `item_size` bytes (1 to 65536).
 * `options`: NULL for the defaults. On an error *pool is NULL. Memory: some KiB for each of `members`, also for those
 * that never come; rq1 to rq3 take 16 bytes for each pair of them besides. */
JACKDAW_API jackdaw_status jackdaw_create(jackdaw_pool** pool, unsigned members, size_t item_size,
                                          const jackdaw_options* options);

/* Destroys a pool, with the items that are left in it, when no thread uses it any more. NULL is ignored. */
JACKDAW_API void jackdaw_destroy(jackdaw_pool* pool);

/* Members 0 to count-1 will come, and the round does not end without them; others that were announced before will
 * not. Before any thread uses the pool, or when no thread with a larger number uses it: for instance by one thread at
 * the begin of each parallel region (`omp single`). A number that a thread has got by jackdaw_join is an error. */
JACKDAW_API jackdaw_status jackdaw_expect(jackdaw_pool* pool, unsigned count);

/* The same, by every thread of a team of `count`, each before it uses the pool. Only the first call does something. */
JACKDAW_API jackdaw_status jackdaw_team(jackdaw_pool* pool, unsigned count);

/* For how many seconds a member may be missing: one that was announced, and has not called a function of the pool. Then
 * jackdaw_get returns JACKDAW_MISSING to members that wait, if nothing else is to be done; jackdaw_error() names the
 * missing ones. 10 at first. HUGE_VAL: for ever. */
JACKDAW_API jackdaw_status jackdaw_patience(jackdaw_pool* pool, double seconds);

/* The calling thread becomes a member, any time: *me is its number. */
JACKDAW_API jackdaw_status jackdaw_join(jackdaw_pool* pool, unsigned* me);

/* Member `me` goes; it is not waited for any more. What it has put stays for the others. */
JACKDAW_API jackdaw_status jackdaw_leave(jackdaw_pool* pool, unsigned me);

/* Copies *item into the pool. Cost: as of a put of that pool, and a call through a pointer. */
JACKDAW_API jackdaw_status jackdaw_put(jackdaw_pool* pool, unsigned me, const void* item);

/* An initial item: for the announced members in turn. Any thread, several at a time; but while no member uses the pool,
 * so a barrier follows. */
JACKDAW_API jackdaw_status jackdaw_deal(jackdaw_pool* pool, const void* item);

/* Copies an item to *item. Waits for one, as the idle policy says. JACKDAW_EMPTY: the round is over; the next one
 * begins at once, so the pool can be used again. JACKDAW_MISSING: jackdaw_patience. */
JACKDAW_API jackdaw_status jackdaw_get(jackdaw_pool* pool, unsigned me, void* item);

/* The same without waiting. JACKDAW_EMPTY: nothing was found now. */
JACKDAW_API jackdaw_status jackdaw_try_get(jackdaw_pool* pool, unsigned me, void* item);

/* After a jackdaw_try_get that found nothing: whether it is likely to find an item now, JACKDAW_OK or
 * JACKDAW_EMPTY. Old when it is returned. Items that the member itself has put since then are not seen, in some pools.
 * For a member that waits in its own way, in a predicate of jackdaw_sleep_until. */
JACKDAW_API jackdaw_status jackdaw_look(jackdaw_pool* pool, unsigned me);

/* The calling thread, any one, sleeps until predicate(argument) is not 0. The predicate is called by this thread,
 * any number of times: first, after every notification of a change, and by a timer, after 50 us at first, then at
 * intervals that double up to 12.8 ms. It reads what other threads write: atomically, or under a lock. */
JACKDAW_API jackdaw_status jackdaw_sleep_until(int (*predicate)(void*), void* argument);

/* Something has changed that a predicate may look at: sleeping threads test again, now. Pools call this themselves
 * when an item is put, a round is over, or a member leaves. Cost: next to nothing while no thread sleeps. */
JACKDAW_API void jackdaw_notify(void);

/* Gives the processor to another thread that waits for one; returns at once when there is none. */
JACKDAW_API void jackdaw_yield(void);

/* Memory by member, of the pool's memory manager. Any member frees it, saying how large it is; all of it is given
 * back before the pool is destroyed. NULL when there is none. */
JACKDAW_API void* jackdaw_allocate(jackdaw_pool* pool, unsigned me, size_t bytes);
JACKDAW_API void jackdaw_free(jackdaw_pool* pool, unsigned me, void* block, size_t bytes);

/* What a status means, in a line. */
JACKDAW_API const char* jackdaw_status_text(jackdaw_status status);

/* What was wrong with the calling thread's last call that failed, in a line: what, where, what was expected. UTF-8 of
 * at most 1023 bytes: of what it quotes, characters of control and bytes that are no UTF-8 stand there as \xNN. */
JACKDAW_API const char* jackdaw_error(void);

/* The status of the calling thread's last call that returned neither JACKDAW_OK nor "nothing was found now". */
JACKDAW_API jackdaw_status jackdaw_last_status(void);

/* The catalogues: the index-th name, from 0; NULL beyond the last. */
typedef enum jackdaw_catalogue JACKDAW_AS_INT {
  JACKDAW_POOLS,
  JACKDAW_MEMORY_MANAGERS,
  JACKDAW_IDLE_POLICIES
} jackdaw_catalogue;
JACKDAW_API const char* jackdaw_name(jackdaw_catalogue catalogue, size_t index);

#ifdef __cplusplus
}
#endif

#endif
