#include <jackdaw/command.hpp>

int main(int count, char** arguments) { return jackdaw::command(count, arguments); }
