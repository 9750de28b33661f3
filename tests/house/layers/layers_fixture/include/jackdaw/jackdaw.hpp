#pragma once
#include <jackdaw/queue/high.hpp>
#include <jackdaw/queue/split/part.hpp>
