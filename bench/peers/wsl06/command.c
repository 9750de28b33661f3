/* APPLICATION SIZE CHOICE THREADS…: a run for each number of threads, and a line for each, "seconds units" or "! what is
 * wrong" (exit status 1). --version: a line that names the compiler.
 */
#include <errno.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/peers/wsl06/application.h"

void refuse(const char* what, const char* word, const char* expected) {
  fprintf(stderr, "no %s: '%s'; expected %s\n", what, word, expected);
  exit(2);
}

static int usage(const char* program) {
  fprintf(stderr, "%s: expected APPLICATION SIZE %s%sTHREADS...\n", program, choice_usage,
          choice_usage[0] != '\0' ? " " : "");
  return 2;
}

static int number(const char* what, const char* word, int least, int most) {
  char* end = NULL;
  errno = 0;
  const long value = strtol(word, &end, 10);
  if (errno == 0 && end != word && *end == '\0' && value >= least && value <= most) return (int)value;
  char expected[64];
  snprintf(expected, sizeof expected, "a whole number from %d to %d", least, most);
  refuse(what, word, expected);
}

static const application* named(const char* word) {
  for (int i = 0; i < application_count; ++i) {
    if (strcmp(applications[i].name, word) == 0) return &applications[i];
  }
  refuse("application", word, "quicksort, labyrinth or cholesky");
}

int main(int count, char** words) {
  if (count == 2 && strcmp(words[1], "--version") == 0) {
#if defined(__clang__)
    printf("clang %s\n", __clang_version__);
#else
    printf("gcc %s\n", __VERSION__);
#endif
    return 0;
  }
  if (count < 4) return usage(words[0]);
  const application* const chosen = named(words[1]);
  const int size = number("size", words[2], 1, chosen->most);
  const int first = 3 + take_choice(count - 3, words + 3);
  if (first == count) return usage(words[0]);
  int status = 0;
  omp_set_dynamic(0);
  for (int at = first; at < count; ++at) {
    measurement found;
    const char* const wrong =
        chosen->run(size, number("number of threads", words[at], fewest_threads, 1024), &found);
    if (wrong == NULL) {
      printf("%.9g %.17g\n", found.seconds, found.units);
    } else {
      printf("! %s\n", wrong);
      status = 1;
    }
    fflush(stdout);
  }
  return status;
}
