// The mutexes of the C library, for schedule tests: in an exploration a std::mutex is a lock of the simulated machine,
// where a thread that waits for it gets no turn. Elsewhere it is what it is. Only schedule tests link this.
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <unordered_map>
#include <utility>

#include <dlfcn.h>
#include <pthread.h>

#include <jackdaw/simulated/explored_atomic.hpp>
#include <jackdaw/simulated/explorer.hpp>

#include "src/simulated/machine.hpp"

namespace {

using jackdaw::simulated::explorer;
using word = jackdaw::simulated::explored_atomic<std::uint32_t>;  // 1: locked

/// Of the exploration that goes on. One that has failed leaves some locked.
word& word_of(const pthread_mutex_t* mutex) {
  static std::unordered_map<const pthread_mutex_t*, word> all;
  static std::uint64_t exploration = 0;
  auto* const here =
      std::exchange(jackdaw::simulated::current_machine, nullptr);  // as if it had been there before
  if (exploration != here->exploration()) all.clear();
  exploration = here->exploration();
  word& found = all[mutex];
  jackdaw::simulated::current_machine = here;
  return found;
}

int real(const char* name, pthread_mutex_t* mutex) {
  void* const found = dlsym(RTLD_NEXT, name);
  if (found == nullptr) std::abort();
  return reinterpret_cast<int (*)(pthread_mutex_t*)>(found)(mutex);
}

}  // namespace

extern "C" {

int pthread_mutex_lock(pthread_mutex_t* mutex) noexcept {
  if (!explorer::active()) return real("pthread_mutex_lock", mutex);
  word& locked = word_of(mutex);
  while (locked.exchange(1, std::memory_order_acquire) != 0)
    explorer::block_until([&locked] { return locked.peek() == 0; });
  return 0;
}

int pthread_mutex_trylock(pthread_mutex_t* mutex) noexcept {
  if (!explorer::active()) return real("pthread_mutex_trylock", mutex);
  return word_of(mutex).exchange(1, std::memory_order_acquire) == 0 ? 0 : EBUSY;
}

int pthread_mutex_unlock(pthread_mutex_t* mutex) noexcept {
  if (!explorer::active()) return real("pthread_mutex_unlock", mutex);
  word_of(mutex).store(0, std::memory_order_release);
  return 0;
}

}  // extern "C"
