#include "bench/peers/wsl06/cholesky.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>

/* Numbers the points of a rectangle of the grid, from `next` on: both halves, then the line between them. */
static int dissect(cholesky* in, int left, int top, int width, int height, int next) {
  if (width <= 0 || height <= 0) return next;
  if (width <= 2 && height <= 2) {
    for (int y = top; y < top + height; ++y)
      for (int x = left; x < left + width; ++x) in->position[y * in->side + x] = next++;
  } else if (width >= height) {
    next = dissect(in, left, top, width / 2, height, next);
    next = dissect(in, left + width / 2 + 1, top, width - width / 2 - 1, height, next);
    for (int y = top; y < top + height; ++y) in->position[y * in->side + left + width / 2] = next++;
  } else {
    next = dissect(in, left, top, width, height / 2, next);
    next = dissect(in, left, top + height / 2 + 1, width, height - height / 2 - 1, next);
    for (int x = left; x < left + width; ++x) in->position[(top + height / 2) * in->side + x] = next++;
  }
  return next;
}

/* The columns of the neighbours of a point, up to four; how many. */
static int neighbours(const cholesky* in, int point, int found[4]) {
  const int x = point % in->side;
  const int y = point / in->side;
  int count = 0;
  if (x > 0) found[count++] = in->position[point - 1];
  if (x < in->side - 1) found[count++] = in->position[point + 1];
  if (y > 0) found[count++] = in->position[point - in->side];
  if (y < in->side - 1) found[count++] = in->position[point + in->side];
  return count;
}

static int by_value(const void* a, const void* b) { return *(const int*)a - *(const int*)b; }

/* Adds to column `number` the rows below the diagonal that are not marked yet. */
static void add_rows(column* to, int number, const int* rows, int count, int* marks) {
  for (int i = 0; i < count; ++i) {
    if (rows[i] <= number || marks[rows[i]] == number) continue;
    marks[rows[i]] = number;
    to->rows[to->count++] = rows[i];
  }
}

/* The rows of all columns, one after the other in `all_rows`, which has room for `room`; how many, or 0 when it has not.
 * A column has the rows of A, and those of its children in the elimination tree: the columns whose first row below the
 * diagonal it is. `marks`, `child`, `sibling`: -1 for each column; `points`: the point of each. */
static size_t find_rows(cholesky* in, const int* points, int* marks, int* child, int* sibling, size_t room) {
  size_t used = 0;
  for (int number = 0; number < in->count; ++number) {
    column* const c = &in->columns[number];
    if (room - used < (size_t)(in->count - number)) return 0;
    c->rows = in->all_rows + used;
    c->rows[0] = number;
    c->count = 1;
    int beside[4];
    add_rows(c, number, beside, neighbours(in, points[number], beside), marks);
    for (int each = child[number]; each >= 0; each = sibling[each])
      add_rows(c, number, in->columns[each].rows, in->columns[each].count, marks);
    qsort(c->rows, (size_t)c->count, sizeof(int), by_value);
    used += (size_t)c->count;
    if (c->count == 1) continue;
    const int parent = c->rows[1];
    sibling[number] = child[parent];
    child[parent] = number;
  }
  return used;
}

/* Doubles the room for rows until it is enough. 0 when there is no memory. */
static size_t make_rows(cholesky* in, int* scratch) {
  const size_t count = (size_t)in->count;
  int* const points = scratch;
  for (int point = 0; point < in->count; ++point) points[in->position[point]] = point;
  for (size_t room = 16 * count + 1024;; room *= 2) {
    int* const rows = realloc(in->all_rows, room * sizeof(int));
    if (rows == NULL) return 0;
    in->all_rows = rows;
    for (size_t i = count; i < 4 * count; ++i) scratch[i] = -1;
    const size_t used =
        find_rows(in, points, scratch + count, scratch + 2 * count, scratch + 3 * count, room);
    if (used != 0) return used;
  }
}

