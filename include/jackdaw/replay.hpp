// A recorded run on other machines: with other numbers of processors, with other pools.
//
//   program, read_program    a recording without its schedule
//   replay_run               how long it would take
//   policy, policy_of, costs what a pool does, and what things cost
#pragma once

#include <jackdaw/base/required_language.hpp>
#include <jackdaw/replay/policy.hpp>
#include <jackdaw/replay/program.hpp>
#include <jackdaw/replay/read_program.hpp>
#include <jackdaw/replay/replay.hpp>

namespace jackdaw {

using replay::costs;
using replay::policy;
using replay::policy_of;
using replay::program;
using replay::read_program;
using replay::replay_run;

}  // namespace jackdaw
