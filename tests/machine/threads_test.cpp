// The threads that the library makes. signals-taken: they leave the program's signals to the program's threads; faults
// stay where they happen. And when there is no room for a thread, that is tried again for a moment.
//
// This program has a pthread_create of its own, which refuses.
#include <atomic>
#include <cerrno>
#include <system_error>
#include <thread>

#include <dlfcn.h>
#include <doctest/doctest.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <jackdaw/base/threads/thread_start.hpp>
#include <jackdaw/jackdaw.hpp>

#include "tests/machine/process/child.hpp"
#include "tests/support/machine/all_workers.hpp"
#include "tests/support/schedulers.hpp"

using namespace jackdaw;

namespace {

std::atomic<unsigned> asked{0};     // for threads
std::atomic<unsigned> refusals{0};  // how many of the next ones get an error
std::atomic<int> refused_by{EAGAIN};

}  // namespace

extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* how, void* (*function)(void*),
                              void* argument) {
  static const auto real = reinterpret_cast<decltype(&pthread_create)>(dlsym(RTLD_NEXT, "pthread_create"));
  ++asked;
  if (unsigned left = refusals; left != 0) {
    refusals = left - 1;
    return refused_by;
  }
  return real(thread, how, function, argument);
}

namespace {

/// Makes a scheduler of three while the next `times` threads are refused: how often it has asked, and whether it was
/// made.
struct attempt {
  unsigned asked;
  bool made;
};
attempt make_refused(unsigned times, int error) {
  asked = 0;
  refusals = times;
  refused_by = error;
  attempt result{0, true};
  try {
    scheduler own(3U);
    own.run([] {});
  } catch (const std::system_error& e) {
    result.made = false;
    if (e.code().value() != error) result.asked = ~0U;
  }
  refusals = 0;
  result.asked += asked;
  return result;
}

const scheduler_options three{.workers = 3, .surplus = surplus_use::work};

sigset_t set_of(int signal) {
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, signal);
  return one;
}

bool blocks(int signal) {
  sigset_t now;
  pthread_sigmask(SIG_BLOCK, nullptr, &now);
  return sigismember(&now, signal) == 1;
}

/// Sends `signal` to the process: whether the calling thread, which blocks it, can take it.
bool takes_by_waiting(int signal) {
  const sigset_t wanted = set_of(signal);
  pthread_sigmask(SIG_BLOCK, &wanted, nullptr);
  kill(getpid(), signal);
  const timespec long_enough{30, 0};
  return sigtimedwait(&wanted, nullptr, &long_enough) == signal;
}

std::atomic<pid_t> handled_by{0};

}  // namespace

TEST_CASE("signals-taken: a program waits for a signal with sigtimedwait() after workers were made") {
  for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGCHLD, SIGALRM, SIGRTMIN}) {
    CAPTURE(signal);
    CHECK(tests::in_child([signal] {
      scheduler own(three);
      tests::on_all_workers(own, [](worker&) {});
      return takes_by_waiting(signal);
    }));
  }
  CHECK(tests::in_child([] {
    join([] {}, [] {});  // the process-wide scheduler
    auto chosen = tests::make_scheduler({.pool = "dq2", .workers = 3});
    chosen.run([] {});
    return takes_by_waiting(SIGTERM);
  }));
}

TEST_CASE("signals-taken: a handler runs on the thread that is there for it, while all workers are busy") {
  CHECK(tests::in_child([] {
    const sigset_t user = set_of(SIGUSR1);
    std::atomic<bool> over{false};
    std::atomic<pid_t> wanted{0};
    struct sigaction act{};
    act.sa_handler = [](int) { handled_by = gettid(); };
    sigaction(SIGUSR1, &act, nullptr);
    scheduler own(three);  // by a thread that does not block it
    std::thread there([&] {
      wanted = gettid();
      while (!over) std::this_thread::yield();
    });
    while (wanted == 0) std::this_thread::yield();
    pthread_sigmask(SIG_BLOCK, &user, nullptr);
    bool well = true;
    tests::on_all_workers(own, [&](worker& w) {
      if (w.id() != 0) {
        while (!over) std::this_thread::yield();
        return;
      }
      for (int i = 0; i < 50; ++i) {
        handled_by = 0;
        kill(getpid(), SIGUSR1);
        while (handled_by == 0) std::this_thread::yield();
        well = well && handled_by == wanted;
      }
      over = true;
    });
    there.join();
    return well;
  }));
}

TEST_CASE("signals-taken: what workers block; the caller's mask stays as it is") {
  scheduler own(three);
  CHECK_FALSE(blocks(SIGTERM));
  std::atomic<int> wrong{0};
  tests::on_all_workers(own, [&](worker& w) {
    for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGCHLD, SIGALRM, SIGTSTP,
                             SIGWINCH, SIGRTMIN, SIGRTMAX}) {
      if (blocks(signal) != (w.id() != 0)) ++wrong;
    }
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT, SIGPIPE, SIGPROF}) {
      if (blocks(signal)) ++wrong;
    }
  });
  CHECK(wrong == 0);
}

TEST_CASE("signals-taken: a fault in a task comes to the program's handler, on any worker") {
  for (unsigned at = 0; at < 3; ++at) {
    CHECK(tests::status_of_child([at] {
            struct sigaction act{};
            act.sa_handler = [](int) { _exit(7); };
            sigaction(SIGSEGV, &act, nullptr);
            scheduler own(three);
            tests::on_all_workers(own, [at](worker& w) {
              if (w.id() == at) raise(SIGSEGV);
            });
          }) == 7);
  }
}

TEST_CASE("no room for a thread: tried again for a moment, then an error; nothing is left behind") {
  for (const unsigned times : {0U, 1U, base::thread_start_tries - 1}) {
    const attempt seen = make_refused(times, EAGAIN);
    CHECK(seen.made);
    CHECK(seen.asked == 2 + times);
  }
  const attempt never = make_refused(1000, EAGAIN);
  CHECK_FALSE(never.made);
  CHECK(never.asked == base::thread_start_tries);
  const attempt other = make_refused(1000, EPERM);
  CHECK_FALSE(other.made);
  CHECK(other.asked == 1);
}
