/* The C interface with threads of our own: every pool, every manager; errors are codes with a text. Compiled as
 * C11 and as C++20. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <jackdaw/jackdaw.h>

#include "tests/c/check.h"

enum { threads = 4, nodes = 3000 };

struct item {
  int node;
};

struct thread {
  jackdaw_pool* pool;
  unsigned me;
  unsigned char* got; /* of this thread, for each node */
  long items;
};

/* Gets nodes of a binary heap, and puts their children. */
static void* work(void* argument) {
  struct thread* mine = (struct thread*)argument;
  struct item item;
  while (jackdaw_get(mine->pool, mine->me, &item) == JACKDAW_OK) {
    int child;
    ++mine->got[item.node];
    ++mine->items;
    for (child = 2 * item.node + 1; child <= 2 * item.node + 2 && child < nodes; ++child) {
      struct item next;
      next.node = child;
      CHECK(jackdaw_put(mine->pool, mine->me, &next) == JACKDAW_OK);
    }
  }
  return NULL;
}

static void each_item_once(const char* pool_name, const char* manager) {
  jackdaw_options options;
  jackdaw_pool* pool = NULL;
  struct thread crew[threads];
  pthread_t ids[threads];
  struct item root;
  unsigned i;
  int node;
  memset(&options, 0, sizeof options);
  options.pool = pool_name;
  options.memory = manager;
  CHECK(jackdaw_create(&pool, threads, sizeof(struct item), &options) == JACKDAW_OK);
  CHECK(jackdaw_expect(pool, threads) == JACKDAW_OK);
  root.node = 0;
  CHECK(jackdaw_put(pool, 0, &root) == JACKDAW_OK);
  for (i = 0; i < threads; ++i) {
    crew[i].pool = pool;
    crew[i].me = i;
    crew[i].items = 0;
    crew[i].got = (unsigned char*)calloc(nodes, 1);
    CHECK(pthread_create(&ids[i], NULL, work, &crew[i]) == 0);
  }
  for (i = 0; i < threads; ++i) CHECK(pthread_join(ids[i], NULL) == 0);
  for (node = 0; node < nodes; ++node) {
    int times = 0;
    for (i = 0; i < threads; ++i) times += crew[i].got[node];
    if (times != 1) fprintf(stderr, "%s, %s: ", pool_name, manager);
    CHECK(times == 1);
    if (times != 1) break;
  }
  for (i = 0; i < threads; ++i) free(crew[i].got);
  jackdaw_destroy(pool);
}

