#pragma once
#include <jackdaw/room/plan.hpp>
