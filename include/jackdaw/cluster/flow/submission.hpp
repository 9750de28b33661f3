// What is made of the parts of a submit: the accesses by their numbers, the rank, and the function with its arguments.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

#include <jackdaw/cluster/flow/access.hpp>
#include <jackdaw/cluster/flow/engine.hpp>
#include <jackdaw/flow/task/attributes.hpp>
#include <jackdaw/task/name.hpp>

namespace jackdaw::cluster::detail {

/// The partial results of one object: one for each rank that has added.
template <class T, class R>
class partial_results final : public open_reduction {
 public:
  using partial = std::decay_t<decltype(std::declval<const R&>().make())>;
  using place = std::optional<partial>;

  partial_results(handle<T>& of, R by) : of_(&of), by_(std::move(by)), at_(of.of().ranks()) {}

  /// That of a rank. Until settle() it is in use.
  [[nodiscard]] handle<place>& at(unsigned rank) {
    if (!is_open_) engine_of(of_->of()).is_open(*this);
    is_open_ = true;
    if (at_[rank].values == nullptr) at_[rank].values = std::make_unique<handle<place>>(of_->of(), rank);
    at_[rank].is_used = true;
    return *at_[rank].values;
  }

  [[nodiscard]] const R& by() const noexcept { return by_; }

  void settle() override;

 private:
  struct of_rank {
    std::unique_ptr<handle<place>> values;
    bool is_used = false;
  };

  handle<T>* of_;
  R by_;
  std::vector<of_rank> at_;
  bool is_open_ = false;
};

/// Collects what the parts of a submit say.
class submission_parts {
 public:
  void take(const jackdaw::priority& how) noexcept { made.priority = how.value; }
  template <class Text>
  void take(const named<Text>& what) {
    made.name = what.text;
  }
  void take(const on& where) noexcept { rank_ = where.rank; }

  template <mode How, class T>
  void take(const declared<How, T>& one) {
    use(*one.of, How);
  }
  template <mode How, class T>
  void take(const declared_many<How, T>& many) {
    for (handle<T>* const each : many.of) use(*each, How);
  }
  template <class T, class R>
  void take(const declared_reduction<T, R>& one) {
    prefer(one.of->owner(), 1);  // after a read
  }

  /// Reductions are known by their rank: after all other parts.
  template <class T, class R>
  void take_partial(const declared_reduction<T, R>& one) {
    auto& open = one.of->reduction();
    if (open == nullptr) open = std::make_unique<partial_results<T, R>>(*one.of, one.by);
    auto* results = dynamic_cast<partial_results<T, R>*>(open.get());
    if (results == nullptr) {  // by another operation
      open->settle();
      engine_of(one.of->of()).is_gone(*open);
      open = std::make_unique<partial_results<T, R>>(*one.of, one.by);
      results = static_cast<partial_results<T, R>*>(open.get());
    }
    made.accesses.push_back({results->at(made.rank).number(), mode::add});
  }
  template <class Other>
  void take_partial(const Other& /*part*/) noexcept {}

  void choose_rank() noexcept { made.rank = rank_ ? *rank_ : chosen_; }

  submission made;

 private:
  void use(handle_base& of, mode how) {
    of.settle();
    made.accesses.push_back({of.number(), how});
    prefer(of.owner(), how == mode::write ? 4 : how == mode::add ? 3 : 2);
  }
  void prefer(unsigned rank, int how_much) noexcept {
    if (how_much <= preferred_) return;
    preferred_ = how_much;
    chosen_ = rank;
  }

  std::optional<unsigned> rank_;
  unsigned chosen_ = 0;
  int preferred_ = 0;
};

/// What the function of a task gets for one part; `next` counts the objects. Reductions come last among these.
template <mode How, class T>
[[nodiscard]] auto argument(const declared<How, T>& /*one*/, void* const* objects, std::size_t& next) {
  using object = typename declared<How, T>::object;
  return std::tuple<object&>(*static_cast<object*>(objects[next++]));
}
template <mode How, class T>
[[nodiscard]] auto argument(const declared_many<How, T>& many, void* const* objects, std::size_t& next) {
  using object = typename declared_many<How, T>::object;
  std::vector<object*> all;
  for (std::size_t i = 0; i < many.of.size(); ++i) all.push_back(static_cast<object*>(objects[next++]));
  return std::tuple<std::vector<object*>>(std::move(all));
}

/// The function and its accesses, on the rank that executes it.
template <class Function, class... Declared>
class body_of final : public task_body {
 public:
  body_of(Function function, std::tuple<Declared...> declared)
      : function_(std::move(function)), declared_(std::move(declared)) {}

