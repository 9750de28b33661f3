// A runtime for the test of those that are programs of their own: it does what the instance says.
#include <stdexcept>

#include <unistd.h>

#include "bench/peers/peer.hpp"

namespace jackdaw::bench {
namespace {

measurement run(unsigned instance, unsigned workers) {
  if (instance == 1) throw wrong_result("it is wrong");
  if (instance == 2) _exit(3);
  while (instance == 3) pause();
  return {1.5, static_cast<double>(workers)};
}

const registered entry{{"peer", role::rival, "version 7", run}};

}  // namespace
}  // namespace jackdaw::bench
