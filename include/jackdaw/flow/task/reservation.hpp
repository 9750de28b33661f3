// Accesses that are registered before their task is submitted.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include <jackdaw/base/threads/mutex.hpp>
#include <jackdaw/flow/deadlock/reservations.hpp>
#include <jackdaw/flow/task/attribute_set.hpp>
#include <jackdaw/flow/task/attributes.hpp>
#include <jackdaw/flow/task/flow_task.hpp>
#include <jackdaw/flow/task/further_reads.hpp>
#include <jackdaw/flow/task/submission.hpp>
#include <jackdaw/flow/task/subtasks.hpp>
#include <jackdaw/flow/version/access_registration.hpp>
#include <jackdaw/worker/external/caller_identity.hpp>

namespace jackdaw {

namespace dataflow {

/// The task of an unused reservation: it fails, so that no task reads what it was to write.
struct given_up {
  static constexpr const char* name = "(reserved)";
  [[noreturn]] void operator()(auto&&... /*object*/) const {
    throw std::runtime_error("its reservation was given up");
  }
};

template <class Scheduler, class... Declared>
class reserved_accesses final : public reserved {
 public:
  explicit reserved_accesses(flow_core<Scheduler>& flow, const Declared&... declared)
      : reserved(flow.reserved_), flow_(&flow), declared_(kept(declared)...), unused_(&prepare_to_give_up()) {
    reservations::put(*this, [&] {
      if constexpr (in_list) {
        unused_->require([](auto& accesses, requirement_list& needs) { accesses.register_now(needs); });
      } else {
        count_ = access_registration(declared...).into(needs_.data(), place_.data());
      }
    });
  }

  /// Once; false when the flow has given it up.
  template <class Attributes, class F>
  bool use(F&& function, const Attributes& attributes) {
    if (!reservations::take(*this)) return false;
    submit(std::forward<F>(function), attributes);
    return true;
  }

  /// The same for a task with further reads, which is promised from now on: `self` is its reader's then. Where it
  /// throws, the reservation stays as it is.
  template <class Attributes, class F, class... Further>
  static bool use_with(std::unique_ptr<reserved_accesses>& self, F&& function, const Attributes& attributes,
                       const Further&... further) {
    using late_function = with_further_reads<std::decay_t<F>, kept_arguments<form_of<Further>...>>;
    using late_attributes = decltype(late_attributes_of(attributes, {}));
    using late_task = flow_task<Scheduler, late_function, late_attributes, form_of<Declared>...>;
    using reader_function = further_reader<Scheduler, reserved_accesses, late_task, std::decay_t<F>>;
    if (!reservations::has(*self)) return false;
    refuse_own_reads(self->declared_, further...);
    flow_core<Scheduler>& flow = *self->flow_;
    working::caller_identity<Scheduler> me(flow.on());
    auto& reader = std::apply(
        [&]<class... A>(const A&... each) -> auto& {
          return submission<Scheduler, with_subtasks_t, always_t, A..., Further..., reader_function>::create(
              me, flow, std::forward_as_tuple(with_subtasks, always, each..., further..., reader_function()));
        },
        reader_attributes_of(attributes));
    bool promised = false;
    try {
      auto& late =
          late_task::prepare(me, flow, late_function{std::forward<F>(function), {}},
                             late_attributes_of(attributes, {&reader.own_subtasks()}), self->declared_);
      promised = reservations::promise_to(*self, reader);
      if (promised) {
        reader.function().late = &late;
        reader.function().accesses = std::move(self);
      } else {
        late.discard(me);
      }
    } catch (...) {
      flow.start(reader, me);  // its accesses are registered
      throw;
    }
    flow.start(reader, me);
    return promised;
  }

