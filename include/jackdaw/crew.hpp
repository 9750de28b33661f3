// Crews: a pool of items for threads that the program has already.
//
//   crew<Item>, basic_crew       a pool chosen at compile time
//   make_crew, any_crew, crew_choice   a pool chosen by name, for items whose size is known at run time
//   sleep_until, notify, yield   waiting for any condition, in the way of WSL06
#pragma once

#include <jackdaw/base/required_language.hpp>
#include <jackdaw/sync/sleep_until.hpp>
#include <jackdaw/worker/crew/any_crew.hpp>
#include <jackdaw/worker/crew/basic_crew.hpp>

namespace jackdaw {

using sync::notify;
using sync::sleep_until;
using sync::yield;

}  // namespace jackdaw
