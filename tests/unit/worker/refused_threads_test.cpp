// Threads of a scheduler that are asked for again and again, where the system has none: the stand-in's, the reserve.
#include <chrono>
#include <cstdint>
#include <system_error>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/base/threads/repeated_start.hpp>
#include <jackdaw/worker/external/first_seat.hpp>
#include <jackdaw/worker/external/reserve_threads.hpp>
#include <jackdaw/worker/external/stand_in_thread.hpp>
#include <jackdaw/worker/termination/termination.hpp>

namespace refused_threads_test {

using namespace jackdaw;

TEST_CASE("only the first guest waits for a thread that the system refuses") {
  working::first_seat seat;
  const working::termination of;
  working::stand_in_thread stand_in(seat, of);
  std::vector<unsigned> tries;
  const auto refuses = [&](unsigned most) {
    tries.push_back(most);
    throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again));
  };
  stand_in.make(refuses);
  for (int i = 0; i < 3; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));  // then it is due again
    stand_in.make(refuses);
  }
  CHECK(!stand_in.is_made());
  CHECK(tries == std::vector<unsigned>{base::thread_start_tries, 1, 1, 1});
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  stand_in.make([](unsigned) {});
  CHECK(stand_in.is_made());
  stand_in.make(refuses);  // there is one
  CHECK(tries.size() == 4);
}

TEST_CASE("only the first caller waits for a reserve thread that the system refuses, also when others rest") {
  working::reserve_threads reserve;
  std::vector<unsigned> tries;
  const auto engaged = [&](bool is_refused) {
    return reserve.engage_surely(
        [&](unsigned /*post*/, unsigned most) {
          tries.push_back(most);
          if (is_refused)
            throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again));
        },
        [](unsigned /*posts*/) {}, [](unsigned /*post*/) {});
  };
  const auto rests = [&](unsigned post) { reserve.rest(post, [](unsigned /*posts*/) {}); };
  CHECK(engaged(false));  // post 0 has a thread
  CHECK(!engaged(true));
  CHECK(!engaged(true));
  rests(0);
  CHECK(engaged(false));  // the one that rests, which makes no thread
  CHECK(!engaged(true));
  CHECK(engaged(false));  // there is one again
  CHECK(!engaged(true));
  CHECK(tries == std::vector<unsigned>{base::thread_start_tries, base::thread_start_tries, 1, 1, 1,
                                       base::thread_start_tries});
}

}  // namespace refused_threads_test
