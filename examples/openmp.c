/* A task pool inside an OpenMP parallel region: the nodes of a binary tree, counted. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jackdaw/jackdaw.h>

/* Ends the program when a call has failed. */
static void expect_ok(jackdaw_status status) {
  if (status == JACKDAW_OK) return;
  fprintf(stderr, "%s: %s\n", jackdaw_status_text(status), jackdaw_error());
  exit(2);
}

int main(void) {
  const unsigned most = 2;
  const jackdaw_options options = {.pool = "dq9w"}; /* any name of the catalogue; NULL: the default */
  jackdaw_pool* pool;
  expect_ok(jackdaw_create(&pool, most, sizeof(int), &options));

  long nodes = 0;
#pragma omp parallel num_threads(most) reduction(+ : nodes)
  {
    const unsigned me = (unsigned)omp_get_thread_num();
#pragma omp single /* the others wait at its end */
    {
      const int root = 15;
      expect_ok(
          jackdaw_expect(pool, (unsigned)omp_get_num_threads())); /* the team may be smaller than `most` */
      expect_ok(jackdaw_put(pool, me, &root));
    }
    for (int depth; jackdaw_get(pool, me, &depth) == JACKDAW_OK;) {
      ++nodes;
      for (int child = 0; child < 2 && depth > 0; ++child)
        expect_ok(jackdaw_put(pool, me, &(int){depth - 1}));
    }
  }
  jackdaw_destroy(pool);
  printf("%ld nodes\n", nodes);
  return nodes == 65535 ? 0 : 1;
}
