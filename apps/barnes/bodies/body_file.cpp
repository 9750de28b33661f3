#include "apps/barnes/bodies/body_file.hpp"

#include <algorithm>
#include <ostream>

#include "apps/support/files/output_file.hpp"
#include "apps/support/files/text_lines.hpp"
#include "apps/support/text/input_error.hpp"
#include "apps/support/text/quoted.hpp"

namespace jackdaw::apps::barnes {

std::vector<body> read_bodies(const std::string& path) {
  const std::string form = "a line \"mass x y z vx vy vz\" for each body";
  text_lines lines(path, form);
  std::vector<body> all;
  while (lines.next()) {
    if (lines.words().size() > 7) lines.refuse(std::to_string(lines.words().size()) + " words", form);
    const auto number = [&](std::size_t index) { return lines.real(index, form, largest_number); };
    body b;
    b.mass = number(0);
    b.position = {number(1), number(2), number(3)};
    b.velocity = {number(4), number(5), number(6)};
    if (!(b.mass >= 1 / largest_number)) lines.refuse("mass " + lines.shown(0), "a mass from 1e-30 to 1e30");
    if (all.size() == most_bodies)
      lines.refuse("another body", "at most " + std::to_string(most_bodies) + " bodies");
    b.number = static_cast<std::uint32_t>(all.size());
    all.push_back(b);
  }
  if (all.empty()) throw input_error(quoted(path, 160) + ": no bodies; expected " + form);
  return all;
}

void write_bodies(std::vector<body> bodies, const std::string& path) {
  std::sort(bodies.begin(), bodies.end(), [](const body& a, const body& b) { return a.number < b.number; });
  output_file file(path);
  std::ostream& out = file.stream();
  out.precision(17);
  const auto write = [&out](const vec3& v) { out << ' ' << v.x << ' ' << v.y << ' ' << v.z; };
  for (const body& each : bodies) {
    out << each.mass;
    write(each.position);
    write(each.velocity);
    out << '\n';
  }
  file.commit();
}

}  // namespace jackdaw::apps::barnes
