/* WSL06's three applications (section 2.4), each written twice: over task pools (pools.c), and with OpenMP's own tasks
 * (tasks.c). Input, steps of the work and checks are the same for both: quicksort.h, labyrinth.h, cholesky.h.
 */
#ifndef JACKDAW_BENCH_WSL06_APPLICATION_H
#define JACKDAW_BENCH_WSL06_APPLICATION_H

typedef struct measurement {
  double seconds;
  double units; /* numbers sorted, squares reached, columns computed */
} measurement;

typedef struct application {
  const char* name;
  int most; /* the largest size: numbers, squares in a row, points of a grid in a row */
  /* Input of that size, a timed run by so many threads (0: by none, serially, where the program can), a check. NULL,
   * or what is wrong. */
  const char* (*run)(int size, int threads, measurement* found);
} application;

enum { application_count = 3 };
extern const application applications[application_count];

/* What the command line has between the size and the threads: a line for the user, and the function that reads it.
 * That returns how many words it has taken. */
extern const char choice_usage[];
int take_choice(int count, char** words);
extern const int fewest_threads;

/* One line on stderr, and exit status 2. */
_Noreturn void refuse(const char* what, const char* word, const char* expected);

static const char no_memory[] = "no memory";

#endif
