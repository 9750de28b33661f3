// The parser of command lines, CLI11, by name: its own header takes seconds to read, and is for those who add options.
#pragma once

namespace CLI {
class App;
}
