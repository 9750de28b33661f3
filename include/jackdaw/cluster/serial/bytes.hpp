// Bytes that travel: where values are written, and where they are read again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace jackdaw::cluster {

template <class T>
struct serial;

/// Takes the bytes of values, one after another.
///     writer out;
///     out.put(3.5);
///     out.put(std::string("text"));
///     send(out.bytes());
///
/// Cost: a copy; memory grows as in a std::vector. Threads: one at a time. Errors: std::bad_alloc.
class writer {
 public:
  /// Appends raw bytes.
  void append(const void* from, std::size_t count) {
    const std::size_t old = bytes_.size();
    bytes_.resize(old + count);
    if (count != 0) std::memcpy(bytes_.data() + old, from, count);
  }

  /// Appends a value as its serial<T> writes it.
  template <class T>
  void put(const T& value) {
    serial<T>::save(value, *this);
  }

  /// How many elements follow, as containers write it.
  void put_count(std::size_t count) {
    const std::uint64_t wide = count;
    append(&wide, sizeof wide);
  }

  /// What has been written.
  [[nodiscard]] const std::vector<std::byte>& bytes() const noexcept { return bytes_; }
  /// The same, to be changed or moved away.
  [[nodiscard]] std::vector<std::byte>& bytes() noexcept { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
};

/// Reads what a writer has written, in the same order.
///     reader in(received);
///     const auto number = in.get<double>();
///     const auto text = in.get<std::string>();
///
/// Cost: a copy. Threads: one at a time. Errors: cluster::failure with errc::malformed where bytes are missing.
class reader {
 public:
  /// The bytes outlive the reader.
  explicit reader(std::span<const std::byte> from) noexcept : left_(from) {}

  /// Takes raw bytes.
  void take(void* to, std::size_t count) {
    if (count > left_.size()) refuse(count);
    if (count != 0) std::memcpy(to, left_.data(), count);
    left_ = left_.subspan(count);
  }

  /// The next bytes, which are passed.
  [[nodiscard]] std::span<const std::byte> take_bytes(std::size_t count) {
    if (count > left_.size()) refuse(count);
    const std::span<const std::byte> taken = left_.first(count);
    left_ = left_.subspan(count);
    return taken;
  }

  /// Takes a value as its serial<T> reads it.
  template <class T>
  [[nodiscard]] T get() {
    return serial<T>::load(*this);
  }

  /// How many elements follow. `least`: the bytes of one at least, so that a wrong count is found before memory for it
  /// is taken.
  [[nodiscard]] std::size_t get_count(std::size_t least) {
    std::uint64_t count = 0;
    take(&count, sizeof count);
    if (least != 0 && count > left_.size() / least) refuse(count);
    return count;  // as large as a std::size_t where there is MPI
  }

  /// How many bytes are left.
  [[nodiscard]] std::size_t left() const noexcept { return left_.size(); }

 private:
  [[noreturn]] void refuse(std::uint64_t wanted) const;

  std::span<const std::byte> left_;
};

}  // namespace jackdaw::cluster
