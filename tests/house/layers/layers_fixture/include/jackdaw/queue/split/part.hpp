// A room with a line of its own.
#pragma once
#include <jackdaw/queue/high.hpp>
