// Its line names the folder, not the rooms in it.
#pragma once
#include <jackdaw/queue/high.hpp>
#include <jackdaw/queue/split/part.hpp>