  /// The further reads of this task are there; by the reader, whose subtask it becomes.
  void begin(auto& late, basic_subtasks<Scheduler>& as_part_of) {
    working::caller_identity<Scheduler> me(as_part_of.flow().on());
    if (!reservations::take(*this)) return late.discard(me);  // the end of the flow has given it up
    late.require(own_requirements());
    unused_->discard(me);
    as_part_of.start(late, me);
  }

  /// Needs no memory: a destructor could not tell that there is none. This may be gone before it returns, where it was
  /// promised.
  void give_up() noexcept override {
    flow_core<Scheduler>& flow = *std::exchange(flow_, nullptr);
    working::caller_identity<Scheduler> me(flow.on());
    if constexpr (!in_list) unused_->require(own_requirements());
    flow.start(*unused_, me);
  }
  void give_up_unless_used() noexcept {
    if (flow_ != nullptr && reservations::take(*this)) give_up();
  }

  [[nodiscard]] std::span<const requirement> needs() const noexcept override {
    if constexpr (in_list) {
      return unused_->all_requirements();
    } else {
      return {needs_.data(), count_};
    }
  }

 private:
  static_assert(!(names_part<Declared> || ...),
                "jackdaw: accesses to parts cannot be reserved; expected read, write or add of a handle");
  static constexpr bool in_list = are_in_list<form_of<Declared>...>;
  using unused_task = flow_task<Scheduler, given_up, std::tuple<>, form_of<Declared>...>;

  /// As an access is kept until the task is submitted: with the handles of a range, which may be gone by then.
  template <class D>
  static auto kept(const D& declared) {
    if constexpr (names_range<D>) {
      return declared.kept();
    } else {
      return declared;
    }
  }

  unused_task& prepare_to_give_up() {
    working::caller_identity<Scheduler> me(flow_->on());
    return unused_task::prepare(me, *flow_, given_up(), std::tuple<>(), declared_);
  }

  template <class... A>
  static auto late_attributes_of(const std::tuple<A...>& attributes, subtask_of<Scheduler> of) {
    return std::tuple_cat(std::make_tuple(of), attributes);
  }

  /// Those of its attributes that the reader has, too: how it is called, and how soon it runs.
  template <class... A>
  static auto reader_attributes_of(const std::tuple<A...>& attributes) {
    const auto chosen = []<class One>(const One& one) {
      if constexpr (std::is_same_v<typename looked_for<One>::type, any_name> ||
                    std::is_same_v<One, priority>) {
        return std::tuple<One>(one);
      } else {
        return std::tuple<>();
      }
    };
    return std::apply([&](const A&... each) { return std::tuple_cat(chosen(each)...); }, attributes);
  }

  auto own_requirements() noexcept {
    if constexpr (in_list) {
      return [this](auto& accesses, requirement_list& needs) {
        const auto all = unused_->all_requirements();
        std::copy(all.begin(), all.end(), needs.first);
        needs.count = static_cast<std::uint32_t>(all.size());
        accesses.copy_places(unused_->accesses());
      };
    } else {
      return [this]([[maybe_unused]] requirement* needs, [[maybe_unused]] std::uint8_t* place) {
        if constexpr (sizeof...(Declared) != 0) {  // else both are null
          std::copy_n(needs_.begin(), count_, needs);
          std::copy(place_.begin(), place_.end(), place);
        }
        return count_;
      };
    }
  }

  template <class Attributes, class F>
  void submit(F&& function, const Attributes& attributes) {
    using task_type = flow_task<Scheduler, std::decay_t<F>, Attributes, form_of<Declared>...>;
    try {
      working::caller_identity<Scheduler> me(flow_->on());
      auto& made =
          task_type::create(me, *flow_, std::forward<F>(function), attributes, declared_, own_requirements());
      unused_->discard(me);  // first: when the task is over, the flow may be gone
      flow_->start(made, me);
    } catch (...) {
      reservations::put(*this, [] {});
      throw;
    }
  }

