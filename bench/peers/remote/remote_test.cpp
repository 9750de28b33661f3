// Runtimes in a process of their own: what they answer, and that no bench hangs when one has died or does not come back.
#include "bench/peers/remote/remote.hpp"

#include <cstdio>
#include <exception>
#include <string>

namespace {

using namespace jackdaw::bench;

/// What went wrong in a run; "" where nothing did.
std::string trouble(const peer& runtime, unsigned instance) {
  try {
    const measurement found = runtime.run(instance, 7);
    return found.seconds == 1.5 && found.units == 7 ? "" : "another answer";
  } catch (const std::exception& error) { return error.what(); }
}

int failures = 0;

void require(const char* what, const std::string& found, const std::string& expected) {
  if (found == expected) return;
  std::printf("%s: '%s', expected '%s'\n", what, found.c_str(), expected.c_str());
  ++failures;
}

}  // namespace

int main() {
  if (start_remote("fake", "nobody")) require("a program that is not there", "started", "nothing");
  const auto patient = start_remote("fake", "peer");
  if (!patient) return 1;
  require("its version", patient->version, "version 7");
  require("an answer", trouble(*patient, 0), "");
  require("a wrong result", trouble(*patient, 1), "it is wrong");
  require("an answer after that", trouble(*patient, 0), "");
  require("a death", trouble(*patient, 2), "fake_peer has died with status 3");
  require("a run after that", trouble(*patient, 0), "fake_peer has died");
  const auto hasty = start_remote("fake", "peer", 0.1);
  if (!hasty) return 1;
  require("a run without end", trouble(*hasty, 3), "fake_peer does not answer, and was ended");
  require("a run after that", trouble(*hasty, 0), "fake_peer has died of signal 9");
  return failures == 0 ? 0 : 1;
}
