// Where an engine lives: its process, its threads, and which thread has the seat of worker 0.
//
// Nothing here is thread-local: a plugin that was loaded with dlopen() may have thread-local variables of
// its own, but it sees the same engine.
//
// TO-Z1  what children of fork() cannot free is in a list that only tools which look for leaks read.
#pragma once

#include <array>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

#include <pthread.h>
#include <sys/types.h>
#include <unistd.h>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/threads/this_process.hpp>
#include <jackdaw/worker/external/reserve_threads.hpp>

namespace jackdaw::working {

/// The threads of an engine, in the process that made them.
class thread_owner {
 public:
  thread_owner() = default;
  thread_owner(const thread_owner&) = delete;
  thread_owner& operator=(const thread_owner&) = delete;

  /// In the child of a fork() these threads do not exist, and the memory of their handles may belong to new
  /// ones. So the handles are kept for ever, unused.
  ~thread_owner() {
    if (is_here()) return;
    own_threads* const kept = own_.release();
    kept->next = lost.load(base::relaxed);
    while (!lost.compare_exchange_weak(kept->next, kept, base::release, base::relaxed)) {}  // TO-Z1
  }

  /// Whether this is the process that made the engine.
  [[nodiscard]] bool is_here() const noexcept { return base::this_process() == process_; }

  /// Throws std::logic_error in the child of a fork().
  void require_here() const {
    if (!is_here()) {
      throw std::logic_error(
          "a scheduler is used in a child of fork(), where its threads do not exist; "
          "expected a scheduler that the child has made");
    }
  }

  /// Whether the calling thread works for this engine.
  [[nodiscard]] bool engages_caller() const noexcept {
    const pthread_t caller = pthread_self();
    if (seat_.load(base::relaxed) == caller) return true;
    for (unsigned post = 0, all = posts_.load(base::relaxed); post < all; ++post) {
      if (on_post_[post].load(base::relaxed) == caller) return true;
    }
    for (const auto& thread : threads) {
      if (pthread_equal(const_cast<std::thread&>(thread).native_handle(), caller) != 0) return true;
    }
    return false;
  }

  /// For as long as it lives, the calling thread is worker 0; one at a time.
  class seat {
   public:
    explicit seat(thread_owner& of) noexcept : owner_(of) {
      owner_.seat_.store(pthread_self(), base::relaxed);
    }
    seat(const seat&) = delete;
    seat& operator=(const seat&) = delete;
    ~seat() { owner_.seat_.store(no_thread, base::relaxed); }

   private:
    thread_owner& owner_;
  };

  /// The calling thread is the reserve thread at `post` from now on.
  void takes_post(unsigned post) noexcept {
    on_post_[post].store(pthread_self(), base::relaxed);
    for (unsigned seen = posts_.load(base::relaxed);
         seen <= post && !posts_.compare_exchange_weak(seen, post + 1, base::relaxed, base::relaxed);) {}
  }

  /// How many of the first posts have been taken.
  [[nodiscard]] const base::atomic<unsigned>& posts_taken() const noexcept { return posts_; }

 private:
  struct own_threads {
    std::vector<std::thread> threads;
    std::thread stand_in_thread;
    std::array<std::thread, reserve_threads::most> on_reserve;
    own_threads* next = nullptr;
  };
  // Any thread of a child may destroy its parent's engines. Only tools that look for leaks read this list.
  inline static base::atomic<own_threads*> lost{nullptr};
  std::unique_ptr<own_threads> own_ = std::make_unique<own_threads>();

 public:
  std::vector<std::thread>& threads = own_->threads;     // workers 1, 2, …; not changed once tasks run
  std::thread& stand_in_thread = own_->stand_in_thread;  // engages_caller() knows it by the seat
  std::array<std::thread, reserve_threads::most>& on_reserve = own_->on_reserve;

 private:
  static constexpr pthread_t no_thread = 0;  // in glibc and musl a pthread_t is an address

  const pid_t process_ = base::this_process();
  // A thread finds itself here exactly while it has the seat: it has written the word itself, last of all
  // that it reads.
  base::atomic<pthread_t> seat_{no_thread};
  base::atomic<unsigned> posts_{0};  // likewise, of those below it that have been taken
  std::array<base::atomic<pthread_t>, reserve_threads::most> on_post_{};
};

}  // namespace jackdaw::working