  flow_core<Scheduler>* flow_;
  std::tuple<decltype(kept(std::declval<const Declared&>()))...> declared_;
  unused_task* unused_;  // what gives it up, made before it is needed
  std::uint8_t count_ = 0;
  // Not of those in a list: these the unused task has.
  static constexpr std::size_t short_ones = in_list ? 0 : sizeof...(Declared);
  std::array<requirement, short_ones == 0 ? 1 : short_ones> needs_;
  std::array<std::uint8_t, short_ones> place_{};
};

}  // namespace dataflow

/// A place in the order of accesses, for a task whose function is known later. Made by flow::reserve(). Destroyed
/// without a task, it counts as a task that has failed: tasks that would have read what it was to write are skipped.
/// Not after the flow has ended, which gives up the unused ones.
///     auto later = tasks.reserve(write(a));
///     tasks.submit(read(a), [](const double& x) { show(x); });
///     later.submit([](double& x) { x = measured(); });
///
/// Its task may have further reads. These have their place where they are named, as those of any task have: so the task
/// runs after all that was submitted before and changes them.
///     later.submit(read(b), [](double& x, const double& y) { x = y; });
///
/// Not of what a task changes that comes after this reservation: each would wait for the other, and wait() throws
/// `stuck`. A further read of what is reserved for changes is refused: std::logic_error.
/// Cost: memory for its accesses and for the task that gives it up, besides that of the task; with further reads, that
/// of another task, and a lock for a moment.
template <class Scheduler, class... Declared>
class [[nodiscard]] reservation {
 public:
  explicit reservation(dataflow::flow_core<Scheduler>& flow, const Declared&... declared)
      : accesses_(std::make_unique<dataflow::reserved_accesses<Scheduler, Declared...>>(flow, declared...)) {}
  reservation(reservation&& from) noexcept : accesses_(std::move(from.accesses_)) {}
  reservation& operator=(reservation&&) = delete;
  ~reservation() {
    if (accesses_ != nullptr) accesses_->give_up_unless_used();
  }

  /// Submits the task: `submit(function)`, `submit(named("what"), function)`, or `submit(read(b), function)`:
  /// attributes first, then further reads. The function gets the objects reserved, then those of these reads. Once.
  /// Threads: any. Throws what flow::submit() throws, and then can be used again; and std::logic_error when there is
  /// nothing left to submit for.
  template <class... Parts>
  void submit(Parts&&... parts) {
    using attributes = dataflow::attributes_of<std::decay_t<Parts>...>;
    if constexpr (dataflow::submission<Scheduler,
                                       std::decay_t<Parts>...>::template compiles_for<Declared...>()) {
      auto given = std::forward_as_tuple(std::forward<Parts>(parts)...);
      const std::unique_lock turn(turn_, std::try_to_lock);
      if (!turn) refuse("is used by two threads at once");
      if (accesses_ == nullptr) refuse("is used twice, or was moved from");
      if (!use<attributes>(std::move(given)))
        refuse("is used after the end of its flow, which has given it up");
      accesses_.reset();
    }
  }

 private:
  [[noreturn]] static void refuse(const char* why) {
    throw std::logic_error(std::string("a reservation ") + why + "; expected one task for each, before that");
  }

  template <class Attributes, class... Parts>
  bool use(std::tuple<Parts...>&& given) {
    constexpr std::size_t last = sizeof...(Parts) - 1;
    const auto attributes = Attributes::from(given);
    auto&& function = std::get<last>(std::move(given));
    if constexpr (Attributes::count == last) {
      return accesses_->use(std::forward<decltype(function)>(function), attributes);
    } else {
      return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return accesses_->use_with(accesses_, std::forward<decltype(function)>(function), attributes,
                                   std::get<Attributes::count + I>(given)...);
      }(std::make_index_sequence<last - Attributes::count>());
    }
  }

  base::mutex turn_;  // of the thread that uses it
  std::unique_ptr<dataflow::reserved_accesses<Scheduler, Declared...>> accesses_;
};

}  // namespace jackdaw
