// What a rank and the others say to each other in one run: who asks for work and gets it, when the run ends, and what all
// ranks get to know.
//
// It knows neither threads nor a clock. Callers: one thread at a time, which is a worker of the rank. `Tasks` are those of
// the rank (local_tasks, or those of a simulation): are_none(self), are_few(self), give(self, writer), take(self, reader).
// `Self` is that worker as they see it.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/cluster/pool/pool_counts.hpp>
#include <jackdaw/cluster/pool/pool_state.hpp>
#include <jackdaw/cluster/serial/serial.hpp>

#include "src/cluster/pool/common_talk.hpp"
#include "src/cluster/pool/lifelines.hpp"
#include "src/cluster/pool/messages.hpp"
#include "src/cluster/pool/termination_wave.hpp"

namespace jackdaw::cluster::detail {

template <class Tasks, class Self>
class conversation {
 public:
  conversation(Tasks& tasks, pool_state& state, mailbox& mail, lifelines& lines, termination_wave& wave,
               pool_counts& counts)
      : tasks_(tasks),
        state_(state),
        mail_(mail),
        lines_(lines),
        asking_(mail, lines),
        wave_(wave),
        counts_(counts) {}

  /// The run has ended on this rank. Any thread.
  [[nodiscard]] bool is_over() const noexcept { return over_; }

  /// Deals with all messages that have come, and sends what is due. Whether there was something. `worker`: the number of
  /// the caller among the workers of the rank.
  bool look(Self& self, unsigned worker) {
    mail_.by_worker(worker);
    bool moved = receive(self);
    moved |= asking_.give_to_waiting(giving(self));
    moved |= look_for_work(self);
    moved |= tell();
    mail_.clean_up();
    return moved;
  }

  /// When the rank may have no task: says so where it is asked.
  bool out_of_tasks(Self& self) {
    termination_wave& wave = wave_;
    if (wave.is_root() && !wave.is_here() && tasks_.are_none(self)) begin_wave();
    if (!wave.may_answer() || !tasks_.are_none(self)) return false;
    const traffic sum = wave.answer(own_);
    if (!wave.is_root()) {
      writer out;
      out.put(sum);
      mail_.send(wave.parent(), kind::report, std::move(out.bytes()));
    } else if (wave.is_over(sum)) {
      end();
    }
    return true;
  }

 private:
  bool receive(Self& self) {
    bool any = false;
    while (auto message = mail_.receive()) {
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
      case kind::work:
        ++own_.received;
        lines_.got_work(message.from, in.get<bool>());
        counts_.taken += tasks_.take(self, in);
        break;
      case kind::wave:
        begin_wave();
        break;
      case kind::report:
        wave_.reported(in.get<traffic>());
        break;
      case kind::end:
        end();
        break;
      case kind::failed:
        state_.drop(dropping::failed);
        pass_on(message.from, kind::failed, {});
        is_told_ = true;
        break;
      case kind::better:
        take_better(message.from, message.content);
        break;
      default:  // of surviving_conversation, or dealt with above
        break;
    }
  }

  [[nodiscard]] auto giving(Self& self) {
    return [this, &self](unsigned to, bool as_answer) { return give(self, to, as_answer); };
  }

  /// Some of the oldest tasks, to another rank.
  bool give(Self& self, unsigned to, bool as_answer) {
    const std::int64_t since = mail_.now();
    writer out;
    out.put(as_answer);
    const std::uint32_t given = tasks_.give(self, out);
    if (given == 0) return false;
    counts_.given += given;
    ++own_.sent;
    mail_.send(to, kind::work, std::move(out.bytes()), since);
    return true;
  }

  bool look_for_work(Self& self) { return tasks_.are_few(self) && asking_.look_for_work(); }

  // ---- termination ----

  void begin_wave() {
    wave_.comes();
    for (unsigned i = 0; i < wave_.children(); ++i) mail_.send(wave_.child(i), kind::wave);
  }

  void end() {
    over_ = true;
    for (unsigned i = 0; i < wave_.children(); ++i) mail_.send(wave_.child(i), kind::end);
  }

  // ---- what all ranks get to know ----

  /// To the neighbours in the tree, but for the one that it has come from.
  void pass_on(unsigned from, kind what, const std::vector<std::byte>& content) {
    const auto send = [&](unsigned to) {
      if (to != from) mail_.send(to, what, std::vector<std::byte>(content));
    };
    if (!wave_.is_root()) send(wave_.parent());
    for (unsigned i = 0; i < wave_.children(); ++i) send(wave_.child(i));
  }

  void take_better(unsigned from, const std::vector<std::byte>& content) {
    reader in(content);
    if (state_.spreading.at(in.get<std::uint32_t>())->merge(in)) pass_on(from, kind::better, content);
  }

  bool tell() {
    bool any = false;
    if (!is_told_ && state_.drops_for(dropping::failed)) {
      is_told_ = any = true;
      pass_on(state_.rank, kind::failed, {});
    }
    const auto send = [this](const auto& content) { pass_on(state_.rank, kind::better, content); };
    return tell_better(state_, send) || any;
  }

  Tasks& tasks_;
  pool_state& state_;
  mailbox& mail_;
  lifelines& lines_;
  work_asking asking_;
  termination_wave& wave_;
  pool_counts& counts_;
  traffic own_;
  base::atomic<bool> over_{false};
  bool is_told_ = false;
};

}  // namespace jackdaw::cluster::detail
