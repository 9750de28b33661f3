#pragma once
#include <jackdaw/room/apart.hpp>
#include <jackdaw/room/plan.hpp>
#include <jackdaw/room/walk.hpp>
