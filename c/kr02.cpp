// KR02, figure 2: one pool for the program. Over jackdaw.h.
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <mutex>
#include <string>

#include <jackdaw/jackdaw.h>
#include <jackdaw/tpool_kr02.h>

#include "c/calls.hpp"
#include "c/pool.hpp"

namespace {

using namespace jackdaw::c;

struct sizes {
  std::size_t task;
  std::size_t argument;
};

/// What the calls share. Made and destroyed under the lock; read without it between.
struct program_pool {
  std::mutex lock;
  std::atomic<jackdaw_pool*> pool{nullptr};
  int threads = 0;
  int argument_size = 0;
  std::atomic<std::size_t> task_bytes{sizeof(tpool_task_t)};
  std::atomic<std::size_t> argument_bytes{1};

  void set(sizes bytes) {
    task_bytes.store(bytes.task, std::memory_order_relaxed);
    argument_bytes.store(bytes.argument, std::memory_order_relaxed);
  }
};
constinit program_pool here;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

jackdaw_pool* pool() { return here.pool.load(std::memory_order_acquire); }

/// What arg_size means: the paper's programs pass 0 for tasks without arguments.
std::size_t bytes_of(int size) { return size > 0 ? static_cast<std::size_t>(size) : 1; }

jackdaw_status no_pool(const char* function) {
  return failed(JACKDAW_BAD_ARGUMENT,
                std::string(function) + ": there is no pool; expected tpool_create before");
}

/// A call of thread `tid` with the pool; the status of `body`.
int with_pool(const char* function, auto body) {
  jackdaw_pool* const all = pool();
  return static_cast<int>(all != nullptr ? body(all) : no_pool(function));
}

/// What init and put share: a task is a function.
jackdaw_status null_function(const char* function) { return null(function, "f"); }

jackdaw_status create(int n, int arg_size) {
  if (arg_size < 0) {
    return failed(JACKDAW_BAD_ARGUMENT,
                  "tpool_create: arguments of " + std::to_string(arg_size) + " bytes; expected at least 0");
  }
  const std::lock_guard hold(here.lock);
  if (pool() != nullptr) {
    if (n == here.threads && arg_size == here.argument_size) return JACKDAW_OK;
    return failed(JACKDAW_BAD_ARGUMENT,
                  "tpool_create: " + std::to_string(n) + " threads and arguments of " +
                      std::to_string(arg_size) + " bytes; the pool of the program has " +
                      std::to_string(here.threads) + " and " + std::to_string(here.argument_size) +
                      ", expected the same or tpool_finalize before");
  }
  jackdaw_options options{};
  options.pool = std::getenv("JACKDAW_POOL");
  options.memory = std::getenv("JACKDAW_MEMORY");
  jackdaw_pool* made = nullptr;
  const auto threads = static_cast<unsigned>(n);
  jackdaw_status status = jackdaw::c::create("tpool_create", &made, threads, sizeof(tpool_task_t), &options);
  if (status == JACKDAW_OK) status = expect("tpool_create", made, threads);
  if (status != JACKDAW_OK) return status;
  here.threads = n;
  here.argument_size = arg_size;
  here.set({sizeof(tpool_task_t), bytes_of(arg_size)});
  here.pool.store(made, std::memory_order_release);
  return JACKDAW_OK;
}

/// The next task, if there is one.
bool get(const char* function, int tid, tpool_task_t& task) {
  return with_pool(function, [&](jackdaw_pool* all) {
           return jackdaw::c::get(function, all, static_cast<unsigned>(tid), &task);
         }) == JACKDAW_OK;
}

void* allocate(const char* function, int tid, const std::atomic<std::size_t>& bytes) {
  jackdaw_pool* const all = pool();
  if (all != nullptr)
    return jackdaw_allocate(all, static_cast<unsigned>(tid), bytes.load(std::memory_order_relaxed));
  no_pool(function);
  return nullptr;
}

void release(const char* function, int tid, void* block, const std::atomic<std::size_t>& bytes) {
  static_cast<void>(with_pool(function, [&](jackdaw_pool* all) {
    jackdaw_free(all, static_cast<unsigned>(tid), block, bytes.load(std::memory_order_relaxed));
    return JACKDAW_OK;
  }));
}

}  // namespace