static void errors_are_codes(void) {
  jackdaw_options options;
  jackdaw_pool* pool = NULL;
  struct item item;
  unsigned me = 99;
  memset(&options, 0, sizeof options);
  item.node = 5;

  CHECK(jackdaw_create(NULL, 1, 1, NULL) == JACKDAW_BAD_ARGUMENT);
  CHECK(jackdaw_create(&pool, 0, 1, NULL) == JACKDAW_BAD_ARGUMENT && pool == NULL);
  CHECK(strstr(jackdaw_error(), "expected 1 to") != NULL);
  CHECK(jackdaw_create(&pool, 1, 0, NULL) == JACKDAW_BAD_ARGUMENT);
  options.pool = "dq22";
  CHECK(jackdaw_create(&pool, 1, 4, &options) == JACKDAW_UNKNOWN_NAME && pool == NULL);
  CHECK(strstr(jackdaw_error(), "jackdaw_create: no pool is called 'dq22'") != NULL);
  options.pool = NULL;
  options.memory = "heap";
  CHECK(jackdaw_create(&pool, 1, 4, &options) == JACKDAW_UNKNOWN_NAME);
  options.memory = NULL;
  options.idle = "snore";
  CHECK(jackdaw_create(&pool, 1, 4, &options) == JACKDAW_UNKNOWN_NAME);

  CHECK(jackdaw_create(&pool, 2, sizeof item, NULL) == JACKDAW_OK);
  CHECK(jackdaw_put(pool, 0, &item) == JACKDAW_BAD_ARGUMENT); /* no thread has joined */
  CHECK(strstr(jackdaw_error(), "no member") != NULL);
  CHECK(jackdaw_put(pool, 2, &item) == JACKDAW_TOO_MANY);
  CHECK(jackdaw_expect(pool, 3) == JACKDAW_TOO_MANY);
  CHECK(jackdaw_team(pool, 3) == JACKDAW_TOO_MANY);
  CHECK(strcmp(jackdaw_error(), "jackdaw_team: 3 members; the pool was made for 2") == 0);
  CHECK(jackdaw_join(pool, &me) == JACKDAW_OK && me == 0);
  CHECK(jackdaw_put(pool, me, NULL) == JACKDAW_BAD_ARGUMENT);
#ifndef JACKDAW_SANITIZED /* they end the program where there is no memory */
  CHECK(jackdaw_allocate(pool, me, (size_t)-1) == NULL);
  CHECK(strcmp(jackdaw_error(), "jackdaw_allocate: no memory") == 0);
#endif
  CHECK(jackdaw_put(pool, me, &item) == JACKDAW_OK);
  item.node = 0;
  CHECK(jackdaw_try_get(pool, me, &item) == JACKDAW_OK && item.node == 5);
  CHECK(jackdaw_try_get(pool, me, &item) == JACKDAW_EMPTY);
  CHECK(jackdaw_get(pool, me, &item) == JACKDAW_EMPTY); /* alone */
  CHECK(jackdaw_join(pool, &me) == JACKDAW_OK && me == 1);
  CHECK(jackdaw_join(pool, &me) == JACKDAW_TOO_MANY);
  CHECK(jackdaw_expect(pool, 1) == JACKDAW_BAD_ARGUMENT);
  CHECK(jackdaw_leave(pool, 1) == JACKDAW_OK);
  CHECK(jackdaw_leave(pool, 1) == JACKDAW_BAD_ARGUMENT);
  CHECK(jackdaw_get(NULL, 0, &item) == JACKDAW_BAD_ARGUMENT);
  CHECK(jackdaw_put(pool, (unsigned)-1, &item) == JACKDAW_TOO_MANY);
  CHECK(strstr(jackdaw_error(), ": -1 is no member") != NULL);
  CHECK(jackdaw_patience(pool, -0.25) == JACKDAW_BAD_ARGUMENT);
  CHECK(strstr(jackdaw_error(), "jackdaw_patience: -0.25 seconds") != NULL); /* in any locale */
  CHECK(jackdaw_patience(pool, 0) == JACKDAW_BAD_ARGUMENT);
  CHECK(jackdaw_deal(pool, &item) == JACKDAW_BAD_ARGUMENT); /* no member was announced */
  jackdaw_destroy(pool);                                    /* with an empty seat, and a member */
  CHECK(jackdaw_put(pool, 0, &item) == JACKDAW_BAD_ARGUMENT);
  CHECK(strstr(jackdaw_error(), "was destroyed") != NULL);
  CHECK(jackdaw_get(pool, 0, &item) == JACKDAW_BAD_ARGUMENT);
  CHECK(jackdaw_join(pool, &me) == JACKDAW_BAD_ARGUMENT);
  CHECK(jackdaw_allocate(pool, 0, 8) == NULL);
  jackdaw_destroy(pool);
  jackdaw_destroy(NULL);
  CHECK(jackdaw_create(&pool, (unsigned)-1, 4, NULL) == JACKDAW_BAD_ARGUMENT && pool == NULL);
  CHECK(strstr(jackdaw_error(), ": -1 members") != NULL);
  CHECK(jackdaw_create(&pool, 1, (size_t)-1, NULL) == JACKDAW_BAD_ARGUMENT);
  CHECK(strstr(jackdaw_error(), "items of -1 bytes") != NULL);
  CHECK(jackdaw_status_text(JACKDAW_EMPTY)[0] != '\0');
  CHECK(jackdaw_status_text(JACKDAW_MISSING)[0] != '\0');
  CHECK(strcmp(jackdaw_status_text((jackdaw_status)99), "unknown status") == 0);
  CHECK(jackdaw_name((jackdaw_catalogue)7, 0) == NULL);
}

