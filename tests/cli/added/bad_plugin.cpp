// A library that is refused, in the way that the environment variable JACKDAW_BAD_PLUGIN says.
#include <cmath>
#include <cstdlib>
#include <stdexcept>
#include <string>

#include <jackdaw/command.hpp>
#include <jackdaw/pool/pool_catalogue.hpp>

/// Of the name of the example's: that is another library's.
struct primes {
  void serial() {}
  void run(jackdaw::any_scheduler& /*scheduler*/) {}
  [[nodiscard]] bool check() const { return false; }
};

namespace {

std::string way() {
  const char* const set = std::getenv("JACKDAW_BAD_PLUGIN");
  return set == nullptr ? "" : set;
}

struct nothing {
  void serial() {}
  void run(jackdaw::any_scheduler& /*scheduler*/) {}
  [[nodiscard]] bool check() const { return way() != "wrong result"; }
};

/// Throws, or says a wrong time, where the way begins with the function's name.
struct faulty {
  double serial() { return 1; }
  double run(jackdaw::any_scheduler& /*scheduler*/) {
    if (way() == "run throws") throw std::runtime_error("half");
    if (way() == "run throws a number") throw 7;
    return way() == "run takes nan" ? std::nan("") : -1;
  }
  [[nodiscard]] bool check() const { return true; }
};

struct with_workers : nothing {
  std::uint64_t count = 1;
  void options(jackdaw::app_options& of) { of.number("--workers", count, 1, 2, "the command's own option"); }
};

void add_badly() {
  using namespace jackdaw;
  if (way() == "throws") throw std::runtime_error("no licence\nfor this machine");
  if (way() == "throws a number") throw 7;
  if (way() == "pool taken") add_pool<pool::sq1>({.name = "dq8", .line = "again", .source = "here"});
  part_description greedy{.name = "greedy", .line = "takes it", .source = "here"};
  if (way() == "idle unknown") greedy.idle = "dozes";
  if (way() == "parameter idle") greedy.parameters = {{"idle", "taken", "1", 1, 9}};
  if (way() == "preset") greedy.parameters = {{"limit", "of nothing", "many", 1, 9}};
  add_pool<pool::sq1>(greedy);
  if (way() == "replayed") {
    add_pool<pool::sq1>({.name = "without", .line = "says nothing", .source = "here"});
    add_pool<pool::sq1>(
        {.name = "wrongly", .line = "says it wrongly", .source = "here", .replayed_as = "dq88"});
  }
  if (way() == "app taken") add_app<nothing>({.name = "fib", .line = "again", .source = "here"});
  if (way() == "app twice") {
    add_app<nothing>({.name = "twice", .line = "once", .source = "here"});
    add_app<nothing>({.name = "twice", .line = "again", .source = "here"});
  }
  if (way() == "option taken") add_app<with_workers>({.name = "eager", .line = "takes it", .source = "here"});
  if (way() == "same class") add_app<primes>({.name = "others", .line = "same class", .source = "here"});
  if (way().starts_with("run "))
    add_app<faulty>({.name = "faulty", .line = "throws, or says a wrong time", .source = "here"});
  if (way() == "wrong result")
    add_app<nothing>({.name = "nothing", .line = "does nothing", .source = "here"});
}

}  // namespace

extern "C" __attribute__((visibility("default"))) const jackdaw::working::plugin* jackdaw_plugin();
extern "C" const jackdaw::working::plugin* jackdaw_plugin() {
  static jackdaw::working::plugin shown;
  shown.layout.version = jackdaw::version;
  shown.catalogue = []() -> const void* { return &jackdaw::working::added_parts::here(); };
  shown.add = &add_badly;
  if (way() == "form") ++shown.form;
  if (way() == "version") shown.layout.version = 2'03'04;
  if (way() == "sizes") ++shown.layout.task;
  if (way() == "hidden") shown.catalogue = []() -> const void* { return &shown; };
  if (way() == "null") return nullptr;
  return &shown;
}
