/* KR02, figure 2: the paper's calls, with pthreads. KR02's synthetic algorithm (section 7.2) counts its tasks. */
#define TPOOL_DEFINE
#include <pthread.h>

#include <jackdaw/tpool_kr02.h>

#include "tests/c/check.h"

enum { threads = 3, k = 12 };

static long executed[threads];

/* A(k) creates A(k-1) and A(k-2): Fibonacci's tree. */
static void a(int tid, void* argument) {
  const int size = *(int*)argument;
  int less;
  ++executed[tid];
  for (less = size - 1; less >= size - 2 && size >= 2; --less) {
    int* child = (int*)tpool_alloc_arg(tid);
    *child = less;
    CHECK(tpool_put(tid, a, child) == 0);
  }
  tpool_free_arg(tid, argument);
}

static void* run(void* number) {
  tpool_run((int)(size_t)number);
  return NULL;
}

int main(void) {
  pthread_t ids[threads];
  int* first;
  long all = 0;
  size_t i;
  CHECK(tpool_create(-1, 4) != 0);
  CHECK(tpool_create(threads, sizeof(int)) == 0);
  first = (int*)tpool_alloc_arg(0);
  *first = k;
  CHECK(tpool_init(0, a, first) == 0);
  for (i = 0; i < threads; ++i) CHECK(pthread_create(&ids[i], NULL, run, (void*)i) == 0);
  for (i = 0; i < threads; ++i) CHECK(pthread_join(ids[i], NULL) == 0);
  for (i = 0; i < threads; ++i) all += executed[i];
  CHECK(all == 465); /* calls of fib(12) */
  tpool_finalize();
  if (failures == 0) printf("all well\n");
  return failures == 0 ? 0 : 1;
}
