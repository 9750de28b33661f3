#include "tests/faults/shortages/short_threads.hpp"

#include <atomic>
#include <cerrno>

#include <dlfcn.h>
#include <pthread.h>

namespace jackdaw::tests {

namespace {

std::atomic<unsigned> refused_from{0};
std::atomic<unsigned> refused_count{0};
std::atomic<unsigned> asked_for{0};

bool is_refused() noexcept {
  const unsigned turn = ++asked_for;
  const unsigned first = refused_from;
  return first != 0 && turn >= first && turn - first < refused_count;
}

}  // namespace

void refuse_threads(unsigned first, unsigned count) noexcept {
  asked_for = 0;
  refused_count = count;
  refused_from = first;
}

unsigned allow_threads() noexcept {
  refused_from = 0;
  return asked_for;
}

}  // namespace jackdaw::tests

extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* how, void* (*function)(void*),
                              void* argument) {
  static const auto real = reinterpret_cast<decltype(&pthread_create)>(dlsym(RTLD_NEXT, "pthread_create"));
  return jackdaw::tests::is_refused() ? EAGAIN : real(thread, how, function, argument);
}
