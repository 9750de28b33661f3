// A thread with a stack of a chosen size.
#pragma once

#include <cstddef>

#include <doctest/doctest.h>
#include <pthread.h>

namespace jackdaw::tests {

/// Calls `function()` in a thread with a stack of `bytes` bytes, and returns when it is over. It must not throw.
template <class F>
void on_stack(std::size_t bytes, F function) {
  pthread_attr_t attributes;
  REQUIRE(pthread_attr_init(&attributes) == 0);
  REQUIRE(pthread_attr_setstacksize(&attributes, bytes) == 0);
  const auto begin = [](void* called) -> void* {
    (*static_cast<F*>(called))();
    return nullptr;
  };
  pthread_t thread;
  REQUIRE(pthread_create(&thread, &attributes, begin, &function) == 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
}

}  // namespace jackdaw::tests
