// expect: jackdaw: a part of this type is a pointer or a view
#include <string_view>

#include <jackdaw/cluster/serial/standard.hpp>

struct line {
  int number;
#if defined(BROKEN)
  std::string_view text;
#else
  std::string text;
  template <class Archive>
  void serialize(Archive& archive) {
    archive(number, text);
  }
#endif
};

void write(jackdaw::cluster::writer& out) { out.put(std::vector<line>()); }
