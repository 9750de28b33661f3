// expect: and no constructor without arguments
#include <string>

#include <jackdaw/cluster/serial/standard.hpp>

struct place {
  explicit place(std::string text) : name(std::move(text)) {}
#if !defined(BROKEN)
  place() = default;
#endif

  template <class Archive>
  void serialize(Archive& archive) {
    archive(name);
  }
  std::string name;
};

void write(jackdaw::cluster::writer& out) { out.put(place("here")); }
