// A run of an application on one worker, recorded whole.
#pragma once

#include <cstdint>
#include <string>

#include <jackdaw/trace/record/recording.hpp>

#include "apps/app.hpp"

namespace jackdaw::cli {

/// The events of one run, none of them lost. `on` has one worker; its observer is the recorder, whatever it says.
/// `tasks`: how many there will be; 0 where that is not known, as of joins: then the run is repeated with more room until
/// there is enough. `what` is the application, for errors. Throws input_error where a gigabyte of events is too little.
[[nodiscard]] trace::recording whole_recording(apps::app& app, scheduler_choice on, std::uint64_t tasks,
                                               const std::string& what);

}  // namespace jackdaw::cli
