#include <stdio.h>

#include <jackdaw/jackdaw.h>

int main(void) {
  jackdaw_pool* pool;
  unsigned me;
  int item = 42;
  int got = 0;
  if (jackdaw_create(&pool, 1, sizeof item, NULL) != JACKDAW_OK || jackdaw_join(pool, &me) != JACKDAW_OK ||
      jackdaw_put(pool, me, &item) != JACKDAW_OK || jackdaw_get(pool, me, &got) != JACKDAW_OK ||
      jackdaw_get(pool, me, &item) != JACKDAW_EMPTY) {
    fprintf(stderr, "%s\n", jackdaw_error());
    return 1;
  }
  jackdaw_destroy(pool);
  printf("%d\n", got);
  return got == 42 ? 0 : 1;
}
