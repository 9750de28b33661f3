// A library that has nothing to do with Jackdaw.
extern "C" int unrelated();
extern "C" int unrelated() { return 7; }
