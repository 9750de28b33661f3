#include "bench/peers/wsl06/labyrinth.h"

#include <stdint.h>
#include <stdlib.h>

int labyrinth_make(labyrinth* made, int size) {
  const int width = size + 2;
  made->width = width;
  made->squares = malloc((size_t)width * (size_t)width * sizeof(square));
  if (made->squares == NULL) return 0;
  made->entry = made->squares + (width / 2 * width + width / 2);
  uint64_t state = 1;
  for (int y = 0; y < width; ++y) {
    for (int x = 0; x < width; ++x) {
      const int outside = x == 0 || y == 0 || x == width - 1 || y == width - 1;
      state = state * 6364136223846793005U + 1442695040888963407U;
      const int is_wall = outside || (state >> 33U) % 10 < 3;
      atomic_init(&made->squares[y * width + x], is_wall ? wall : unreached);
    }
  }
  atomic_init(made->entry, 0);
  return 1;
}

int reach_neighbours(const labyrinth* in, square* from, int distance, square* found[4]) {
  square* const beside[] = {from - in->width, from - 1, from + 1, from + in->width};
  int count = 0;
  for (int i = 0; i < 4; ++i) {
    int before = atomic_load_explicit(beside[i], memory_order_relaxed);
    /* The squares are published by the pools, or by the ends of tasks. */
    if (before == unreached &&
        atomic_compare_exchange_strong_explicit(beside[i], &before, distance + 1, memory_order_relaxed,
                                                memory_order_relaxed))
      found[count++] = beside[i];
  }
  return count;
}

/* The distances of a serial search in `distance`; how many squares it has reached. */
static size_t search_serially(const labyrinth* in, int* distance, size_t* queue) {
  const size_t entry = (size_t)(in->entry - in->squares);
  const size_t width = (size_t)in->width;
  for (size_t i = 0; i < width * width; ++i) distance[i] = in->squares[i] == wall ? wall : unreached;
  size_t end = 0;
  distance[entry] = 0;
  queue[end++] = entry;
  for (size_t next = 0; next < end; ++next) {
    const size_t at = queue[next];
    const size_t beside[] = {at - width, at - 1, at + 1, at + width};
    for (int i = 0; i < 4; ++i) {
      if (distance[beside[i]] != unreached) continue;
      distance[beside[i]] = distance[at] + 1;
      queue[end++] = beside[i];
    }
  }
  return end;
}

const char* labyrinth_end(labyrinth* made, double* reached) {
  const size_t count = (size_t)made->width * (size_t)made->width;
  int* const distance = malloc(count * sizeof(int));
  size_t* const queue = malloc(count * sizeof(size_t));
  const char* wrong = "no memory for the check";
  if (distance != NULL && queue != NULL) {
    wrong = NULL;
    *reached = (double)search_serially(made, distance, queue);
    for (size_t i = 0; i < count; ++i) {
      if (distance[i] != made->squares[i]) wrong = "a distance is not that of a serial search";
    }
  }
  free(distance);
  free(queue);
  free(made->squares);
  return wrong;
}
