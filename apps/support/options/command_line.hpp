// The parser of command lines, CLI11, by name: its own header takes seconds to compile. It is for files that
// add options.
#pragma once

namespace CLI {
class App;
}
