// What the two conversations have in common (conversation.hpp, surviving_conversation.hpp): how a rank asks others for
// work and answers when it is asked, and how it tells of better values that its tasks have found.
//
// Callers: one thread at a time, as of the conversations.
#pragma once

#include <cstdint>
#include <vector>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/cluster/pool/pool_state.hpp>
#include <jackdaw/cluster/serial/serial.hpp>

#include "src/cluster/pool/lifelines.hpp"
#include "src/cluster/pool/messages.hpp"

namespace jackdaw::cluster::detail {

/// `give(rank, as_answer)`, where it is an argument: gives some tasks to that rank; whether there were any.
class work_asking {
 public:
  work_asking(mailbox& mail, lifelines& lines) noexcept : mail_(mail), lines_(lines) {}

  /// Asks one at random, or the lifelines, when it is time. By a rank that wants work. Whether it has asked.
  bool look_for_work() {
    bool any = false;
    if (const auto victim = lines_.next_victim()) {
      mail_.send(*victim, kind::ask);
      any = true;
    }
    while (const auto line = lines_.next_lifeline()) {
      mail_.send(*line, kind::ask_later);
      any = true;
    }
    return any;
  }

  /// Deals with a question for work, or a refusal. False: the message is something else.
  bool takes(kind what, unsigned from, auto&& give) {
    switch (what) {
      case kind::ask:
        if (!give(from, true)) mail_.send(from, kind::none);
        return true;
      case kind::none:
        lines_.refused();
        return true;
      case kind::ask_later:
        if (!give(from, false)) lines_.remember(from);
        return true;
      default:
        return false;
    }
  }

  /// To those that have asked when there was nothing. Whether one has got some.
  bool give_to_waiting(auto&& give) {
    bool any = false;
    for (; lines_.has_waiting(); any = true) {
      const unsigned to = lines_.take_waiting();
      if (!give(to, false)) {
        lines_.remember(to);
        break;
      }
    }
    return any;
  }

 private:
  mailbox& mail_;
  lifelines& lines_;
};

/// send(content) for each value that tasks of this rank have bettered since the last call. Whether there was one.
bool tell_better(pool_state& state, auto&& send) {
  bool any = false;
  for (std::uint32_t i = 0; i < state.spreading.size(); ++i) {
    spreading_value& each = *state.spreading[i];
    if (!each.improved.load(base::relaxed)) continue;
    each.improved.store(false, base::relaxed);
    writer out;
    out.put(i);
    each.save(out);
    send(out.bytes());
    any = true;
  }
  return any;
}

}  // namespace jackdaw::cluster::detail
