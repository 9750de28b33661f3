#include <jackdaw/simulated/plain.hpp>

#include "src/simulated/machine.hpp"

namespace jackdaw::simulated {

void plain_history::read() {
  auto* const here = current_machine;
  if (here == nullptr) return;
  if (exploration_ != here->exploration()) *this = {};
  exploration_ = here->exploration();
  const thread_number self = here->thread();
  const vector_clock& known = here->memory().happened(self);
  if (written_ > known[writer_]) here->give_up("a race: plain data is read that another thread writes");
  read_[self] = known[self];
}

void plain_history::write() {
  auto* const here = current_machine;
  if (here == nullptr) return;
  if (exploration_ != here->exploration()) *this = {};
  exploration_ = here->exploration();
  const thread_number self = here->thread();
  const vector_clock& known = here->memory().happened(self);
  if (written_ > known[writer_]) here->give_up("a race: plain data is written that another thread writes");
  for (std::size_t other = 0; other < read_.size(); ++other) {
    if (read_[other] > known[other]) here->give_up("a race: plain data is written that another thread reads");
  }
  read_ = {};
  writer_ = self;
  written_ = known[self];
}

}  // namespace jackdaw::simulated
