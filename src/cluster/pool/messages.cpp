#include "src/cluster/pool/messages.hpp"

#include <cstring>
#include <utility>

#include "src/cluster/record/rank_record.hpp"

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
  if (since == 0) since = now();
  sending& each = on_their_way_.emplace_back();
  each.bytes = std::move(content);
  const envelope outside{run_, what, sent_to_[to]++};
  const std::size_t length = each.bytes.size();
  each.bytes.resize(length + sizeof outside);  // behind, so that the content needs not move
  std::memcpy(each.bytes.data() + length, &outside, sizeof outside);
  world_.check(MPI_Isend(each.bytes.data(), static_cast<int>(each.bytes.size()), MPI_BYTE,
                         static_cast<int>(to), 0, channel_, &each.state),
               "MPI_Isend");
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

std::optional<mailbox::message> mailbox::receive_from(int source, int most) {
  std::vector<std::byte> bytes(static_cast<std::size_t>(most));
  MPI_Status status;
  world_.check(MPI_Recv(bytes.data(), most, MPI_BYTE, source, 0, channel_, &status), "MPI_Recv");
  int length = 0;
  MPI_Get_count(&status, MPI_BYTE, &length);
  envelope outside{};
  const std::size_t content = static_cast<std::size_t>(length) - sizeof outside;
  std::memcpy(&outside, bytes.data() + content, sizeof outside);
  if (outside.run != run_) return std::nullopt;  // of the last run
  bytes.resize(content);
  if (record_ != nullptr) [[unlikely]]
    record(false, static_cast<unsigned>(status.MPI_SOURCE), outside, content, now());
  return message{static_cast<unsigned>(status.MPI_SOURCE), outside.what, std::move(bytes)};
}

void mailbox::wait(std::size_t most) {
  while (!waited_for_) waited_for_ = receive_from(MPI_ANY_SOURCE, static_cast<int>(most));
}

bool mailbox::clean_up() {
  for (auto each = on_their_way_.begin(); each != on_their_way_.end();) {
    int is_sent = 0;
    world_.check(MPI_Test(&each->state, &is_sent, MPI_STATUS_IGNORE), "MPI_Test");
    each = is_sent != 0 ? on_their_way_.erase(each) : std::next(each);
  }
  return on_their_way_.empty();
}

}  // namespace jackdaw::cluster::detail