int jackdaw_kr02_create(int n, int arg_size) {
  return static_cast<int>(guarded("tpool_create", [&] { return create(n, arg_size); }));
}

void jackdaw_kr02_finalize(void) {
  const std::lock_guard hold(here.lock);
  jackdaw_destroy(here.pool.exchange(nullptr, std::memory_order_acq_rel));
}

int jackdaw_kr02_init(int tid, tpool_function_t f, void* arg) {
  const tpool_task_t task{f, arg};
  return with_pool("tpool_init", [&](jackdaw_pool* all) {
    return guarded("tpool_init", [&] {
      if (f == nullptr) return null_function("tpool_init");
      if (tid < 0 || tid >= here.threads) {
        return failed(JACKDAW_BAD_ARGUMENT, "tpool_init: " + std::to_string(tid) +
                                                " is no thread of the pool; expected 0 to " +
                                                std::to_string(here.threads - 1));
      }
      return deal("tpool_init", all, &task);
    });
  });
}

int jackdaw_kr02_put(int tid, tpool_function_t f, void* arg) {
  const tpool_task_t task{f, arg};
  return with_pool("tpool_put", [&](jackdaw_pool* all) {
    if (f == nullptr) [[unlikely]]
      return guarded("tpool_put", [] { return null_function("tpool_put"); });
    return put("tpool_put", all, static_cast<unsigned>(tid), &task);
  });
}

int jackdaw_kr02_get(int tid, tpool_function_t* f, void** arg) {
  if (f == nullptr || arg == nullptr) [[unlikely]] {
    static_cast<void>(guarded("tpool_get", [&] { return null("tpool_get", f == nullptr ? "f" : "arg"); }));
    return 0;
  }
  tpool_task_t task{};
  if (!get("tpool_get", tid, task)) return 0;
  *f = task.function;
  *arg = task.argument;
  return 1;
}

int jackdaw_kr02_run(int tid) {
  thread_local bool runs = false;
  if (runs)
    return static_cast<int>(guarded("tpool_run", [] {
      return failed(JACKDAW_BAD_ARGUMENT,
                    "tpool_run inside a task of tpool_run; expected one on each thread");
    }));
  const struct running {
    running() noexcept { runs = true; }
    ~running() { runs = false; }
  } here_now;
  tpool_task_t task{};
  while (get("tpool_run", tid, task)) task.function(tid, task.argument);
  const jackdaw_status status = jackdaw_last_status();
  return status == JACKDAW_EMPTY ? JACKDAW_OK : static_cast<int>(status);
}

int jackdaw_kr02_init_memory(int task_size, int arg_size) {
  return static_cast<int>(guarded("tpool_init_memory", [&] {
    if (task_size < 1 || arg_size < 1) {
      return failed(JACKDAW_BAD_ARGUMENT, "tpool_init_memory: tasks of " + std::to_string(task_size) +
                                              " and arguments of " + std::to_string(arg_size) +
                                              " bytes; expected at least 1");
    }
    here.set({bytes_of(task_size), bytes_of(arg_size)});
    return JACKDAW_OK;
  }));
}

void jackdaw_kr02_finalize_memory(void) {
  const std::lock_guard hold(here.lock);
  here.set({sizeof(tpool_task_t), bytes_of(here.argument_size)});
}

void* jackdaw_kr02_alloc_arg(int tid) { return allocate("tpool_alloc_arg", tid, here.argument_bytes); }
void jackdaw_kr02_free_arg(int tid, void* arg) { release("tpool_free_arg", tid, arg, here.argument_bytes); }
void* jackdaw_kr02_alloc_task(int tid) { return allocate("tpool_alloc_task", tid, here.task_bytes); }
void jackdaw_kr02_free_task(int tid, void* task) { release("tpool_free_task", tid, task, here.task_bytes); }

jackdaw_pool* jackdaw_kr02_pool(void) { return pool(); }
