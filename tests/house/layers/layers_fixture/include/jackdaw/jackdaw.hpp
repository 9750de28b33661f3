#pragma once
#include <jackdaw/queue/high.hpp>
