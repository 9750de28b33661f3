#include "src/cluster/pool/messages.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <utility>

#include "src/cluster/record/rank_record.hpp"
#include "src/cluster/ulfm.hpp"

namespace jackdaw::cluster::detail {

const char* name_of(kind what) noexcept {
  switch (what) {
    case kind::ask:
      return "ask";
    case kind::none:
      return "none";
    case kind::ask_later:
      return "ask later";
    case kind::work:
      return "work";
    case kind::wave:
      return "wave";
    case kind::report:
      return "report";
    case kind::end:
      return "end";
    case kind::failed:
      return "failed";
    case kind::done:
      return "done";
    case kind::given_up:
      return "given up";
    default:
      return "better";
  }
}

mailbox::mailbox(world::state& of) : world_(of), sent_to_(of.ranks) {
  of.check(MPI_Comm_dup(of.all, &channel_), "MPI_Comm_dup");
  MPI_Comm_set_errhandler(channel_, MPI_ERRORS_RETURN);
}

mailbox::~mailbox() { MPI_Comm_free(&channel_); }

void mailbox::send(unsigned to, kind what, std::vector<std::byte>&& content, std::int64_t since) {
  if (world_.is_lost[to]) return;
  if (since == 0) since = now();
  sending& each = on_their_way_.emplace_back();
  each.to = to;
  each.bytes = std::move(content);
  const envelope outside{run_, what, sent_to_[to]++};
  const std::size_t length = each.bytes.size();
  each.bytes.resize(length + sizeof outside);  // behind, so that the content needs not move
  std::memcpy(each.bytes.data() + length, &outside, sizeof outside);
  if (is_loss(MPI_Isend(each.bytes.data(), static_cast<int>(each.bytes.size()), MPI_BYTE,
                        static_cast<int>(to), 0, channel_, &each.state),
              "MPI_Isend", to)) {
    on_their_way_.pop_back();
    return;
  }
  ++sent_;
  if (record_ != nullptr) [[unlikely]]
    record(true, to, outside, length, since);
}

void mailbox::record(bool is_send, unsigned peer, const envelope& outside, std::size_t bytes,
                     std::int64_t since) {
  record_->pool_workers[worker_]->cut();
  if (!is_send) received_last_ = record_->letters.size();
  record_->letters.push_back({static_cast<std::uint32_t>(outside.what), worker_, peer, outside.number,
                              is_send, since, base::nanoseconds_now(), bytes});
}

void mailbox::handled() noexcept {
  if (record_ != nullptr) record_->letters[received_last_].to = base::nanoseconds_now();
}

std::optional<mailbox::message> mailbox::receive() {
  if (waited_for_) return std::exchange(waited_for_, std::nullopt);
  if (!early_.empty()) [[unlikely]] {
    if (auto one = next_early()) return one;
  }
  if (world_.survives) return receive_matched();
  for (;;) {
    int is_there = 0;
    MPI_Status status;
    world_.check(MPI_Iprobe(MPI_ANY_SOURCE, 0, channel_, &is_there, &status), "MPI_Iprobe");
    if (is_there == 0) return std::nullopt;
    int length = 0;
    MPI_Get_count(&status, MPI_BYTE, &length);
    if (auto one = receive_from(status.MPI_SOURCE, length)) return one;
  }
}

// A message of a rank that has died cannot be received, and would be found again by each probe. So the probe takes it out.
std::optional<mailbox::message> mailbox::receive_matched() {
  for (;;) {
    int is_there = 0;
    MPI_Message found = MPI_MESSAGE_NULL;
    MPI_Status status;
    if (is_loss(MPI_Improbe(MPI_ANY_SOURCE, 0, channel_, &is_there, &found, &status), "MPI_Improbe") ||
        is_there == 0)
      return std::nullopt;
    const auto from = static_cast<unsigned>(status.MPI_SOURCE);
    int length = 0;
    MPI_Get_count(&status, MPI_BYTE, &length);
    std::vector<std::byte> bytes(static_cast<std::size_t>(length));
    if (is_loss(MPI_Mrecv(bytes.data(), length, MPI_BYTE, &found, &status), "MPI_Mrecv", from)) continue;
    if (auto one = opened(std::move(bytes), from)) return one;
  }
}

std::optional<mailbox::message> mailbox::receive_from(int source, int most) {
  std::vector<std::byte> bytes(static_cast<std::size_t>(most));
  MPI_Status status;
  world_.check(MPI_Recv(bytes.data(), most, MPI_BYTE, source, 0, channel_, &status), "MPI_Recv");
  int length = 0;
  MPI_Get_count(&status, MPI_BYTE, &length);
  bytes.resize(static_cast<std::size_t>(length));
  return opened(std::move(bytes), static_cast<unsigned>(status.MPI_SOURCE));
}

std::optional<mailbox::message> mailbox::opened(std::vector<std::byte>&& bytes, unsigned from) {
  envelope outside{};
  const std::size_t content = bytes.size() - sizeof outside;
  std::memcpy(&outside, bytes.data() + content, sizeof outside);
  if (world_.is_lost[from]) return std::nullopt;
  bytes.resize(content);
  if (world_.survives && outside.run > run_)
    early_.push_back({outside.run, {from, outside.what, std::move(bytes)}});
  if (outside.run != run_) return std::nullopt;
  if (record_ != nullptr) [[unlikely]]
    record(false, from, outside, content, now());
  return message{from, outside.what, std::move(bytes)};
}

void mailbox::wait(std::size_t most) {
  while (!waited_for_) waited_for_ = receive_from(MPI_ANY_SOURCE, static_cast<int>(most));
}

bool mailbox::clean_up() {
  for (auto each = on_their_way_.begin(); each != on_their_way_.end();) {
    int is_sent = 0;
    if (is_loss(MPI_Test(&each->state, &is_sent, MPI_STATUS_IGNORE), "MPI_Test", each->to)) is_sent = 1;
    each = is_sent != 0 ? on_their_way_.erase(each) : std::next(each);
  }
  return on_their_way_.empty();
}

bool mailbox::is_loss(int result, const char* what, std::optional<unsigned> peer) {
  if (result == MPI_SUCCESS) return false;
  if (!world_.survives || !ulfm::is_loss(result)) world_.check(result, what);
  for (const unsigned each : ulfm::lost(channel_)) world_.is_lost[each] = true;
  if (peer) world_.is_lost[*peer] = true;
  return true;
}

std::optional<unsigned> mailbox::next_lost() {
  for (unsigned i = 0; i < world_.ranks; ++i) {
    if (!world_.is_lost[i] || buried_[i]) continue;
    buried_[i] = true;
    return i;
  }
  return std::nullopt;
}

std::optional<mailbox::message> mailbox::next_early() {
  std::erase_if(early_,
                [&](const early& each) { return each.run < run_ || world_.is_lost[each.content.from]; });
  const auto found = std::ranges::find(early_, run_, &early::run);
  if (found == early_.end()) return std::nullopt;
  message one = std::move(found->content);
  early_.erase(found);
  return one;
}

void mailbox::end_job() const {
  const auto first = std::ranges::find(world_.is_lost, false) - world_.is_lost.begin();
  if (first == static_cast<std::ptrdiff_t>(world_.rank)) {
    std::fprintf(stderr,
                 "jackdaw: rank 0 of %u on %s has died, and what all have found was there: the job ends\n",
                 world_.ranks, world_.hosts[0].c_str());
    std::fflush(stderr);
    std::this_thread::sleep_for(std::chrono::milliseconds(300));  // until mpirun has passed the line on
  } else {
    std::this_thread::sleep_for(std::chrono::seconds(2));  // the other one ends the job when it has said why
  }
  MPI_Abort(MPI_COMM_WORLD, 1);
  std::abort();
}

void mailbox::drain() {
  while (receive()) {}
}

}  // namespace jackdaw::cluster::detail
