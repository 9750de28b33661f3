/* What the tests in C have instead of doctest: a line for each check that fails, and the status. */
#ifndef JACKDAW_TESTS_CHECK_H
#define JACKDAW_TESTS_CHECK_H

#include <stdio.h>

static int failures = 0;

#define CHECK(condition)                                                            \
  do {                                                                              \
    if (!(condition)) {                                                             \
      ++failures;                                                                   \
      fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition); \
    }                                                                               \
  } while (0)

#endif
