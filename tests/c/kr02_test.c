/* KR02, figure 2: the paper's calls, with pthreads. KR02's synthetic algorithm (section 7.2) counts its tasks. Compiled as
 * C90, and as C++20. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <jackdaw/tpool_kr02.h>

#include "tests/c/check.h"

enum { threads = 3, k = 12, independent = 30 };

static long executed[threads];
static int status_of_run[threads];

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

static void count(int tid, void* argument) {
  CHECK(argument == NULL);
  ++executed[tid];
}

static void* run(void* number) {
  const int tid = (int)(size_t)number;
  status_of_run[tid] = tpool_run(tid);
  return NULL;
}

static void* create_and_init(void* number) {
  const int tid = (int)(size_t)number;
  int i;
  CHECK(tpool_create(threads, 0) == 0);
  for (i = 0; i < independent / threads; ++i) CHECK(tpool_init(tid, count, NULL) == 0);
  return NULL;
}

static void in_threads(void* (*body)(void*), size_t count_of_threads) {
  pthread_t ids[threads];
  size_t i;
  for (i = 0; i < count_of_threads; ++i) CHECK(pthread_create(&ids[i], NULL, body, (void*)i) == 0);
  for (i = 0; i < count_of_threads; ++i) CHECK(pthread_join(ids[i], NULL) == 0);
}

static long all_executed(void) {
  long all = 0;
  size_t i;
  for (i = 0; i < threads; ++i) {
    all += executed[i];
    executed[i] = 0;
    CHECK(status_of_run[i] == 0);
  }
  return all;
}

static void a_tree(void) {
  int* first;
  CHECK(tpool_create(-1, 4) != 0);
  CHECK(strcmp(jackdaw_error(), "tpool_create: -1 members; expected 1 to 32767") == 0);
  CHECK(tpool_create(threads, sizeof(int)) == 0);
  CHECK(tpool_create(threads, sizeof(int)) == 0); /* by a second thread, say */
  CHECK(tpool_create(threads + 1, sizeof(int)) != 0);
  CHECK(strstr(jackdaw_error(), "expected the same or tpool_finalize before") != NULL);
  first = (int*)tpool_alloc_arg(0);
  *first = k;
  CHECK(tpool_init(0, a, first) == 0);
  in_threads(run, threads);
  CHECK(all_executed() == 465); /* calls of fib(12) */
  tpool_finalize();
  tpool_finalize();
}

/* Where nothing is balanced, each thread executes what it was dealt: as many tasks as any other. */
static void init_deals(const char* pool) {
  size_t i;
  CHECK(setenv("JACKDAW_POOL", pool, 1) == 0);
  in_threads(create_and_init, threads);
  in_threads(run, threads);
  for (i = 0; i < threads; ++i) CHECK(executed[i] == independent / threads);
  CHECK(all_executed() == independent);
  tpool_finalize();
  CHECK(unsetenv("JACKDAW_POOL") == 0);
}

static void wrong_arguments(void) {
  tpool_function_t f = NULL;
  void* argument = NULL;
  CHECK(tpool_create(threads, -1) != 0);
  CHECK(strstr(jackdaw_error(), "arguments of -1 bytes") != NULL);
  CHECK(tpool_create(threads, 0) == 0);
  CHECK(tpool_init(0, NULL, NULL) != 0);
  CHECK(strstr(jackdaw_error(), "tpool_init: f is NULL") != NULL);
  CHECK(tpool_put(0, NULL, NULL) != 0);
  CHECK(strstr(jackdaw_error(), "tpool_put: f is NULL") != NULL);
  CHECK(tpool_init(-1, count, NULL) != 0);
  CHECK(tpool_init(threads, count, NULL) != 0);
  CHECK(strstr(jackdaw_error(), "is no thread of the pool") != NULL);
  CHECK(tpool_get(0, NULL, &argument) == 0);
  CHECK(strstr(jackdaw_error(), "tpool_get: f is NULL") != NULL);
  CHECK(tpool_get(0, &f, NULL) == 0);
  CHECK(strstr(jackdaw_error(), "tpool_get: arg is NULL") != NULL);
  tpool_finalize();
}

static void memory_managers(void) {
  void* task;
  void* argument;
  CHECK(tpool_alloc_arg(0) == NULL); /* there is no pool */
  CHECK(strstr(jackdaw_error(), "expected tpool_create before") != NULL);
  CHECK(tpool_run(0) != 0);
  CHECK(strcmp(jackdaw_error(), "tpool_run: there is no pool; expected tpool_create before") == 0);
  CHECK(tpool_create(threads, 8) == 0);
  CHECK(tpool_init_memory(0, 8) != 0);
  CHECK(tpool_init_memory(300, 5000) == 0);
  task = tpool_alloc_task(0);
  argument = tpool_alloc_arg(1);
  CHECK(task != NULL && argument != NULL);
  memset(task, 1, 300);
  memset(argument, 2, 5000);
  tpool_free_task(2, task);
  tpool_free_arg(0, argument);
  CHECK(tpool_alloc_task(threads) == NULL);
  tpool_finalize_memory();
  task = tpool_alloc_task(0);
  memset(task, 1, sizeof(tpool_task_t));
  tpool_free_task(0, task);
  tpool_finalize();
}

/* Thread 2 does not come: the others are told so. */
static void a_thread_is_missing(void) {
  CHECK(tpool_create(threads, 0) == 0);
  CHECK(jackdaw_patience(jackdaw_kr02_pool(), 0.05) == JACKDAW_OK);
  CHECK(tpool_init(0, count, NULL) == 0);
  in_threads(run, 2);
  CHECK(status_of_run[0] == JACKDAW_MISSING && status_of_run[1] == JACKDAW_MISSING);
  status_of_run[0] = status_of_run[1] = 0;
  CHECK(all_executed() == 1);
  CHECK(tpool_run(0) == JACKDAW_MISSING);
  CHECK(strstr(jackdaw_error(), "member 2 announced") != NULL);
  tpool_finalize();
}

static void runs_inside(int tid, void* argument) {
  CHECK(argument == NULL);
  CHECK(tpool_run(tid) == JACKDAW_BAD_ARGUMENT);
  CHECK(strstr(jackdaw_error(), "tpool_run inside a task") != NULL);
  ++executed[tid];
}

/* Others have left the phase when such a run ends: what its task puts then would wait for them for ever. */
static void a_run_inside_a_task(void) {
  int i;
  CHECK(tpool_create(threads, 0) == 0);
  for (i = 0; i < independent; ++i) CHECK(tpool_init(0, runs_inside, NULL) == 0);
  in_threads(run, threads);
  CHECK(all_executed() == independent);
  tpool_finalize();
}

int main(void) {
  a_tree();
  init_deals("dq1");
  init_deals("dq3");
  wrong_arguments();
  memory_managers();
  a_run_inside_a_task();
  a_thread_is_missing();
  CHECK(tpool_put(0, count, NULL) == JACKDAW_BAD_ARGUMENT); /* there is no pool any more */
  CHECK(tpool_run(0) == JACKDAW_BAD_ARGUMENT);
  if (failures == 0) printf("all well\n");
  return failures == 0 ? 0 : 1;
}
