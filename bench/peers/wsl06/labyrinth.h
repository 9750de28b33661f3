/* Labyrinth search, breadth first: a task is a square that has been reached; it reaches its neighbours. */
#ifndef JACKDAW_BENCH_WSL06_LABYRINTH_H
#define JACKDAW_BENCH_WSL06_LABYRINTH_H

#include <stdatomic.h>

/* The state of a square: its distance from the entry, or one of these. */
enum { wall = -2, unreached = -1 };
typedef atomic_int square;

typedef struct labyrinth {
  int width; /* of a square of squares, the walls around it included */
  square* squares;
  square* entry;
} labyrinth;

/* `size` x `size` squares, three of ten walls, and the entry in the middle. 0 when there is no memory. */
int labyrinth_make(labyrinth* made, int size);

/* Whether all distances are those of a serial search. NULL, or what is wrong; how many squares were reached. Frees the
 * labyrinth. */
const char* labyrinth_end(labyrinth* made, double* reached);

/* Reaches the neighbours of a square of that distance: those that no thread had reached are stored in `found`, and
 * their number is returned. By several threads at a time, for squares of the same distance. */
int reach_neighbours(const labyrinth* in, square* from, int distance, square* found[4]);

#endif
