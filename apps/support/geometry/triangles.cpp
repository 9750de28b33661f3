#include "apps/support/geometry/triangles.hpp"

#include <algorithm>
#include <cstdint>

namespace jackdaw::apps {

vec3 newell_normal(const std::vector<vec3>& p) {
  vec3 n;
  for (std::size_t i = 0; i < p.size(); ++i) n += cross(p[i] - p[0], p[(i + 1) % p.size()] - p[0]);
  return n;
}

namespace {

bool is_inside(const vec3& q, const vec3& a, const vec3& b, const vec3& c, const vec3& n) {
  return dot(cross(b - a, q - a), n) >= 0 && dot(cross(c - b, q - b), n) >= 0 &&
         dot(cross(a - c, q - c), n) >= 0;
}

/// What is left of a polygon while ears are cut off: corners in a ring.
class shrinking_polygon {
 public:
  shrinking_polygon(const std::vector<vec3>& corners, const vec3& normal)
      : p_(corners),
        normal_(normal),
        before_(corners.size()),
        after_(corners.size()),
        found_(corners.size()) {
    for (std::size_t i = 0; i < p_.size(); ++i) {
      before_[i] = (i + p_.size() - 1) % p_.size();
      after_[i] = (i + 1) % p_.size();
    }
    for (std::size_t i = 0; i < p_.size(); ++i)
      if (!is_convex_at(i)) reflex_.push_back(i);
  }

  std::vector<std::array<std::size_t, 3>> cut() {
    std::vector<std::array<std::size_t, 3>> made;
    made.reserve(p_.size() - 2);
    for (std::size_t left = p_.size(); left > 3; --left) {
      const std::size_t ear = first_ear(left);
      made.push_back({before_[ear], ear, after_[ear]});
      remove(ear);
    }
    made.push_back({before_[first_], first_, after_[first_]});
    return made;
  }

 private:
  enum class answer : std::uint8_t { unknown, no, yes };

  /// The first one in order; of a polygon that crosses itself and has none any corner is as good.
  std::size_t first_ear(std::size_t left) {
    // An ear stays one while its neighbours stay. A corner that is none may become one when what lay within it is
    // cut off: that is looked at when no other is left.
    for (int pass = 0; pass < 2; ++pass) {
      std::size_t i = first_;
      for (std::size_t k = 0; k < left; ++k, i = after_[i]) {
        if (found_[i] == answer::unknown) found_[i] = is_ear(i) ? answer::yes : answer::no;
        if (found_[i] == answer::yes) return i;
      }
      for (std::size_t k = 0; k < left; ++k, i = after_[i]) found_[i] = answer::unknown;
    }
    return first_;
  }

  [[nodiscard]] bool is_convex_at(std::size_t i) const {
    return turn(p_[before_[i]], p_[i], p_[after_[i]], normal_) > 0;
  }

  /// Where any corner lies within a triangle, one does at which the polygon is not convex: the others are not looked at.
  [[nodiscard]] bool is_ear(std::size_t i) const {
    const std::size_t a = before_[i], c = after_[i];
    if (!is_convex_at(i)) return false;
    return std::ranges::none_of(reflex_, [&](std::size_t each) {
      return each != a && each != c && is_inside(p_[each], p_[a], p_[i], p_[c], normal_);
    });
  }

  void remove(std::size_t i) {
    const std::size_t a = before_[i], c = after_[i];
    after_[a] = c;
    before_[c] = a;
    std::erase_if(reflex_, [&](std::size_t each) {
      return each == i || ((each == a || each == c) && is_convex_at(each));
    });
    found_[a] = found_[c] = answer::unknown;
    if (first_ == i) first_ = c;
  }

  const std::vector<vec3>& p_;
  vec3 normal_;
  std::vector<std::size_t> before_, after_;
  std::vector<answer> found_;
  std::vector<std::size_t> reflex_;  // corners at which it is not convex
  std::size_t first_ = 0;            // the lowest corner that is left
};

bool is_convex(const std::vector<vec3>& p, const vec3& n) {
  for (std::size_t i = 0; i < p.size(); ++i)
    if (turn(p[i], p[(i + 1) % p.size()], p[(i + 2) % p.size()], n) <= 0) return false;
  return true;
}

}  // namespace

std::vector<std::array<std::size_t, 3>> triangles_of(const std::vector<vec3>& corners) {
  if (corners.size() == 3) return {{0, 1, 2}};
  const vec3 n = newell_normal(corners);
  const double doubled_area = length(n);
  if (!(doubled_area > 0)) return {};
  const vec3 normal = n * (1 / doubled_area);
  if (corners.size() == 4 && is_convex(corners, normal) &&
      length(corners[2] - corners[0]) < length(corners[3] - corners[1])) {
    return {{0, 1, 2}, {0, 2, 3}};
  }
  return shrinking_polygon(corners, normal).cut();
}

}  // namespace jackdaw::apps
