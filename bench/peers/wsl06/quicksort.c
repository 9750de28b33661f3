#include "bench/peers/wsl06/quicksort.h"

#include <stddef.h>
#include <stdlib.h>

enum { leaf = 2048, few = 16 };

static uint64_t scrambled(uint64_t x) {
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9U;
  x = (x ^ x >> 27) * 0x94d049bb133111ebU;
  return x ^ x >> 31;
}

static uint64_t sum_of(range r) {
  uint64_t sum = 0;
  for (const int* number = r.first; number < r.last; ++number) sum += scrambled((uint64_t)*number);
  return sum;
}

int quicksort_make(quicksort* made, int size) {
  made->all.first = malloc((size_t)size * sizeof(int));
  if (made->all.first == NULL) return 0;
  made->all.last = made->all.first + size;
  for (int i = 0; i < size; ++i) made->all.first[i] = (int)(scrambled((uint64_t)i + 1) >> 33);
  made->sum = sum_of(made->all);
  return 1;
}

const char* quicksort_end(quicksort* made) {
  const char* wrong = sum_of(made->all) == made->sum ? NULL : "the numbers are not the same";
  for (const int* number = made->all.first + 1; number < made->all.last; ++number) {
    if (number[-1] > *number) wrong = "the numbers are not sorted";
  }
  free(made->all.first);
  return wrong;
}

int is_leaf(range r) { return r.last - r.first <= leaf; }

/* Hoare's partition around the median of three. */
range divide(range* r) {
  const int a = *r->first;
  const int b = r->first[(r->last - r->first) / 2];
  const int c = r->last[-1];
  const int pivot = a < b ? (b < c ? b : a < c ? c : a) : (a < c ? a : b < c ? c : b);
  int* low = r->first;
  int* high = r->last - 1;
  for (;;) {
    while (*low < pivot) ++low;
    while (*high > pivot) --high;
    if (low >= high) break;
    const int swapped = *low;
    *low++ = *high;
    *high-- = swapped;
  }
  const range left = {r->first, low > high ? low : low + 1};
  r->first = left.last;
  return left;
}

static void insert(range r) {
  for (int* next = r.first + 1; next < r.last; ++next) {
    const int number = *next;
    int* to = next;
    for (; to > r.first && to[-1] > number; --to) *to = to[-1];
    *to = number;
  }
}

void sort_leaf(range r) {
  while (r.last - r.first > few) sort_leaf(divide(&r));
  insert(r);
}
