/* Quicksort: a task is a range of numbers. It is divided until it is a leaf; the left parts become tasks. */
#ifndef JACKDAW_BENCH_WSL06_QUICKSORT_H
#define JACKDAW_BENCH_WSL06_QUICKSORT_H

#include <stdint.h>

typedef struct range {
  int* first;
  int* last; /* one behind */
} range;

typedef struct quicksort {
  range all;
  uint64_t sum; /* of the numbers, each scrambled: the same afterwards */
} quicksort;

/* `size` random numbers. 0 when there is no memory. */
int quicksort_make(quicksort* made, int size);

/* Whether they are sorted, and the same. NULL, or what is wrong. Frees them. */
const char* quicksort_end(quicksort* made);

int is_leaf(range r);
void sort_leaf(range r);

/* Divides *r, which is no leaf: the left part is returned, the right one is left. */
range divide(range* r);

#endif
