// Values become bytes and the same values again; bytes that are missing are found.
#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/cluster.hpp>

#if __has_include(<cereal/types/memory.hpp>)
#include <cereal/types/memory.hpp>
#include <cereal/types/vector.hpp>

#include <jackdaw/cluster/serial/cereal.hpp>
#define JACKDAW_TEST_CEREAL 1
#endif

namespace cluster = jackdaw::cluster;

namespace {

template <class T>
T there_and_back(const T& value) {
  cluster::writer out;
  out.put(value);
  cluster::reader in(out.bytes());
  T again = in.get<T>();
  CHECK(in.left() == 0);
  return again;
}

struct point {
  double x, y;
  friend bool operator==(const point&, const point&) = default;
};

struct without_default {
  explicit without_default(int n) : number(n) {}
  int number;
};

struct particle {  // by a member
  std::string name;
  std::vector<point> path;
  template <class Archive>
  void serialize(Archive& archive) {
    archive(name, path);
  }
  friend bool operator==(const particle&, const particle&) = default;
};

struct board {  // with arrays
  std::string names[2];
  int cells[2][3] = {};
  template <class Archive>
  void serialize(Archive& archive) {
    archive(names, cells);
  }
  friend bool operator==(const board&, const board&) = default;
};

class matrix {  // by a specialization
 public:
  matrix(std::size_t rows, std::vector<double> values) : rows_(rows), values_(std::move(values)) {}
  std::size_t rows_;
  std::vector<double> values_;
  friend bool operator==(const matrix&, const matrix&) = default;
};

}  // namespace

template <>
struct jackdaw::cluster::serial<matrix> {
  static void save(const matrix& m, writer& out) {
    out.put(m.rows_);
    out.put(m.values_);
  }
  static matrix load(reader& in) {
    const auto rows = in.get<std::size_t>();
    return {rows, in.get<std::vector<double>>()};
  }
};

TEST_CASE("bytes: numbers, structs, types without a constructor without arguments, lambdas") {
  CHECK(there_and_back(3.25) == 3.25);
  CHECK(there_and_back(point{1, 2}) == point{1, 2});
  CHECK(there_and_back(without_default(7)).number == 7);
  const int by = 5;
  CHECK(there_and_back([by](int x) { return x * by; })(3) == 15);
}

TEST_CASE("strings and containers, empty and nested") {
  CHECK(there_and_back(std::string()).empty());
  CHECK(there_and_back(std::string("a\0b", 3)) == std::string("a\0b", 3));
  CHECK(there_and_back(std::u16string(u"jack")) == u"jack");
  CHECK(there_and_back(std::vector<int>{}).empty());
  CHECK(there_and_back(std::vector<int>{1, 2, 3}) == std::vector<int>{1, 2, 3});
  CHECK(there_and_back(std::vector<bool>{true, false, true}) == std::vector<bool>{true, false, true});
  const std::vector<std::vector<std::string>> deep{{"a", "bc"}, {}, {"d"}};
  CHECK(there_and_back(deep) == deep);
  const std::array<std::string, 2> both{"x", "yz"};
  CHECK(there_and_back(both) == both);
}

TEST_CASE("pairs, tuples, optionals, maps and sets") {
  using name_and_number = std::pair<std::string, int>;
  CHECK(there_and_back(name_and_number{"a", 1}) == name_and_number{"a", 1});
  const std::tuple<int, std::string, std::vector<double>> three{1, "b", {2.5}};
  CHECK(there_and_back(three) == three);
  CHECK(there_and_back(std::optional<std::string>("c")) == std::optional<std::string>("c"));
  CHECK_FALSE(there_and_back(std::optional<std::string>()).has_value());
  const std::map<std::string, std::vector<int>> map{{"a", {1}}, {"b", {}}};
  CHECK(there_and_back(map) == map);
  const std::unordered_map<int, std::string> hashed{{1, "x"}, {2, "y"}};
  CHECK(there_and_back(hashed) == hashed);
  const std::multiset<int> several{3, 1, 3};
  CHECK(there_and_back(several) == several);
}

TEST_CASE("deques, lists, hashed containers with equal keys, variants") {
  const std::deque<std::string> deque{"a", "", "bc"};
  CHECK(there_and_back(deque) == deque);
  const std::list<int> list{3, 1, 2};
  CHECK(there_and_back(list) == list);
  const std::unordered_multimap<int, std::string> pairs{{1, "x"}, {1, "y"}, {2, "z"}};
  CHECK(there_and_back(pairs) == pairs);
  const std::unordered_multiset<std::string> several{"a", "b", "a"};
  CHECK(there_and_back(several) == several);
  using either = std::variant<int, std::string, std::vector<double>>;
  for (const either& each : {either(4), either("four"), either(std::vector<double>{4.0})})
    CHECK(there_and_back(each) == each);
  using either_bytes = std::variant<int, double>;
  CHECK(there_and_back(either_bytes(2.5)) == either_bytes(2.5));
  cluster::writer wrong;
  wrong.put(std::size_t{3});
  cluster::reader in(wrong.bytes());
  CHECK_THROWS_AS(static_cast<void>(in.get<either>()), cluster::failure);
}

