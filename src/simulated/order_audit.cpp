#include "src/simulated/order_audit.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <set>
#include <string>
#include <string_view>
#include <tuple>

namespace jackdaw::simulated::order_audit {

namespace {

constexpr std::array<std::string_view, 7> operations{"load",  "store",        "modify",        "failure",
                                                     "fence", "fence_of_all", "compiler_fence"};
constexpr std::array<std::string_view, 6> orders{"relaxed", "consume", "acquire",
                                                 "release", "acq_rel", "seq_cst"};

/// The site as it is written: a path in the project, since no path of a machine is to stand in what it is compared
/// with.
std::string text_of(const std::source_location& site, operation what) {
  std::string_view path = site.file_name();
  for (const std::string_view root : {"include/jackdaw/", "tests/"}) {
    if (const auto found = path.rfind(root); found != std::string_view::npos) path.remove_prefix(found);
  }
  return std::string(path) + ':' + std::to_string(site.line()) + ':' + std::to_string(site.column()) + ' ' +
         std::string(operations[what]);
}

/// What an order gives: acquire, release, a place in S.
unsigned parts_of(std::memory_order how) {
  constexpr std::array<unsigned, 6> parts{0, 1, 1, 2, 3, 7};
  return parts[static_cast<std::size_t>(how)];
}

/// One call site may have several orders, by its arguments; a weakening of one must not strengthen another.
bool is_weaker(std::memory_order one, std::memory_order other) {
  return (parts_of(one) & ~parts_of(other)) == 0;
}

class audit {
 public:
  audit() {
    if (const char* const file = std::getenv("JACKDAW_ORDERS"))
      file_ = file;                                                // NOLINT(concurrency-mt-unsafe)
    if (const char* const what = std::getenv("JACKDAW_WEAKEN")) {  // NOLINT(concurrency-mt-unsafe)
      const std::string_view text = what;
      const auto blank = text.rfind(' ');
      const auto colon = text.find(':');
      weakened_ = text.substr(0, blank);
      line_ = std::strtoul(weakened_.c_str() + colon + 1, nullptr, 10);
      const std::string_view name = text.substr(blank + 1);
      for (std::size_t i = 0; i < orders.size(); ++i) {
        if (orders[i] == name) order_ = static_cast<std::memory_order>(i);
      }
    }
  }
  audit(const audit&) = delete;
  audit& operator=(const audit&) = delete;
  ~audit() {
    if (file_.empty()) return;
    std::ofstream out(file_, std::ios::app);
    for (const auto& line : reached_) out << line << '\n';
  }

  [[nodiscard]] bool is_idle() const noexcept { return file_.empty() && weakened_.empty(); }

  void begin_case(const char* name) {
    case_ = name;
    seen_.clear();
  }

  std::optional<std::memory_order> at(const std::source_location& site, operation what,
                                      std::memory_order how) {
    if (!file_.empty()) {
      const auto key = std::tuple(site.file_name(), site.line(), site.column(), what, how);
      if (seen_.insert(key).second)
        reached_.insert(text_of(site, what) + ' ' + std::string(orders[static_cast<std::size_t>(how)]) +
                        '\t' + case_);
    }
    const bool is_it = site.line() == line_ && text_of(site, what) == weakened_;
    return is_it && (!order_ || is_weaker(*order_, how)) ? order_ : how;
  }

 private:
  std::string file_;
  std::string weakened_;
  unsigned long line_ = 0;
  std::optional<std::memory_order> order_;
  std::string case_;
  std::set<std::tuple<const char*, std::uint_least32_t, std::uint_least32_t, operation, std::memory_order>>
      seen_;
  std::set<std::string> reached_;
};

audit& instance() {
  static audit only;
  return only;
}

}  // namespace

void begin_case(const char* name) { instance().begin_case(name); }

std::optional<std::memory_order> order_at(const std::source_location& site, operation what,
                                          std::memory_order how) {
  static const bool idle = instance().is_idle();
  return idle ? how : instance().at(site, what, how);
}

}  // namespace jackdaw::simulated::order_audit
