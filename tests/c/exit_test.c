/* The interface in handlers of atexit() that were registered before its first use, as static objects of a program use it
 * (docs/internals/verification/bugs-of-others.md: gone-at-exit). Freed memory is overwritten: the test sets MALLOC_PERTURB_. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jackdaw/jackdaw.h>

#include "tests/c/check.h"

enum { most = 100, longest = 40 };

static const char* names[most]; /* of pools, as jackdaw_name has returned them */
static char copies[most][longest];

static size_t use_all(void) {
  size_t i;
  jackdaw_options options;
  memset(&options, 0, sizeof options);
  for (i = 0; i < most && (options.pool = jackdaw_name(JACKDAW_POOLS, i)) != NULL; ++i) {
    jackdaw_pool* pool = NULL;
    unsigned me = 1;
    int item = 5;
    CHECK(jackdaw_create(&pool, 2, sizeof item, &options) == JACKDAW_OK);
    CHECK(jackdaw_join(pool, &me) == JACKDAW_OK);
    CHECK(jackdaw_put(pool, me, &item) == JACKDAW_OK);
    item = 0;
    CHECK(jackdaw_get(pool, me, &item) == JACKDAW_OK && item == 5);
    jackdaw_destroy(pool);
  }
  return i;
}

static void at_exit(void) {
  size_t i;
  for (i = 0; i < most && names[i] != NULL; ++i) CHECK(strcmp(names[i], copies[i]) == 0);
  CHECK(i > 10);
  CHECK(use_all() == i);
  if (failures == 0) puts("all well");
}

int main(void) {
  size_t i;
  if (atexit(at_exit) != 0) return 2;
  CHECK(use_all() > 10);
  for (i = 0; i < most; ++i) {
    names[i] = jackdaw_name(JACKDAW_POOLS, i);
    if (names[i] == NULL) break;
    CHECK(strlen(names[i]) < longest);
    strncpy(copies[i], names[i], longest - 1);
  }
  return failures == 0 ? 0 : 1;
}