TEST_CASE("members that are arrays") {
  board one;
  one.names[1] = "b";
  one.cells[1][2] = 7;
  CHECK(there_and_back(one) == one);
}

TEST_CASE("views are found among members") {
  struct with_view {
    int number;
    std::string_view text;
    int more;
  };
  struct with_span {
    std::span<const double> numbers;
  };
  struct without {
    int number;
    std::array<char, 16> text;
    double more[4];
    std::optional<int> last;
  };
  static_assert(cluster::detail::has_view_member<with_view>);
  static_assert(cluster::detail::has_view_member<with_span>);
  static_assert(!cluster::detail::has_view_member<without>);
  static_assert(!cluster::detail::has_view_member<point>);
  struct inside {
    with_span first;
    int number;
  };
  static_assert(cluster::detail::has_view_member<inside>);
  CHECK(there_and_back(without{1, {}, {}, 3}).last == 3);
}

TEST_CASE("pointers and views by themselves have no serial form; what hides them has one") {
  using cluster::detail::has_view_member;
  using cluster::detail::is_bytes;
  static_assert(!is_bytes<int*> && !is_bytes<void (*)(int)> && !is_bytes<std::string_view> &&
                !is_bytes<std::reference_wrapper<int>> && !is_bytes<std::pair<int, std::string_view>>);
  // As docs/guide/running/cluster.md says.
  struct with_pointer {
    int* there;
  };
  struct with_far_view {
    int a, b, c, d, e, f, g, h;
    std::string_view ninth;
  };
  struct pair_inside {
    int number;
    struct {
      int number;
      std::string_view text;
    } inside;
  };
  static_assert(is_bytes<with_pointer> && !has_view_member<with_pointer>);
  static_assert(is_bytes<with_far_view> && !has_view_member<with_far_view>);
  static_assert(is_bytes<pair_inside> && !has_view_member<pair_inside>);
  using cluster::detail::means_memory;
  static_assert(means_memory<std::optional<std::string_view>> && means_memory<std::array<int*, 2>> &&
                means_memory<std::variant<int, std::span<int>>> && !means_memory<std::optional<point>>);
  static_assert(!cluster::serial<std::vector<std::optional<std::string_view>>>::at_once &&
                cluster::serial<std::vector<point>>::at_once);
  const std::string text = "text";
  const auto by_view = [view = std::string_view(text)] { return view.size(); };
  const auto by_reference = [&text] { return text.size(); };
  const auto by_value = [text] { return text.size(); };
  static_assert(is_bytes<decltype(by_view)> && is_bytes<decltype(by_reference)> &&
                !is_bytes<decltype(by_value)>);
  CHECK(there_and_back(by_view)() == 4);  // on the same rank
  CHECK(there_and_back(by_reference)() == 4);
  CHECK(by_value() == 4);
}

TEST_CASE("types of a program: a member, a specialization, and containers of them") {
  const particle one{"p", {{1, 2}, {3, 4}}};
  CHECK(there_and_back(one) == one);
  CHECK(there_and_back(std::vector<particle>{one, {}}) == std::vector<particle>{one, {}});
  const matrix square(2, {1, 2, 3, 4});
  CHECK(there_and_back(square) == square);
  CHECK(there_and_back(std::vector<matrix>{square}) == std::vector<matrix>{square});
}

#ifdef JACKDAW_TEST_CEREAL
TEST_CASE("types that cereal knows") {
  const auto pointed = there_and_back(std::make_shared<std::vector<int>>(std::vector<int>{1, 2}));
  REQUIRE(pointed != nullptr);
  CHECK(*pointed == std::vector<int>{1, 2});
}
#endif

TEST_CASE("bytes that are missing are found before memory is taken for them") {
  cluster::writer out;
  out.put(std::vector<double>(100));
  for (const std::size_t left : {std::size_t{0}, std::size_t{7}, std::size_t{8}, out.bytes().size() - 1}) {
    cluster::reader in(std::span(out.bytes()).first(left));
    CHECK_THROWS_AS(static_cast<void>(in.get<std::vector<double>>()), cluster::failure);
  }
  cluster::writer wrong;
  wrong.put(std::uint64_t{1} << 60);
  cluster::reader in(wrong.bytes());
  try {
    static_cast<void>(in.get<std::string>());
    FAIL("a count beyond all bytes was accepted");
  } catch (const cluster::failure& error) {
    CHECK(error.code() == cluster::errc::malformed);
    CHECK(error.code().category().name() == std::string("jackdaw.cluster"));
  }
}