/* Names come from outside: from the environment, from files. */
static void what_errors_quote_is_harmless(void) {
  jackdaw_options options;
  jackdaw_pool* pool = NULL;
  char endless[5000];
  const char* each;
  memset(&options, 0, sizeof options);
  options.pool = "a\n\x1b[2J\xff\xe2\x80\xae\xc3\xa9";
  CHECK(jackdaw_create(&pool, 1, 4, &options) == JACKDAW_UNKNOWN_NAME);
  CHECK(strstr(jackdaw_error(),
               "no pool is called 'a\\x0a\\x1b[2J\\xff\\xe2\\x80\\xae\xc3\xa9'; expected one of") != NULL);
  memset(endless, 'n', sizeof endless);
  memset(endless + 1000, '\x01', 2000);
  endless[sizeof endless - 1] = '\0';
  options.pool = options.memory = options.idle = ""; /* as NULL: the defaults */
  CHECK(jackdaw_create(&pool, 1, 4, &options) == JACKDAW_OK);
  jackdaw_destroy(pool);
  options.pool = options.idle = NULL;
  options.memory = endless;
  CHECK(jackdaw_create(&pool, 1, 4, &options) == JACKDAW_UNKNOWN_NAME);
  CHECK(strlen(jackdaw_error()) < 1024);
  CHECK(strstr(jackdaw_error(), "'; expected one of") !=
        NULL); /* the name is shortened, not what is expected */
  for (each = jackdaw_error(); *each != '\0'; ++each) CHECK((unsigned char)*each >= 0x20);
}

struct hand_over {
  jackdaw_pool* pool;
  int item; /* of member 0, when it has got one */
};

static int sees_item(void* argument) {
  const struct hand_over* with = (const struct hand_over*)argument;
  return jackdaw_look(with->pool, 0) == JACKDAW_OK;
}

/* Member 0 waits in its own way. */
static void* wait_for_item(void* argument) {
  struct hand_over* with = (struct hand_over*)argument;
  struct item found;
  found.node = 0;
  while (jackdaw_try_get(with->pool, 0, &found) != JACKDAW_OK)
    CHECK(jackdaw_sleep_until(sees_item, with) == JACKDAW_OK);
  with->item = found.node;
  return NULL;
}

static int always(void* argument) { return argument == NULL; }

static void a_sleeper_is_told_of_puts(void) {
  struct hand_over with;
  struct item item;
  pthread_t sleeper;
  with.pool = NULL;
  with.item = 0;
  item.node = 7;
  CHECK(jackdaw_create(&with.pool, 2, sizeof item, NULL) == JACKDAW_OK);
  CHECK(jackdaw_look(with.pool, 0) == JACKDAW_BAD_ARGUMENT); /* no thread has joined */
  CHECK(jackdaw_expect(with.pool, 2) == JACKDAW_OK);
  while (jackdaw_look(with.pool, 1) == JACKDAW_OK) jackdaw_yield(); /* asks the other first */
  CHECK(jackdaw_look(with.pool, 1) == JACKDAW_EMPTY);
  CHECK(pthread_create(&sleeper, NULL, wait_for_item, &with) == 0);
  CHECK(jackdaw_put(with.pool, 1, &item) == JACKDAW_OK);
  jackdaw_notify();
  CHECK(pthread_join(sleeper, NULL) == 0);
  CHECK(with.item == 7);
  jackdaw_destroy(with.pool);
  CHECK(jackdaw_sleep_until(always, NULL) == JACKDAW_OK);
  CHECK(jackdaw_sleep_until(NULL, NULL) == JACKDAW_BAD_ARGUMENT);
}

