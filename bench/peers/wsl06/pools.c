/* The three applications over task pools, with the paper's calls, and with four ways of waiting for a task: inside
 * tpool_get, as the pool's idle policy says; and in the program, by busy waiting, with yield, and with sleepuntil, which
 * are the paper's figure 5. The program then finds out by itself when nothing is left: it counts tasks that are open.
 */
#define _POSIX_C_SOURCE 200809L /* setenv */

#include <omp.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include <jackdaw/tpool_wsl06.h>

#include "bench/peers/wsl06/application.h"
#include "bench/peers/wsl06/cholesky.h"
#include "bench/peers/wsl06/labyrinth.h"
#include "bench/peers/wsl06/quicksort.h"

const char choice_usage[] = "POOL get|busy|yield|sleepuntil";
const int fewest_threads = 1;

static enum waiting { in_get, busy, by_yield, by_sleepuntil, ways } way;

int take_choice(int count, char** words) {
  static const char* const names[ways] = {"get", "busy", "yield", "sleepuntil"};
  if (count < 2) return count;
  size_t pool = 0;
  for (const char* name; (name = jackdaw_name(JACKDAW_POOLS, pool)) != NULL && strcmp(words[0], name) != 0;)
    ++pool;
  if (jackdaw_name(JACKDAW_POOLS, pool) == NULL)
    refuse("pool", words[0], "a name that jackdaw list pools prints");
  setenv("JACKDAW_POOL", words[0], 1); /* for tpool_init */
  for (way = 0; way < ways && strcmp(words[1], names[way]) != 0;) ++way;
  if (way == ways) refuse("way of waiting", words[1], "get, busy, yield or sleepuntil");
  return 2;
}

/* --- a pool, and when nothing is left --- */

typedef struct team {
  tpool_t* pool;
  atomic_long open; /* tasks that were put and are not done; not counted where tpool_get waits */
} team;

static const char* team_make(team* made, int threads, size_t size) {
  atomic_init(&made->open, 0);
  made->pool = tpool_init(threads, size);
  return made->pool != NULL ? NULL : jackdaw_error();
}

static void put(team* to, int me, void* data) {
  if (way != in_get) atomic_fetch_add_explicit(&to->open, 1, memory_order_relaxed);
  if (tpool_put(to->pool, me, data) != JACKDAW_OK) refuse("put", jackdaw_error(), "room");
}

/* A task is done, and has put all that it was to put. */
static void done(team* of) {
  if (way == in_get) return;
  if (atomic_fetch_sub_explicit(&of->open, 1, memory_order_acq_rel) == 1) tpool_notify();
}

static void wait_until(int (*holds)(void*), void* argument) {
  if (way == by_sleepuntil) {
    tpool_sleepuntil(holds, argument);
    return;
  }
  while (!holds(argument)) {
    if (way == by_yield) tpool_yield();
  }
}

struct place {
  team* in;
  int me;
};

static int may_go_on(void* argument) {
  struct place* const at = argument;
  return !tpool_is_empty(at->in->pool, at->me) ||
         atomic_load_explicit(&at->in->open, memory_order_acquire) == 0;
}

/* Whether there is a task, whose data *data points to then; waits for one. */
static int get(team* from, int me, void* data) {
  if (way == in_get) return tpool_get(from->pool, me, data) == JACKDAW_OK;
  while (tpool_try_get(from->pool, me, data) != JACKDAW_OK) {
    if (atomic_load_explicit(&from->open, memory_order_acquire) == 0) return 0;
    struct place at = {from, me};
    wait_until(may_go_on, &at);
  }
  return 1;
}

/* Makes the threads of the next parallel regions, so that these are not timed. */
static void warm_up(int threads) {
#pragma omp parallel num_threads(threads)
  {}
}

/* --- quicksort --- */

static void put_range(team* to, int me, range r) {
  range* const data = tpool_new(to->pool, me);
  if (data == NULL) refuse("task", jackdaw_error(), "room");
  *data = r;
  put(to, me, data);
}

static const char* run_quicksort(int size, int threads, measurement* found) {
  quicksort input;
  team workers;
  const char* wrong = team_make(&workers, threads, sizeof(range));
  if (wrong != NULL) return wrong;
  if (!quicksort_make(&input, size)) return no_memory;
  warm_up(threads);
  const double start = omp_get_wtime();
  put_range(&workers, 0, input.all);
#pragma omp parallel num_threads(threads)
  {
    const int me = omp_get_thread_num();
    for (range* data; get(&workers, me, &data); done(&workers)) {
      range r = *data;
      tpool_delete(workers.pool, me, data);
      while (!is_leaf(r)) put_range(&workers, me, divide(&r));
      sort_leaf(r);
    }
  }
  *found = (measurement){omp_get_wtime() - start, size};
  tpool_destroy(workers.pool);
  return quicksort_end(&input);
}

