// The stand-in's thread, where the system has none.
#include <chrono>
#include <cstdint>
#include <system_error>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/base/threads/repeated_start.hpp>
#include <jackdaw/worker/external/first_seat.hpp>
#include <jackdaw/worker/external/stand_in_thread.hpp>
#include <jackdaw/worker/termination/termination.hpp>

namespace stand_in_start_test {

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

}  // namespace stand_in_start_test
