// What is kept of what tasks say: in small buffers, with texts of any kind, on schedulers by name.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <jackdaw/memory/papers/korch_rauber_managers.hpp>
#include <jackdaw/observe/task_log.hpp>
#include <jackdaw/pool/split_pool/split_pool.hpp>
#include <jackdaw/trace/formats/chrome.hpp>
#include <jackdaw/trace/formats/schedule_svg.hpp>
#include <jackdaw/trace/graph/profile.hpp>
#include <jackdaw/trace/read/read_history.hpp>
#include <jackdaw/trace/record/recorder.hpp>
#include <jackdaw/worker/basic_scheduler.hpp>
#include <jackdaw/worker/idle/spin_yield_park.hpp>

#include "tests/support/schedulers.hpp"
#include "tests/support/text/strict_xml.hpp"
#include "tests/trace/logs.hpp"

namespace log_kept_test {

using namespace jackdaw;
using namespace jackdaw::tests;
using trace::history;

namespace {

using recorded = basic_scheduler<pool::split_pool, working::spin_yield_park, memory::cgbkof, trace::recorder>;

}  // namespace

TEST_CASE("of many entries the first or the last are kept, and can be read") {
  for (const auto then : {trace::when_full::stop, trace::when_full::ring}) {
    for (const std::size_t room : {1U, 2U, 3U, 4U, 5U, 6U, 7U, 40U, 41U}) {
      recorded scheduler(1);
      scheduler.observer().keep({room, then});
      scheduler.run([](auto& worker) {
        const log_span around("around");
        for (int i = 0; i < 10; ++i) {
          worker.put([] {
            const log_span here("here");
            const log_span again("again");
            log_count("n", std::int64_t{3} << 32U);
            log_event("now");
          });
        }
      });
      const trace::recording seen = read_back(scheduler.observer().take());
      CHECK(!seen.complete());
      const history run = trace::read_history(seen);
      for (const auto& each : run.log_entries) CHECK(each.to <= run.end);
      std::ostringstream out;
      trace::write_chrome(out, run);
      CHECK(nlohmann::json::accept(out.str()));
      CHECK(trace::profile_of(run).logs.size() <= 10);
    }
  }
}

TEST_CASE("texts may hold any bytes, and equal ones at two addresses are one") {
  std::vector<std::string> odd{"",   "say \"so\"", "back\\slash",   "two\nlines\t", "no UTF-8: \xff\xfe",
                               "ä∞", "\x1b[31m",   "</title>&amp;", "\u202eturned", "(other texts)"};
  recorded scheduler(1);
  const std::vector<std::string> twice = odd;
  scheduler.run([&] {
    for (const auto* all : {&std::as_const(odd), &twice}) {
      for (const std::string& text : *all) {
        const log_span here(text.c_str());
        log_event(text.c_str());
        log_count(text.c_str(), 1);
      }
    }
  });
  const trace::recording seen = scheduler.observer().take();
  for (std::string& text : odd) std::ranges::fill(text, '?');  // they are not needed any more
  CHECK(seen.logs == twice);
  CHECK(read_back(seen).logs == twice);
  const history run = trace::read_history(seen);
  for (const auto& [text, sum] : sums(run)) CHECK(sum == 2);
  std::ostringstream chrome;
  trace::write_chrome(chrome, run);
  CHECK(nlohmann::json::accept(chrome.str()));
  std::ostringstream picture;
  trace::write_schedule(picture, run);
  CHECK(strict_xml::fault(picture.str()).empty());
}

TEST_CASE("texts for which there is no room are one") {
  recorded scheduler(1);
  const auto texts = std::make_unique<std::vector<std::string>>();
  for (int i = 0; i < 1000; ++i) texts->push_back("text " + std::to_string(i));
  scheduler.run([&] {
    for (const std::string& text : *texts) log_count(text.c_str(), 1);
    log_count(texts->front().c_str(), 1);
  });
  auto found = sums(trace::read_history(read_back(scheduler.observer().take())));
  CHECK(found.size() == trace::log_texts::most + 1);
  CHECK(found["(other texts)"] == 1000 - trace::log_texts::most);
  CHECK(found["text 0"] == 2);
  scheduler.run([&] { log_count(texts->back().c_str(), 1); });  // there is room again
  CHECK(sums(trace::read_history(scheduler.observer().take()))["text 999"] == 1);
}

TEST_CASE("an observer that is chosen at run time is told") {
  for (const char* pool : {"sq1", "dq8", "jackdaw"}) {
    auto scheduler = tests::make_scheduler(
        {.pool = pool, .workers = 2, .observer = &observe::any_observer::make<trace::recorder>});
    scheduler.run([&scheduler] {
      const log_span here("here");
      log_count("n", 5);
      scheduler.run([] { log_count("inside", 1); });  // a run inside
      log_event("now");
    });
    const history run = trace::read_history(read_back(scheduler.observer<trace::recorder>()->take()));
    CHECK(run.logs == std::vector<std::string>{"here", "n", "now"});
    CHECK(sums(run) == std::map<std::string, std::int64_t>{{"n", 5}});
    CHECK(entries(run, "here")[0].to >= entries(run, "now")[0].from);
  }
}

}  // namespace log_kept_test
