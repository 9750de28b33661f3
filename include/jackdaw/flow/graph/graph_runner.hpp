// Runs of a graph: rounds of all its tasks, one after another.
//
// The thread that runs the graph puts the tasks that are ready, or has a worker do so, and executes tasks until all
// rounds are over. A worker that has executed a task counts at those behind it, and puts the ones that are ready. The
// worker that passes the last gate ends the round: it asks whether there is another one, and begins it.
// Callers: one thread at a time adds tasks and runs; workers execute; any thread cancels.
// Invariants
//   GR-R1  one run at a time: the flag is taken first. All else is plain data of that thread between runs, and of the
//          worker that ends a round between two rounds.
//   GR-R2  a worker that has put the last task it knows of touches nothing here any more: the run may be over, and the
//          graph gone (join-after-free, docs/internals/verification/bugs-of-others.md). What it reads is read before.
//   GR-R3  a round ends once, when all of its tasks are over: each comes before the last gate (graph_plan.hpp).
// Orderings: GR-R4 the last round -> run: what the tasks did. GR-R5 run -> the next one: what that one finds here.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/function_ref.hpp>
#include <jackdaw/base/threads/float_environment.hpp>
#include <jackdaw/flow/graph/graph_failures.hpp>
#include <jackdaw/flow/graph/graph_node.hpp>
#include <jackdaw/flow/graph/graph_plan.hpp>
#include <jackdaw/flow/task/dispatch/put_ready.hpp>
#include <jackdaw/flow/task/dispatch/ready_tasks.hpp>
#include <jackdaw/flow/task/dispatch/tickets.hpp>
#include <jackdaw/flow/trace/access_tracing.hpp>
#include <jackdaw/observe/annotation.hpp>
#include <jackdaw/task/name.hpp>
#include <jackdaw/task/task.hpp>
#include <jackdaw/worker/external/caller_identity.hpp>

namespace jackdaw::dataflow {

template <class Scheduler>
class graph_runner {
  using actor = working::actor<Scheduler>;
  using node = graph_node<Scheduler>;

 public:
  explicit graph_runner(Scheduler& on) : scheduler_(&on), beginning_(*this) {}
  graph_runner(const graph_runner&) = delete;
  graph_runner& operator=(const graph_runner&) = delete;

  [[nodiscard]] Scheduler& on() const noexcept { return *scheduler_; }
  [[nodiscard]] graph_failures& failures() noexcept { return failures_; }
  [[nodiscard]] const graph_failures& failures() const noexcept { return failures_; }
  [[nodiscard]] ready_tasks& ready() noexcept { return ready_; }
  [[nodiscard]] bool is_running() const noexcept { return running_.load(base::relaxed); }
  [[nodiscard]] std::size_t size() const noexcept { return plan_.size(); }

  /// Strong guarantee. Throws std::bad_alloc, and std::logic_error while it runs.
  void add(std::unique_ptr<node> task, std::vector<recorded_access> accesses) {
    const hold here(*this, "submit()");
    nodes_.push_back(std::move(task));
    try {
      plan_.add(*nodes_.back(), std::move(accesses));
    } catch (...) {
      nodes_.pop_back();
      throw;
    }
  }

  /// Rounds as long as `goes_on()` after a round in which no task has failed. Returns how many there were. Throws
  /// flow_error, what `goes_on` throws, std::bad_alloc and std::logic_error.
  std::uint64_t run(base::function_ref<bool()> goes_on) {
    const hold here(*this, "run()");
    plan_.settle();
    const std::uint64_t before = rounds_;
    thrown_ = nullptr;
    if (plan_.size() == 0) {
      do { ++rounds_; } while (!failures_.any() && goes_on());
    } else {
      goes_on_ = &goes_on;
      environment_ = base::float_environment::here();
      over_.store(false, base::relaxed);  // GR-R4: before the tasks begin
      begin();
      help();
    }
    failures_.report(plan_.objects());
    if (thrown_ != nullptr) std::rethrow_exception(std::exchange(thrown_, nullptr));
    return rounds_ - before;
  }

  /// A task that a worker has taken.
  void execute(node& t, actor& me) {
    if (t.contends && !take_turns(t)) return;
    tell(t, me,
         [](auto& seen_by, unsigned id, const observe::data_access& a) { seen_by.data_acquired(id, a); });
    if (!failures_.any() || !failures_.skips(t.accesses)) [[likely]] {
      if (t.environment == base::float_environment::here()) [[likely]] {
        call(t);
      } else {
        call_as_submitter(t);
      }
    }
    tell(t, me,
         [](auto& seen_by, unsigned id, const observe::data_access& a) { seen_by.data_released(id, a); });
    if (t.contends) pass_turns_on(t, me);
    go_on_behind(t, me);
  }

 private:
  /// While the graph is built or runs. GR-R1
  class hold {
   public:
    hold(graph_runner& of, const char* what) : of_(&of) {
      if (of.running_.exchange(true, base::acquire)) {  // GR-R5: pairs with ~hold
        throw std::logic_error(std::string("flow_graph::") + what +
                               " is called while the graph runs; expected a call when run() has returned");
      }
    }
    hold(const hold&) = delete;
    hold& operator=(const hold&) = delete;
    ~hold() { of_->running_.store(false, base::release); }  // GR-R5 -> hold

   private:
    graph_runner* of_;
  };

  /// What a thread that is no worker puts: it puts the first tasks, from a worker.
  class beginning final : public Scheduler::task_type {
   public:
    static constexpr const char* name = "(graph)";

    explicit beginning(graph_runner& of) noexcept : of_(&of) { this->execute = &execute_one; }

