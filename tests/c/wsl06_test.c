/* WSL06, listing 1.1: the paper's calls in an OpenMP parallel region; a quicksort as in section 2.4. */
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

int main(void) {
  int* numbers = (int*)malloc(count * sizeof *numbers);
  int* expected = (int*)malloc(count * sizeof *expected);
  unsigned state = 1;
  int i;
  tpool_t* pool = tpool_init(threads, sizeof(task_data_t));
  CHECK(pool != NULL);
  CHECK(tpool_init(0, 8) == NULL);
  for (i = 0; i < count; ++i) {
    state = state * 1664525U + 1013904223U;
    numbers[i] = expected[i] = (int)(state >> 8U);
  }
  put_range(pool, 0, numbers, numbers + count);
#pragma omp parallel num_threads(threads) shared(pool)
  {
    task_data_t* my_task_data;
    const int me = omp_get_thread_num();
    int status;
    while ((status = tpool_get(pool, me, &my_task_data)) == 0) do_work(pool, me, my_task_data);
#pragma omp critical
    CHECK(status == TPOOLEMPTY);
  }
  tpool_destroy(pool);
  qsort(expected, count, sizeof *expected, less);
  CHECK(memcmp(numbers, expected, count * sizeof *numbers) == 0);
  free(numbers);
  free(expected);
  if (failures == 0) printf("all well\n");
  return failures == 0 ? 0 : 1;
}
