/* The three applications with OpenMP's own tasks; with 0 threads, serially. */
#include <omp.h>
#include <stdlib.h>

#include "bench/peers/wsl06/application.h"
#include "bench/peers/wsl06/cholesky.h"
#include "bench/peers/wsl06/labyrinth.h"
#include "bench/peers/wsl06/quicksort.h"

const char choice_usage[] = "";
const int fewest_threads = 0;

int take_choice(int count, char** words) {
  (void)count;
  (void)words;
  return 0;
}

/* Makes the threads of the next parallel regions, so that these are not timed. */
static void warm_up(int threads) {
#pragma omp parallel num_threads(threads) if (threads > 1)
  {}
}

/* --- quicksort --- */

static void sort(range r) {
  while (!is_leaf(r)) {
    const range left = divide(&r);
#pragma omp task firstprivate(left)
    sort(left);
  }
  sort_leaf(r);
}

static const char* run_quicksort(int size, int threads, measurement* found) {
  quicksort input;
  if (!quicksort_make(&input, size)) return no_memory;
  warm_up(threads);
  const double start = omp_get_wtime();
  if (threads == 0) {
    sort_leaf(input.all);
  } else {
#pragma omp parallel num_threads(threads)
#pragma omp single
    sort(input.all);
  }
  *found = (measurement){omp_get_wtime() - start, size};
  return quicksort_end(&input);
}

/* --- labyrinth: the squares of a distance lie in a list, and all their tasks end before the next list begins --- */

typedef struct list {
  square** squares;
  size_t count;
} list;

static void visit(const labyrinth* in, square* from, int distance, list* next) {
  square* reached[4];
  const int count = reach_neighbours(in, from, distance, reached);
  if (count == 0) return;
  size_t at;
#pragma omp atomic capture
  {
    at = next->count;
    next->count += (size_t)count;
  }
  for (int i = 0; i < count; ++i) next->squares[at + (size_t)i] = reached[i];
}

static void search(const labyrinth* in, list* now, list* next) {
  for (int distance = 0; now->count > 0; ++distance) {
    for (size_t i = 0; i < now->count; ++i) {
      square* const from = now->squares[i];
#pragma omp task firstprivate(from, distance, next)
      visit(in, from, distance, next);
    }
#pragma omp taskwait
    list* const reached = next;
    next = now;
    now = reached;
    next->count = 0;
  }
}

static void search_serially(const labyrinth* in, list* all) {
  for (size_t i = 0; i < all->count; ++i) {
    square* const from = all->squares[i];
    const int distance = atomic_load_explicit(from, memory_order_relaxed);
    all->count += (size_t)reach_neighbours(in, from, distance, all->squares + all->count);
  }
}

static const char* run_labyrinth(int size, int threads, measurement* found) {
  labyrinth input;
  const size_t most = (size_t)size * (size_t)size + 4;
  list lists[2] = {{malloc(most * sizeof(square*)), 1}, {malloc(most * sizeof(square*)), 0}};
  if (lists[0].squares == NULL || lists[1].squares == NULL || !labyrinth_make(&input, size)) return no_memory;
  lists[0].squares[0] = input.entry;
  warm_up(threads);
  const double start = omp_get_wtime();
  if (threads == 0) {
    search_serially(&input, &lists[0]);
  } else {
#pragma omp parallel num_threads(threads)
#pragma omp single
    search(&input, &lists[0], &lists[1]);
  }
  found->seconds = omp_get_wtime() - start;
  for (int i = 0; i < 2; ++i) free(lists[i].squares);
  return labyrinth_end(&input, &found->units);
}

/* --- sparse Cholesky --- */

static void make_task(void* context, column* ready) {
  cholesky* const in = context;
#pragma omp task firstprivate(in, ready)
  compute_column(in, ready, make_task, in);
}

static void factorize(cholesky* in, int threads) {
#pragma omp parallel num_threads(threads)
#pragma omp single
  for (int i = 0; i < in->count; ++i) {
    if (in->columns[i].all_updates == 0) make_task(in, &in->columns[i]);
  }
}

static const char* run_cholesky(int size, int threads, measurement* found) {
  cholesky input;
  const char* wrong = cholesky_make(&input, size) ? NULL : no_memory;
  *found = (measurement){0, 0};
  warm_up(threads);
  for (int round = 0; wrong == NULL && round < cholesky_rounds(size); ++round) {
    cholesky_load(&input);
    const double start = omp_get_wtime();
    if (threads == 0) {
      for (int i = 0; i < input.count; ++i) compute_column(&input, &input.columns[i], NULL, NULL);
    } else {
      factorize(&input, threads);
    }
    found->seconds += omp_get_wtime() - start;
    found->units += input.count;
    wrong = cholesky_check(&input);
  }
  cholesky_end(&input);
  return wrong;
}

const application applications[application_count] = {{"quicksort", 1000000000, run_quicksort},
                                                     {"labyrinth", 20000, run_labyrinth},
                                                     {"cholesky", 2000, run_cholesky}};
