/* WSL06, listing 1.1: the paper's calls in an OpenMP parallel region; a quicksort as in section 2.4. */
#define _POSIX_C_SOURCE 200112L /* setenv */
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include <jackdaw/tpool_wsl06.h>

#include "tests/c/check.h"

enum { threads = 3, count = 200000, leaf = 500 };

typedef struct task_data_t {
  int* first;
  int* last; /* one behind */
} task_data_t;

static int less(const void* a, const void* b) {
  const int x = *(const int*)a;
  const int y = *(const int*)b;
  return (x > y) - (x < y);
}

static void put_range(tpool_t* pool, int me, int* first, int* last) {
  task_data_t* data = (task_data_t*)tpool_new(pool, me);
  CHECK(data != NULL);
  data->first = first;
  data->last = last;
  CHECK(tpool_put(pool, me, data) == 0);
}

static void do_work(tpool_t* pool, int me, task_data_t* data) {
  int* first = data->first;
  int* last = data->last;
  tpool_delete(pool, me, data);
  while (last - first > leaf) {
    const int pivot = first[(last - first) / 2];
    int* i = first;
    int* j = last - 1;
    while (i <= j) {
      while (*i < pivot) ++i;
      while (*j > pivot) --j;
      if (i <= j) {
        const int swapped = *i;
        *i++ = *j;
        *j-- = swapped;
      }
    }
    put_range(pool, me, first, j + 1);
    first = i;
  }
  qsort(first, (size_t)(last - first), sizeof *first, less);
}

static int* random_numbers(unsigned state) {
  int* numbers = (int*)malloc(count * sizeof *numbers);
  int i;
  for (i = 0; i < count; ++i) {
    state = state * 1664525U + 1013904223U;
    numbers[i] = (int)(state >> 8U);
  }
  return numbers;
}

/* Sorts in a region of at most `asked` threads, in the pool of `threads`; with the paper's own loop. */
static void sort_in_a_region(int asked) {
  int* numbers = random_numbers(1);
  int* expected = random_numbers(1);
  tpool_t* pool = tpool_init(threads, sizeof(task_data_t));
  CHECK(pool != NULL);
  put_range(pool, 0, numbers, numbers + count);
#pragma omp parallel num_threads(asked) shared(pool)
  {
    task_data_t* my_task_data;
    const int me = omp_get_thread_num();
    while (TPOOLEMPTY != tpool_get(pool, me, &my_task_data)) do_work(pool, me, my_task_data);
#pragma omp critical
    CHECK(tpool_status() == TPOOLEMPTY);
  }
  tpool_destroy(pool);
  qsort(expected, count, sizeof *expected, less);
  CHECK(memcmp(numbers, expected, count * sizeof *numbers) == 0);
  free(numbers);
  free(expected);
}

/* Regions of different sizes, one after the other, over the same pool. */
static void several_regions(void) {
  static const int sizes[] = {3, 1, 2, 3, 2};
  int number = 0;
  size_t i;
  tpool_t* pool = tpool_init(threads, sizeof(int));
  for (i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
    int got = 0;
#pragma omp parallel num_threads(sizes[i]) shared(pool) reduction(+ : got)
    {
      int* item;
      const int me = omp_get_thread_num();
#pragma omp single
      CHECK(tpool_put(pool, 0, &number) == 0);
      while (TPOOLEMPTY != tpool_get(pool, me, &item)) got += item == &number;
    }
    CHECK(got == 1);
  }
  tpool_destroy(pool);
}

/* A thread that was announced does not come: the paper's loop ends, and says why. */
static void a_missing_thread(void) {
  void* item;
  tpool_t* pool = tpool_init(threads, 1);
  CHECK(jackdaw_patience(pool, 0.05) == JACKDAW_OK);
  CHECK(tpool_get(pool, 0, &item) == TPOOLEMPTY); /* outside of a region: nothing is known of a team */
  CHECK(tpool_status() == JACKDAW_MISSING);
  CHECK(strstr(jackdaw_error(), "members 1, 2 announced") != NULL);
  tpool_destroy(pool);
  CHECK(tpool_get(pool, 0, &item) == TPOOLEMPTY); /* destroyed */
  CHECK(tpool_status() == JACKDAW_BAD_ARGUMENT);
  CHECK(tpool_get(NULL, 0, &item) == TPOOLEMPTY);
  CHECK(tpool_put(pool, 0, item) == JACKDAW_BAD_ARGUMENT);
  CHECK(tpool_new(pool, 0) == NULL);
  CHECK(tpool_new(NULL, 0) == NULL);
}

int main(void) {
  CHECK(tpool_init(0, 8) == NULL);
  sort_in_a_region(threads);
  sort_in_a_region(1); /* as under OMP_THREAD_LIMIT=1 */
  sort_in_a_region(2);
#pragma omp parallel num_threads(2)
  sort_in_a_region(threads); /* nested: teams of one where nested regions are not active */
  several_regions();
  a_missing_thread();
  CHECK(setenv("JACKDAW_POOL", "dq9-1", 1) == 0); /* the paper's name */
  sort_in_a_region(threads);
  CHECK(setenv("JACKDAW_POOL", "dq8:3:lock=spin", 1) == 0); /* the paper's, with values */
  sort_in_a_region(threads);
  CHECK(setenv("JACKDAW_POOL", "dq8:99", 1) == 0);
  CHECK(tpool_init(threads, 8) == NULL);
  CHECK(strcmp(jackdaw_error(), "tpool_init: dq8w: block '99'; expected a whole number from 1 to 64") == 0);
  if (failures == 0) printf("all well\n");
  return failures == 0 ? 0 : 1;
}