  void run(void* const* objects) override {
    std::size_t next = 0;
    std::size_t next_partial = first_partial();
    std::apply(
        [&](const Declared&... each) {
          // In braces: from left to right.
          std::tuple<decltype(argument_of(each, objects, next, next_partial))...> all{
              argument_of(each, objects, next, next_partial)...};
          std::apply([&](auto&... parts) { std::apply(function_, std::tuple_cat(std::move(parts)...)); },
                     all);
        },
        declared_);
  }

 private:
  [[nodiscard]] std::size_t first_partial() const {
    return std::apply([](const Declared&... each) { return (count(each) + ... + 0); }, declared_);
  }
  template <mode How, class T>
  static std::size_t count(const declared<How, T>& /*one*/) noexcept {
    return 1;
  }
  template <mode How, class T>
  static std::size_t count(const declared_many<How, T>& many) noexcept {
    return many.of.size();
  }
  template <class T, class R>
  static std::size_t count(const declared_reduction<T, R>& /*one*/) noexcept {
    return 0;
  }

  template <class D>
  static auto argument_of(const D& one, void* const* objects, std::size_t& next, std::size_t& /*partial*/) {
    return argument(one, objects, next);
  }
  template <class T, class R>
  static auto argument_of(const declared_reduction<T, R>& one, void* const* objects, std::size_t& /*next*/,
                          std::size_t& partial) {
    auto& place = *static_cast<typename partial_results<T, R>::place*>(objects[partial++]);
    if (!place.has_value()) place.emplace(one.by.make());
    return std::tuple<typename partial_results<T, R>::partial&>(*place);
  }

  Function function_;
  std::tuple<Declared...> declared_;
};

/// Those of the parts that are accesses, as a tuple.
template <class Part>
[[nodiscard]] auto only_declared(const Part& part) {
  if constexpr (is_declared<Part>) {
    return std::tuple<Part>(part);
  } else {
    return std::tuple<>();
  }
}

/// Submits `parts…, function`.
template <class... Parts>
void submit_parts(world& to, const std::tuple<Parts...>& parts) {
  constexpr std::size_t count = sizeof...(Parts) - 1;
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    using function = std::tuple_element_t<count, std::tuple<Parts...>>;
    submission_parts all;
    (all.take(std::get<I>(parts)), ...);
    all.choose_rank();
    (all.take_partial(std::get<I>(parts)), ...);
    static const std::string_view name_of_type = task_name<function>();
    if (all.made.name.empty()) all.made.name = name_of_type;
    all.made.key = typeid(function).name();
    if (all.made.rank == to.rank()) {
      auto declared = std::tuple_cat(only_declared(std::get<I>(parts))...);
      [&]<class... D>(std::tuple<D...>& each) {
        all.made.body = std::make_unique<body_of<function, D...>>(std::get<count>(parts), std::move(each));
      }(declared);
    }
    engine_of(to).submit(std::move(all.made));
  }(std::make_index_sequence<count>());
}

template <class T, class R>
void partial_results<T, R>::settle() {
  if (!is_open_) return;
  is_open_ = false;
  engine_of(of_->of()).is_gone(*this);
  for (of_rank& each : at_) {
    if (!std::exchange(each.is_used, false)) continue;
    const auto apply = [by = by_](place& from, T& object) {
      if (from.has_value()) by.apply(object, *std::move(from));
      from.reset();
    };
    submit_parts(of_->of(), std::tuple(named("(reduction)"), on(of_->owner()),
                                       declared<mode::write, place>{each.values.get()},
                                       declared<mode::write, T>{of_}, apply));
  }
}

}  // namespace jackdaw::cluster::detail
