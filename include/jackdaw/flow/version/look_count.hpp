// How many elements of lists flows have looked at: base/explore/look_count.hpp.
#pragma once

#include <jackdaw/base/explore/look_count.hpp>

namespace jackdaw::dataflow {

using base::look;

}  // namespace jackdaw::dataflow
