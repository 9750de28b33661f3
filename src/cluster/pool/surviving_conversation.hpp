// What a rank and the others say to each other in one run where ranks may die: which one asks for work and gets it, what
// is done again, when the run ends, and what all ranks get to know. conversation.hpp is for worlds that do not survive.
//
// What is given is a gift (gift_ledger.hpp): only a rank without any task asks for work, and there is no wave. The run
// is over when rank 0's first gift closes. Rank 0 tells all ranks that live, with the result.
// Invariants
//   SC-I1  each value that spreads and that a task has seen is known to its rank before the gift of that task is
//          reported, and travels with the report. So rank 0 knows all that has made others leave out something. That
//          holds also where the rank that found the value has died before it told rank 0.
//   SC-I2  tasks of a gift are dropped only from when it is given up until none of them is left here. The drop ends
//          before the tasks of the next gift are put, so these see that it has ended.
//
// It knows neither threads nor a clock. Callers, `Tasks` and `Self`: as in conversation.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/cluster/pool/pool_counts.hpp>
#include <jackdaw/cluster/pool/pool_state.hpp>
#include <jackdaw/cluster/serial/standard.hpp>

#include "src/cluster/pool/common_talk.hpp"
#include "src/cluster/pool/gift_ledger.hpp"
#include "src/cluster/pool/gift_results.hpp"
#include "src/cluster/pool/lifelines.hpp"
#include "src/cluster/pool/messages.hpp"

namespace jackdaw::cluster::detail {

template <class Tasks, class Self>
class surviving_conversation {
 public:
  surviving_conversation(Tasks& tasks, pool_state& state, mailbox& mail, lifelines& lines,
                         pool_counts& counts)
      : tasks_(tasks),
        state_(state),
        mail_(mail),
        lines_(lines),
        asking_(mail, lines),
        counts_(counts),
        gifts_(state.rank, state.ranks,
               [&](auto& to, auto&& more) { join_results(state, to, std::move(more)); }) {
    if (is_root()) gifts_.begin();
  }

  /// The run has ended on this rank. Any thread.
  [[nodiscard]] bool is_over() const noexcept { return over_; }
  /// After that: what made it fail.
  [[nodiscard]] const std::optional<task_failure>& failure() const noexcept { return failure_; }

  /// By rank 0, before anything else: one task of this worker for each other rank.
  void give_each(Self& self) {
    bury();
    for (unsigned to = 1; to < state_.ranks; ++to) {
      if (mail_.is_lost(to)) continue;  // it stays here
      writer out;
      out.put(false);
      out.put(std::uint64_t{0});
      if (tasks_.give_newest(self, out)) send_gift(to, out, 1, 0);
    }
  }

  /// Deals with all messages that have come, and sends what is due. Whether there was something. `worker`: the number
  /// of the caller among the workers of the rank.
  bool look(Self& self, unsigned worker) {
    mail_.by_worker(worker);
    bool moved = receive(self);
    moved |= bury();
    moved |= asking_.give_to_waiting(giving(self));
    moved |= look_for_work();
    moved |= tell();
    mail_.clean_up();
    return moved;
  }

  /// When the rank may have no task: what it worked on is drained then, and it begins the next gift.
  bool out_of_tasks(Self& self) {
    if (over_ || state_.drops_for(dropping::failed)) return false;  // what was dropped does not count as done
    bool moved = false;
    if (gifts_.is_active() && tasks_.are_none(self)) {
      gifts_.drained(take_results(state_));
      state_.undrop(dropping::given_up);  // SC-I2
      moved = true;
    }
    if (gifts_.is_over()) {
      end();
    } else if (!gifts_.is_active()) {
      if (const auto next = gifts_.next()) {
        reader in(*next);
        counts_.taken += tasks_.take(self, in);
        moved = true;
      }
    }
    return moved;
  }

 private:
  [[nodiscard]] bool is_root() const noexcept { return state_.rank == 0; }

  bool receive(Self& self) {
    bool any = false;
    while (!over_) {
      auto message = mail_.receive();
      if (!message) break;
      any = true;
      take(self, *message);
      mail_.handled();
    }
    return any;
  }

  void take(Self& self, mailbox::message& message) {
    if (asking_.takes(message.what, message.from, giving(self))) return;
    reader in(message.content);
    switch (message.what) {
      case kind::work: {
        lines_.got_work(message.from, in.get<bool>());
        const auto number = in.get<std::uint64_t>();
        gifts_.came(message.from, number, rest_of(in, message.content));
        break;
      }
      case kind::done: {
        const auto number = in.get<std::uint64_t>();
        merge_spreading(state_, in);
        gifts_.reported(message.from, number, rest_of(in, message.content));
        break;
      }
      case kind::given_up:
        gifts_.given_up(message.from, in.get<std::uint64_t>());
        drop_if_given_up();
        break;
      case kind::better:
        static_cast<void>(state_.spreading.at(in.get<std::uint32_t>())->merge(in));
        break;
      case kind::failed:
        if (!failure_) failure_ = in.get<task_failure>();
        end();
        break;
      case kind::end:
        take_end(in);
        break;
      default:  // of conversation, or dealt with above
        break;
    }
  }