/* Announced members come and go with the teams: fewer than before, more again; items of one that has left are got. */
static void teams_of_other_sizes(const char* pool_name) {
  jackdaw_options options;
  jackdaw_pool* pool = NULL;
  struct item item;
  unsigned i;
  memset(&options, 0, sizeof options);
  options.pool = pool_name;
  item.node = 1;
  CHECK(jackdaw_create(&pool, 4, sizeof item, &options) == JACKDAW_OK);
  CHECK(jackdaw_expect(pool, 4) == JACKDAW_OK);
  for (i = 0; i < 4; ++i) CHECK(jackdaw_deal(pool, &item) == JACKDAW_OK);
  CHECK(jackdaw_expect(pool, 1) == JACKDAW_OK); /* 1 to 3 do not come */
  for (i = 0; i < 4; ++i) CHECK(jackdaw_get(pool, 0, &item) == JACKDAW_OK);
  CHECK(jackdaw_get(pool, 0, &item) == JACKDAW_EMPTY);
  CHECK(jackdaw_last_status() == JACKDAW_EMPTY);
  CHECK(jackdaw_put(pool, 1, &item) == JACKDAW_BAD_ARGUMENT);
  CHECK(jackdaw_team(pool, 2) == JACKDAW_OK);
  CHECK(jackdaw_team(pool, 2) == JACKDAW_OK);
  CHECK(jackdaw_put(pool, 1, &item) == JACKDAW_OK);
  CHECK(jackdaw_get(pool, 1, &item) == JACKDAW_OK);
  CHECK(jackdaw_expect(pool, 1) == JACKDAW_OK); /* one that has come goes, too */
  CHECK(jackdaw_get(pool, 0, &item) == JACKDAW_EMPTY);
  CHECK(jackdaw_expect(pool, 5) == JACKDAW_TOO_MANY);
  jackdaw_destroy(pool);
}

/* Many members, none of which has anything: to destroy them takes no look at each by each. */
static void many_members(void) {
  jackdaw_pool* pool = NULL;
  struct item item;
  item.node = 3;
  CHECK(jackdaw_create(&pool, 32767, sizeof item, NULL) == JACKDAW_OK);
  CHECK(jackdaw_expect(pool, 32767) == JACKDAW_OK);
  CHECK(jackdaw_put(pool, 32766, &item) == JACKDAW_OK);
  jackdaw_destroy(pool);
}

static void memory_by_member(void) {
  jackdaw_pool* pool = NULL;
  size_t bytes;
  CHECK(jackdaw_create(&pool, 2, 1, NULL) == JACKDAW_OK);
  CHECK(jackdaw_expect(pool, 2) == JACKDAW_OK);
  for (bytes = 1; bytes <= 100000; bytes *= 7) {
    void* block = jackdaw_allocate(pool, 0, bytes);
    CHECK(block != NULL);
    memset(block, 1, bytes);
    jackdaw_free(pool, 1, block, bytes);
  }
  CHECK(jackdaw_allocate(pool, 2, 8) == NULL);
  jackdaw_free(pool, 0, NULL, 8);
  jackdaw_destroy(pool);
}

int main(void) {
  size_t pool;
  size_t manager;
  size_t managers = 0;
  while (jackdaw_name(JACKDAW_MEMORY_MANAGERS, managers) != NULL) ++managers;
  CHECK(managers >= 19);
  CHECK(jackdaw_name(JACKDAW_IDLE_POLICIES, 0) != NULL);
  for (pool = 0; jackdaw_name(JACKDAW_POOLS, pool) != NULL; ++pool)
    each_item_once(jackdaw_name(JACKDAW_POOLS, pool), jackdaw_name(JACKDAW_MEMORY_MANAGERS, pool % managers));
  CHECK(pool >= 20);
  for (manager = 0; manager < managers; ++manager)
    each_item_once("dq8", jackdaw_name(JACKDAW_MEMORY_MANAGERS, manager));
  errors_are_codes();
  what_errors_quote_is_harmless();
  a_sleeper_is_told_of_puts();
  memory_by_member();
  for (pool = 0; jackdaw_name(JACKDAW_POOLS, pool) != NULL; ++pool)
    teams_of_other_sizes(jackdaw_name(JACKDAW_POOLS, pool));
  many_members();
  if (failures == 0) printf("all well\n");
  return failures == 0 ? 0 : 1;
}