   private:
    static void execute_one(task& self, void* worker, task_verb verb) {
      if (verb == task_verb::describe) [[unlikely]] {
        *static_cast<jackdaw::task_kind*>(worker) = kind_of_task<beginning>();
        return;
      }
      auto& begun = static_cast<beginning&>(static_cast<typename Scheduler::task_type&>(self));
      actor me(begun.of_->on(), *static_cast<typename Scheduler::worker_type*>(worker));
      begun.of_->begin_round(me);
    }

    graph_runner* of_;
  };

  // ---- the thread that runs the graph ----

  void begin() {
    working::caller_identity<Scheduler> me(*scheduler_);
    if (me.is_worker()) {
      waits_as_ = me.id();
      begin_round(me);
    } else {
      waits_as_ = 0;
      put_ready(beginning_, me);
    }
  }

  void help() {
    const auto over = [this] { return over_.load(base::acquire); };  // GR-R4: pairs with end_round
    if (auto* const worker = scheduler_->worker_here(); worker != nullptr) {
      scheduler_->help_inside(worker->place(), over);
    } else {
      scheduler_->help(over);
    }
  }

  // ---- workers ----

  void begin_round(actor& me) {
    tickets<Scheduler> behind;  // all roots with a priority are known before a worker asks for the highest
    for (graph_vertex* const each : plan_.roots()) {  // GR-R2: the loop has a copy of the span
      auto& root = static_cast<node&>(*each);
      if (root.has_ticket) [[unlikely]] {
        behind.keep(root.make_ready(me, ready_));
      } else {
        put(root, me);
      }
    }
    behind.put(me);
  }

  void end_round(actor& me) {
    ++rounds_;
    const bool goes_on = !failures_.any() && there_is_another();
    if (goes_on && !failures_.any()) return begin_round(me);  // it may have been cancelled meanwhile
    Scheduler& on = *scheduler_;                              // GR-R2
    const unsigned waiting = waits_as_;
    over_.store(true, base::release);  // GR-R4 -> help
    on.wake(waiting);
  }

  [[nodiscard]] bool there_is_another() noexcept {
    try {
      const base::float_environment_scope as_caller(environment_);
      return (*goes_on_)();
    } catch (...) {
      thrown_ = std::current_exception();
      return false;
    }
  }

  void put(node& t, actor& me) {
    if (t.is_placed()) [[unlikely]] {
      if (auto* const ticket = t.make_ready(me, ready_); ticket != nullptr) put_ready(*ticket, me);
    } else {
      put_ready(t, me);
    }
  }

  void go_on_behind(const graph_vertex& over, actor& me) {
    for (graph_vertex* const each : over.next) {  // GR-R2: the loop has a copy of the span
      if (!each->before.one_is_over()) continue;
      if (!each->is_gate) [[likely]] {
        put(static_cast<node&>(*each), me);
      } else if (!each->next.empty()) {
        go_on_behind(*each, me);
      } else {
        end_round(me);  // GR-R3
      }
    }
  }

  void call(node& t) {
    try {
      t.call();
    } catch (...) { failures_.record(t.kind().name, std::current_exception(), t.accesses); }
  }
  [[gnu::noinline, gnu::cold]] void call_as_submitter(node& t) {
    const base::float_environment_scope as_submitter(t.environment);
    call(t);
  }

  /// False: it waits, and belongs to others.
  [[nodiscard]] static bool take_turns(node& t) noexcept {
    for (; t.turns_reached < t.accesses.size(); ++t.turns_reached) {
      const graph_access& next = t.accesses[t.turns_reached];
      if (next.takes_turn && !next.to->turn.take_or_wait(t)) return false;
    }
    return true;
  }

  void pass_turns_on(node& t, actor& me) {
    t.turns_reached = 0;
    for (const graph_access& each : t.accesses) {
      if (!each.takes_turn) continue;
      if (task_turn::place* const waiting = each.to->turn.pass_on(); waiting != nullptr) {
        auto& next = static_cast<node&>(*waiting);
        ++next.turns_reached;
        put(next, me);
      }
    }
  }

  /// For observers: groups are versions, those of the next round larger ones. A round waits for the one before, as if
  /// its first tasks read what the last ones of that have written: an object of every second round.
  void tell(const node& t, const actor& me, auto&& hook) noexcept {
    if_told(me, [&](auto& seen_by) {
      const std::uint64_t round = rounds_ + 1;
      const auto tell_mark = [&](std::uint64_t which, std::uint64_t version) {
        hook(seen_by, me.id(), observe::data_access{&marks_[which % marks_.size()], version, false, false});
      };
      if (t.before.expected() == 0) tell_mark(round - 1, 2 * round - 1);
      if (t.is_last) tell_mark(round, 2 * round);
      for (const graph_access& each : t.accesses) {
        const std::uint64_t version = rounds_ * each.to->groups + each.group;
        hook(seen_by, me.id(),
             observe::data_access{each.to, version, each.takes_turn, false, each.to->of->name_number()});
      }
    });
  }

  struct alignas(64) round_mark {};

  Scheduler* scheduler_;
  graph_failures failures_;
  graph_plan plan_;
  std::vector<std::unique_ptr<node>> nodes_;
  ready_tasks ready_;
  beginning beginning_;
  base::function_ref<bool()>* goes_on_ = nullptr;
  base::float_environment environment_;  // of the thread that runs the graph
  std::exception_ptr thrown_;
  std::uint64_t rounds_ = 0;
  std::array<round_mark, 2> marks_;
  unsigned waits_as_ = 0;
  base::atomic<bool> running_{false};
  base::atomic<bool> over_{false};
};

}  // namespace jackdaw::dataflow
