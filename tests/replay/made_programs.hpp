// Programs of a few lines, for replays whose times are known.
#pragma once

#include <jackdaw/replay/program.hpp>

namespace jackdaw::tests {

/// `count` independent tasks of 100 ns.
inline replay::program independent(unsigned count) {
  replay::program made;
  made.phases.emplace_back();
  for (unsigned i = 0; i < count; ++i) {
    made.tasks.push_back({made.steps.size()});
    made.steps.push_back({100, replay::step::deed::end});
    made.phases[0].initial.push_back(i);
  }
  return made;
}

/// Each of `feeders` initial tasks puts `count` tasks of `work` ns, one every 10 ns, and then works for `rest` ns.
inline replay::program fed(unsigned feeders, unsigned count, double work, double rest = 0) {
  replay::program made;
  made.phases.emplace_back();
  unsigned next = feeders;
  for (unsigned feeder = 0; feeder < feeders; ++feeder) {
    made.tasks.push_back({made.steps.size()});
    made.phases[0].initial.push_back(feeder);
    for (unsigned i = 0; i < count; ++i) made.steps.push_back({10, replay::step::deed::put, next++});
    made.steps.push_back({rest, replay::step::deed::end});
  }
  for (unsigned i = 0; i < feeders * count; ++i) {
    made.tasks.push_back({made.steps.size()});
    made.steps.push_back({work, replay::step::deed::end});
  }
  return made;
}

}  // namespace jackdaw::tests
