#pragma once
#include <jackdaw/room/between.hpp>
