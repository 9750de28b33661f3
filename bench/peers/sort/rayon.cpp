#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "bench/peers/runs/rayon_run.hpp"
#include "bench/peers/sort/config.hpp"

extern "C" {
/// `Text` of bench/peers/rayon/src/sorts.rs.
struct rayon_text {
  const char* begin;
  std::size_t bytes;
};
void rayon_sort_numbers(std::uint64_t* numbers, std::size_t many, bool stable);
void* rayon_strings_copy(const rayon_text* texts, std::size_t many);
void rayon_strings_sort(void* strings, bool stable);
const char* rayon_strings_at(const void* strings, std::size_t number, std::size_t* bytes);
void rayon_strings_end(void* strings);
}

namespace jackdaw::bench {
namespace {

/// Strings of Rust are sorted, which are copied before and after.
double seconds_of_strings(unsigned workers, std::vector<std::string>& keys, bool stable) {
  std::vector<rayon_text> texts;
  for (const std::string& key : keys) texts.push_back({key.data(), key.size()});
  const std::unique_ptr<void, void (*)(void*)> copied(rayon_strings_copy(texts.data(), texts.size()),
                                                      rayon_strings_end);
  const double seconds =
      seconds_in_rayon(workers, [&copied, stable] { rayon_strings_sort(copied.get(), stable); });
  for (std::size_t i = 0; i < keys.size(); ++i) {
    std::size_t bytes = 0;
    const char* const begin = rayon_strings_at(copied.get(), i, &bytes);
    keys[i].assign(begin, bytes);
  }
  return seconds;
}

template <bool stable>
measurement run(unsigned instance, unsigned workers) {
  return sorts::measured(instance, [workers](auto& keys) {
    if constexpr (std::is_same_v<decltype(keys), std::vector<std::string>&>) {
      return seconds_of_strings(workers, keys, stable);
    } else {
      return seconds_in_rayon(workers, [&keys] { rayon_sort_numbers(keys.data(), keys.size(), stable); });
    }
  });
}

const registered unstable{as_rayon(run<false>)};
const registered stable{as_rayon(run<true>, "Rayon-stable")};

}  // namespace
}  // namespace jackdaw::bench