int cholesky_make(cholesky* made, int side) {
  const size_t count = (size_t)side * (size_t)side;
  *made =
      (cholesky){side, side * side, malloc(count * sizeof(column)), malloc(count * sizeof(int)), NULL, NULL};
  int* const scratch = malloc(4 * count * sizeof(int));
  if (made->columns == NULL || made->position == NULL || scratch == NULL) {
    free(scratch);
    made->count = 0;
    return 0;
  }
  for (size_t i = 0; i < count; ++i) omp_init_lock(&made->columns[i].lock);
  dissect(made, 0, 0, side, side, 0);
  const size_t rows = make_rows(made, scratch);
  free(scratch);
  made->all_values = malloc(rows * sizeof(double));
  if (rows == 0 || made->all_values == NULL) return 0;
  for (int i = 0; i < made->count; ++i) made->columns[i].all_updates = 0;
  for (int i = 0; i < made->count; ++i) {
    column* const c = &made->columns[i];
    c->values = made->all_values + (c->rows - made->all_rows);
    for (int k = 1; k < c->count; ++k) ++made->columns[c->rows[k]].all_updates;
  }
  return 1;
}

void cholesky_end(cholesky* made) {
  for (int i = 0; i < made->count; ++i) omp_destroy_lock(&made->columns[i].lock);
  free(made->columns);
  free(made->position);
  free(made->all_rows);
  free(made->all_values);
}

void cholesky_load(cholesky* in) {
  for (int point = 0; point < in->count; ++point) {
    column* const c = &in->columns[in->position[point]];
    int beside[4];
    const int count = neighbours(in, point, beside);
    c->updates = c->all_updates;
    c->values[0] = 4;
    for (int i = 1; i < c->count; ++i) {
      c->values[i] = 0;
      for (int k = 0; k < count; ++k) {
        if (beside[k] == c->rows[i]) c->values[i] = -1;
      }
    }
  }
}

/* Subtracts from `to` what `from` contributes by its entry `at`, which is in the row of to's diagonal. */
static void update(column* to, const column* from, int at) {
  const double factor = from->values[at];
  int place = 0;
  for (int i = at; i < from->count; ++i) {
    while (to->rows[place] != from->rows[i]) ++place;
    to->values[place] -= factor * from->values[i];
  }
}

void compute_column(cholesky* in, column* c, void (*ready)(void* context, column* other), void* context) {
  const double diagonal = sqrt(c->values[0]);
  c->values[0] = diagonal;
  for (int i = 1; i < c->count; ++i) c->values[i] /= diagonal;
  for (int i = 1; i < c->count; ++i) {
    column* const other = &in->columns[c->rows[i]];
    if (ready == NULL) {
      update(other, c, i);
      continue;
    }
    omp_set_lock(&other->lock);
    update(other, c, i);
    const int left = --other->updates;
    omp_unset_lock(&other->lock);
    if (left == 0) ready(context, other);
  }
}

/* Solves L L^T x = A 1. */
const char* cholesky_check(const cholesky* in) {
  double* const x = malloc((size_t)in->count * sizeof(double));
  if (x == NULL) return "no memory for the check";
  for (int point = 0; point < in->count; ++point) {
    int beside[4];
    x[in->position[point]] = 4 - neighbours(in, point, beside);
  }
  for (int k = 0; k < in->count; ++k) {
    const column* const c = &in->columns[k];
    x[k] /= c->values[0];
    for (int i = 1; i < c->count; ++i) x[c->rows[i]] -= c->values[i] * x[k];
  }
  for (int k = in->count - 1; k >= 0; --k) {
    const column* const c = &in->columns[k];
    for (int i = 1; i < c->count; ++i) x[k] -= c->values[i] * x[c->rows[i]];
    x[k] /= c->values[0];
  }
  const char* wrong = NULL;
  for (int k = 0; k < in->count; ++k) {
    if (!(fabs(x[k] - 1) < 1e-8)) wrong = "L does not solve the equation";
  }
  free(x);
  return wrong;
}
