// The entry of the serial function, against which speed-ups are computed.
#pragma once

#include "bench/peers/peer.hpp"

namespace jackdaw::bench {

[[nodiscard]] inline peer as_serial(measurement (*run)(unsigned instance, unsigned workers)) {
  return {"serial", role::serial, "", run};
}

}  // namespace jackdaw::bench