/* --- labyrinth: the pools of even and of odd distances change roles --- */

typedef struct level {
  atomic_int farthest; /* distance of a square that was put */
  atomic_int arrived;
  atomic_int number; /* of the distance whose squares are done */
} level;

struct next_level {
  level* of;
  int after;
};

static int has_come(void* argument) {
  const struct next_level* const next = argument;
  return atomic_load_explicit(&next->of->number, memory_order_acquire) > next->after;
}

/* All threads have seen that the squares of that distance are done. A round of tpool_get does not end before. */
static void meet(level* at, int distance, int threads) {
  if (way == in_get) return;
  if (atomic_fetch_add_explicit(&at->arrived, 1, memory_order_acq_rel) + 1 == threads) {
    atomic_store_explicit(&at->arrived, 0, memory_order_relaxed);
    atomic_store_explicit(&at->number, distance + 1, memory_order_release);
    tpool_notify();
  } else {
    struct next_level next = {at, distance};
    wait_until(has_come, &next);
  }
}

static void search(const labyrinth* in, team pools[2], level* at, int threads) {
  const int me = omp_get_thread_num();
  for (int distance = 0; atomic_load_explicit(&at->farthest, memory_order_relaxed) >= distance; ++distance) {
    team* const now = &pools[distance % 2];
    team* const next = &pools[(distance + 1) % 2];
    for (square* from; get(now, me, &from); done(now)) {
      square* reached[4];
      const int count = reach_neighbours(in, from, distance, reached);
      if (count > 0 && atomic_load_explicit(&at->farthest, memory_order_relaxed) <= distance)
        atomic_store_explicit(&at->farthest, distance + 1, memory_order_relaxed);
      for (int i = 0; i < count; ++i) put(next, me, reached[i]);
    }
    meet(at, distance, threads);
  }
}

static const char* run_labyrinth(int size, int threads, measurement* found) {
  labyrinth input;
  level at;
  team pools[2];
  const char* wrong = team_make(&pools[0], threads, 1);
  if (wrong == NULL) wrong = team_make(&pools[1], threads, 1);
  if (wrong != NULL) return wrong;
  if (!labyrinth_make(&input, size)) return no_memory;
  atomic_init(&at.farthest, 0);
  atomic_init(&at.arrived, 0);
  atomic_init(&at.number, 0);
  warm_up(threads);
  const double start = omp_get_wtime();
  put(&pools[0], 0, input.entry);
#pragma omp parallel num_threads(threads)
  search(&input, pools, &at, threads);
  found->seconds = omp_get_wtime() - start;
  for (int i = 0; i < 2; ++i) tpool_destroy(pools[i].pool);
  return labyrinth_end(&input, &found->units);
}

/* --- sparse Cholesky --- */

static void put_column(void* context, column* ready) {
  const struct place* const at = context;
  put(at->in, at->me, ready);
}

static void factorize(cholesky* in, team* workers, int threads) {
  for (int i = 0; i < in->count; ++i) {
    if (in->columns[i].all_updates == 0) put(workers, 0, &in->columns[i]);
  }
#pragma omp parallel num_threads(threads)
  {
    struct place at = {workers, omp_get_thread_num()};
    for (column* data; get(workers, at.me, &data); done(workers)) compute_column(in, data, put_column, &at);
  }
}

static const char* run_cholesky(int size, int threads, measurement* found) {
  cholesky input;
  team workers;
  const char* wrong = team_make(&workers, threads, 1);
  if (wrong != NULL) return wrong;
  if (!cholesky_make(&input, size)) wrong = no_memory;
  *found = (measurement){0, 0};
  warm_up(threads);
  for (int round = 0; wrong == NULL && round < cholesky_rounds(size); ++round) {
    cholesky_load(&input);
    const double start = omp_get_wtime();
    factorize(&input, &workers, threads);
    found->seconds += omp_get_wtime() - start;
    found->units += input.count;
    wrong = cholesky_check(&input);
  }
  cholesky_end(&input);
  tpool_destroy(workers.pool);
  return wrong;
}

const application applications[application_count] = {{"quicksort", 1000000000, run_quicksort},
                                                     {"labyrinth", 20000, run_labyrinth},
                                                     {"cholesky", 2000, run_cholesky}};
