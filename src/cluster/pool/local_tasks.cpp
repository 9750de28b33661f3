#include "src/cluster/pool/local_tasks.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <exception>
#include <string>
#include <string_view>

#include <jackdaw/cluster/errors.hpp>
#include <jackdaw/queue/batch.hpp>

namespace jackdaw::cluster::detail {

// A worker that has taken a task of worker 0 was counted as busy before. So the deque is looked at first; the fence
// keeps the count from being read earlier. All other deques belong to workers that are counted as long as there is
// something in them (worker/termination/termination.hpp TE-I2).
bool local_tasks::are_none(jackdaw::worker& self) const noexcept {
  const auto& own = self.engine().pool().at(0).deque;
  if (own.has_private() || own.has_public()) return false;
  std::atomic_thread_fence(std::memory_order_seq_cst);
  return working::termination::busy_in(on_.phase_state()) == 1;
}

bool local_tasks::are_few(jackdaw::worker& self) const noexcept {
  return idle_workers() != 0 && self.engine().pool().looks_empty(self.place());
}

/// Worker 0 is always busy, and executes nothing.
unsigned local_tasks::idle_workers() const noexcept {
  const unsigned busy = working::termination::busy_in(on_.phase_state());
  return busy < on_.workers() ? on_.workers() - busy : 0;
}

std::uint32_t local_tasks::give(jackdaw::worker& self, writer& out) {
  auto& pool = self.engine().pool();
  const bool all = idle_workers() == 0;
  const unsigned id = self.place();
  if (id == 0 && all) {  // what has come from elsewhere, and no worker here wants
    while (fetched_.size() < most_given) {
      task* const item = pool.get_own(0);
      if (item == nullptr) break;
      fetched_.push_back(item);
    }
  } else if (id != 0) {
    pool.request_work(id);
    static_cast<void>(pool.answer_steal_request(id));
    fetch_from(self, id, all);
  }
  const unsigned workers = self.workers() - 1;
  const unsigned first = random_.below(workers);
  for (unsigned i = 0; i < workers && fetched_.empty(); ++i) {
    const unsigned victim = 1 + (first + i) % workers;
    const auto& deque = pool.at(victim).deque;
    if (victim == id || (!deque.has_public() && !deque.has_private())) continue;
    if (id == 0 && !deque.has_public()) {
      task* const oldest = pool.steal_from(0, victim, [] { return false; });
      if (oldest == nullptr) continue;
      fetched_.push_back(oldest);
      while (task* const item = pool.get_own(0)) fetched_.push_back(item);
    }
    fetch_from(self, victim, all);
  }
  return write(self, out);
}

// A message costs as much as some hundred tasks, and of many trees most parts are small: so all that is public goes, or
// half of it where a worker of this rank wants some.
void local_tasks::fetch_from(jackdaw::worker& self, unsigned victim, bool all) {
  auto& deque = self.engine().pool().at(victim).deque;
  const std::size_t there = deque.public_count();
  std::size_t wanted = std::min<std::size_t>(all ? there : (there + 1) / 2, most_given);
  queue::batch taken;
  while (wanted > 0 && deque.steal(taken, std::min(wanted, queue::batch::most)) != queue::outcome::empty) {
    fetched_.insert(fetched_.end(), taken.items.begin(),
                    taken.items.begin() + static_cast<std::ptrdiff_t>(taken.count));
    wanted -= taken.count;
  }
}

std::uint32_t local_tasks::write(jackdaw::worker& self, writer& out) {
  std::uint32_t written = 0;
  const bool keeps = fetched_.size() == 1 && idle_workers() != 0;
  bool some_stay = false;
  for (task* const item : fetched_) {
    const std::int32_t type = keeps ? -1 : types_.number_of(*item);
    if (type < 0 || !write_one(type, *item, out)) {  // such as a branch of a join
      self.submit(*item);
      some_stay = true;
      continue;
    }
    item->execute(*item, &self, task_verb::drop);
    ++written;
  }
  fetched_.clear();
  if (some_stay) show(self);
  return written;
}

bool local_tasks::write_one(std::int32_t type, task& item, writer& out) {
  const std::size_t before = out.bytes().size();
  try {
    out.put(type);
    out.put(std::uint64_t{0});
    const std::size_t begin = out.bytes().size();
    types_.at(type).save(item, out);
    const std::uint64_t count = out.bytes().size() - begin;
    std::memcpy(out.bytes().data() + begin - sizeof count, &count, sizeof count);
    return true;
  } catch (...) {
    state_.record(types_.at(type).name(), std::current_exception(), "it could not be written: ");
    out.bytes().resize(before);
    return false;
  }
}

bool local_tasks::give_newest(jackdaw::worker& self, writer& out) {
  task* const item = self.engine().pool().get_own(self.place());
  if (item == nullptr) return false;
  if (!write_one(types_.number_of(*item), *item, out)) {
    self.submit(*item);
    return false;
  }
  item->execute(*item, &self, task_verb::drop);
  return true;
}

std::uint32_t local_tasks::take(jackdaw::worker& self, reader& in) {
  std::uint32_t taken = 0;
  std::string_view name = "unknown";
  try {
    for (; in.left() != 0; ++taken) {
      const task_type& type = types_.at(in.get<std::int32_t>());
      name = type.name();
      reader own(in.take_bytes(in.get<std::uint64_t>()));
      task& item = type.load(self, own);
      self.submit(item);  // it is dropped where the next line throws
      if (own.left() != 0)
        throw failure(errc::malformed, state_.rank,
                      "its serial form has left " + std::to_string(own.left()) +
                          " bytes; expected load() to read what save() writes");
    }
  } catch (...) { state_.record(name, std::current_exception(), "it could not be read: "); }
  show(self);
  return taken;
}

// A worker that executes tasks answers the next thief itself.
void local_tasks::show(jackdaw::worker& self) {
  if (self.place() == 0) static_cast<void>(self.engine().pool().retire(0));
}

}  // namespace jackdaw::cluster::detail