  static std::vector<std::byte> rest_of(const reader& in, const std::vector<std::byte>& content) {
    return {content.end() - static_cast<std::ptrdiff_t>(in.left()), content.end()};
  }

  // ---- who gets work ----

  [[nodiscard]] auto giving(Self& self) {
    return [this, &self](unsigned to, bool as_answer) { return give(self, to, as_answer); };
  }

  /// Some of the oldest tasks, to another rank.
  bool give(Self& self, unsigned to, bool as_answer) {
    if (over_ || !gifts_.may_give()) return false;
    const std::int64_t since = mail_.now();
    writer out;
    out.put(as_answer);
    out.put(std::uint64_t{0});
    const std::uint32_t given = tasks_.give(self, out);
    if (given != 0) send_gift(to, out, given, since);
    return given != 0;
  }

  /// `out`: whether it is an answer, a place for the number, and the tasks.
  void send_gift(unsigned to, writer& out, std::uint32_t count, std::int64_t since) {
    constexpr std::size_t before = sizeof(bool);
    std::vector<std::byte>& content = out.bytes();
    const std::uint64_t number = gifts_.give(
        to, {content.begin() + static_cast<std::ptrdiff_t>(before + sizeof number), content.end()});
    std::memcpy(content.data() + before, &number, sizeof number);
    counts_.given += count;
    mail_.send(to, kind::work, std::move(content), since);
  }

  bool look_for_work() { return !over_ && gifts_.is_idle() && asking_.look_for_work(); }

  // ---- the dead ----

  bool bury() {
    bool any = false;
    while (const auto dead = mail_.next_lost()) {
      any = true;
      if (*dead == 0) mail_.end_job();
      lines_.lost(*dead);
      gifts_.lost(*dead);
      drop_if_given_up();
      counts_.taken_back = gifts_.taken_back();
    }
    return any;
  }

  void drop_if_given_up() {
    if (gifts_.is_given_up()) state_.drop(dropping::given_up);
  }

  // ---- what others get to know ----

  bool tell() {
    if (over_) return false;
    bool any = false;
    while (auto note = gifts_.next_note()) {
      any = true;
      writer out;
      out.put(note->which);
      if (note->is_done) {
        save_spreading(state_, out);  // SC-I1
        out.append(note->result.data(), note->result.size());
      }
      mail_.send(note->to, note->is_done ? kind::done : kind::given_up, std::move(out.bytes()));
    }
    if (!is_told_ && state_.recorded.load(base::acquire) == 2) any = is_told_ = tell_failure();
    const auto send = [this](const auto& content) { send_to_all(kind::better, content); };
    return tell_better(state_, send) || any;
  }

  bool tell_failure() {
    task_failure one{state_.rank, std::string(state_.failed_task), state_.failed_what};
    if (is_root()) {
      if (!failure_) failure_ = std::move(one);
      end();
    } else {
      writer out;
      out.put(one);
      mail_.send(0, kind::failed, std::move(out.bytes()));
    }
    return true;
  }

  void send_to_all(kind what, const std::vector<std::byte>& content) {
    for (unsigned to = 0; to < state_.ranks; ++to)
      if (to != state_.rank) mail_.send(to, what, std::vector<std::byte>(content));
  }

  /// By rank 0.
  void end() {
    if (over_) return;
    writer out;
    out.put(failure_);
    save_spreading(state_, out);
    if (!failure_) out.append(gifts_.result().data(), gifts_.result().size());
    send_to_all(kind::end, out.bytes());
    reader in(out.bytes());
    take_end(in);
  }

  void take_end(reader& in) {
    failure_ = in.get<std::optional<task_failure>>();
    set_spreading(state_, in);
    if (!failure_) add_results(state_, in);
    state_.drop(dropping::given_up);  // what is done for ranks that have died
    over_ = true;
  }

  Tasks& tasks_;
  pool_state& state_;
  mailbox& mail_;
  lifelines& lines_;
  work_asking asking_;
  pool_counts& counts_;
  gift_ledger gifts_;
  std::optional<task_failure> failure_;
  base::atomic<bool> over_{false};
  bool is_told_ = false;
};

}  // namespace jackdaw::cluster::detail
