// The command with parts of one's own: no library is loaded.
#include "mine.hpp"

int main(int count, char** arguments) { return jackdaw::command(count, arguments, add_mine); }
