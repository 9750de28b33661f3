// Whether a text is well-formed XML 1.0, as far as our pictures use it.
#pragma once

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <jackdaw/base/characters.hpp>

namespace jackdaw::tests {

/// Reads elements, attributes in double quotation marks, texts and the five entities of XML. No comments, no CDATA; a line
/// <?xml …?> at the begin is passed over.
class strict_xml {
 public:
  /// What is wrong with `text`; empty: nothing.
  [[nodiscard]] static std::string fault(std::string_view text) {
    strict_xml reader(text);
    return reader.read();
  }

 private:
  explicit strict_xml(std::string_view text) : text_(text) {}

  [[nodiscard]] std::string read() {
    if (text_.starts_with("<?xml ")) text_.remove_prefix(std::min(text_.find("?>"), text_.size() - 2) + 2);
    base::for_each_character(
        text_,
        [this](std::string_view character) {
          if (character != "\n" && base::is_control(character)) wrong("a character of control");
        },
        [this](std::string_view) { wrong("no UTF-8"); });
    while (!text_.empty() && wrong_.empty()) {
      if (text_.front() == '<') {
        read_tag();
      } else {
        read_text("<", open_.empty());
      }
    }
    if (!open_.empty()) wrong("not closed: " + open_.back());
    return wrong_;
  }

  void read_tag() {
    text_.remove_prefix(1);
    const bool closes = accept("/");
    const std::string name = read_name();
    if (closes) {
      if (open_.empty() || open_.back() != name) return wrong("closes something else: " + name);
      open_.pop_back();
      if (!accept(">")) wrong("a tag that does not end");
      return;
    }
    std::vector<std::string> known;
    while (accept(" ") || accept("\n")) {
      known.push_back(read_name());
      if (std::count(known.begin(), known.end(), known.back()) > 1) return wrong("twice: " + known.back());
      if (!accept("=\"")) return wrong("an attribute without a value: " + known.back());
      read_text("\"", false);
      if (!accept("\"")) return wrong("an attribute that does not end: " + known.back());
    }
    if (accept("/>")) return;
    if (!accept(">")) return wrong("a tag that does not end: " + name);
    open_.push_back(name);
  }

  /// Up to `end`, or of a tag.
  void read_text(std::string_view end, bool only_blanks) {
    while (!text_.empty() && !text_.starts_with(end)) {
      const char c = text_.front();
      if (c == '<') return wrong("< in a text");
      if (only_blanks && c != '\n' && c != ' ') return wrong("a text outside");
      if (c == '&' && !accept("&lt;") && !accept("&gt;") && !accept("&amp;") && !accept("&quot;") &&
          !accept("&apos;"))
        return wrong("an entity that there is not");
      if (c != '&') text_.remove_prefix(1);
    }
  }

  std::string read_name() {
    std::size_t size = 0;
    while (size < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[size])) != 0 ||
                                   text_[size] == '-' || text_[size] == ':'))
      ++size;
    if (size == 0) wrong("no name");
    std::string name(text_.substr(0, size));
    text_.remove_prefix(size);
    return name;
  }

  bool accept(std::string_view what) {
    if (!text_.starts_with(what)) return false;
    text_.remove_prefix(what.size());
    return true;
  }

  void wrong(const std::string& what) {
    if (wrong_.empty()) wrong_ = what + " before: " + std::string(text_.substr(0, 60));
    text_ = {};
    open_.clear();
  }

  std::string_view text_;
  std::vector<std::string> open_;
  std::string wrong_;
};

}  // namespace jackdaw::tests
