/* Sparse Cholesky factorization, right-looking: a task computes a column, then updates all columns that depend on it.
 * The one that makes the last update of a column makes it a task.
 */
#ifndef JACKDAW_BENCH_WSL06_CHOLESKY_H
#define JACKDAW_BENCH_WSL06_CHOLESKY_H

#include <omp.h>

/* A column of L, from the diagonal down. */
typedef struct column {
  int count; /* of entries */
  int* rows; /* their rows, ascending; the first is the column's own number */
  double* values;
  int all_updates;
  int updates; /* that are still to come; under the lock */
  omp_lock_t lock;
} column;

typedef struct cholesky {
  int side;  /* of the grid whose Laplacian is factorized, in the order of nested dissection */
  int count; /* of columns */
  column* columns;
  int* position; /* of each point of the grid among the columns */
  int* all_rows;
  double* all_values;
} cholesky;

/* The structure of L for the Laplacian of a grid of `side` x `side` points. 0 when there is no memory; to be ended all
 * the same. */
int cholesky_make(cholesky* made, int side);

/* How many factorizations make a measurement: of about 10 000 columns. */
static inline int cholesky_rounds(int side) { return 10000 / (side * side) + 1; }

/* L is the lower triangle of the Laplacian, to begin with. */
void cholesky_load(cholesky* in);

/* Whether L solves an equation whose solution is known. NULL, or what is wrong. */
const char* cholesky_check(const cholesky* in);

void cholesky_end(cholesky* made);

/* Computes a column that has all its updates, and updates those that depend on it. Calls ready(context, other) for each
 * that has had its last one. Without `ready` by one thread, for all columns in turn. */
void compute_column(cholesky* in, column* c, void (*ready)(void* context, column* other), void* context);

#endif
