#include "cli/reproduce/page/reproduction_page.hpp"

#include <ostream>
#include <sstream>
#include <string_view>

#include <fmt/format.h>

#include <jackdaw/trace/text/text.hpp>

#include "apps/support/files/output_file.hpp"
#include "apps/support/text/input_error.hpp"
#include "apps/support/text/quoted.hpp"
#include "cli/reproduce/page/reproduction_plot.hpp"
#include "cli/reproduce/page/reproduction_tables.hpp"
#include "cli/reproduce/verdict/rule.hpp"

namespace jackdaw::cli {

namespace {

std::string in_page(std::string_view text) { return trace::shown(apps::quoted(text, 1000)); }

constexpr std::string_view head = R"(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>jackdaw: papers' results</title>
<style>
body { font: 15px/1.45 sans-serif; max-width: 1060px; margin: 1.5em auto; padding: 0 1em; color: #222; }
h1 { font-size: 1.3em; } h2 { font-size: 1.1em; margin-top: 2.5em; border-bottom: 1px solid #ccc; }
h3 { font-size: 1em; } table { border-collapse: collapse; margin: .5em 0; }
td, th { padding: 2px 14px 2px 0; text-align: right; }
td.left, th.left { text-align: left; } td.agrees { color: #1a6b2f; } td.differs { color: #a11; }
td.noise { color: #777; } img { width: 100%; height: auto; border: 1px solid #ddd; }
p.note { color: #666; }
</style></head><body>
<h1>Papers' results, measured again</h1>
)";

/// For an address of the kind data:, in double quotes: what would end it or begin something else, as %XX.
std::string in_address(const std::string& text) {
  std::string all;
  for (const char each : text) {
    const auto byte = static_cast<unsigned char>(each);
    if (byte <= ' ' || byte >= 0x7f || std::string_view("\"#%<>&'").find(each) != std::string_view::npos) {
      all += fmt::format("%{:02X}", byte);
    } else {
      all += each;
    }
  }
  return all;
}

class page {
 public:
  explicit page(std::ostream& out) : out_(out) {}

  void write(const std::vector<reproduction>& all, const std::vector<page_section>& others) {
    out_ << head;
    if (!all.empty() && all.front().where) paragraph("note", text_of(*all.front().where));
    if (!all.empty()) write(summary_of(all), true);
    if (!others.empty()) write(counts_of(others), true);
    paragraph("rule", rule_in_full);
    for (const reproduction& each : all) section(each);
    for (const page_section& each : others) section(each);
    out_ << "</body></html>\n";
  }

 private:
  [[nodiscard]] static std::string text_of(const circumstances& where) {
    std::stringstream text;
    print(text, where);
    std::string machine;  // the load stands at each result
    std::getline(text, machine);
    return machine;
  }

  /// Its lines as lines.
  void paragraph(const char* kind, const std::string& text) {
    out_ << "<p class=\"" << kind << "\">";
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) out_ << in_page(line) << '\n';
    out_ << "</p>\n";
  }

  [[nodiscard]] static worded_table counts_of(const std::vector<page_section>& all) {
    worded_table rows{.title = {}, .columns = {{"result"}, {"claims"}}, .rows = {}, .below = {}};
    for (const page_section& each : all) rows.rows.push_back({each.name, each.counted});
    return rows;
  }

  void section(const page_section& one) {
    const std::string name = in_page(one.name);
    out_ << "<h2 id=\"" << name << "\">" << name << ": " << in_page(one.finding) << "</h2>\n";
    for (const std::string& each : one.before) paragraph("note", each);
    if (!one.picture.empty())
      out_ << "<img alt=\"ours\" src=\"data:image/svg+xml," << in_address(one.picture) << "\">\n";
    for (const worded_table& each : one.tables) write(each);
    for (const std::string& each : one.after) paragraph("note", each);
  }

  void section(const reproduction& both) {
    const std::string name = in_page(both.of->name);
    out_ << "<h2 id=\"" << name << "\">" << name << ": " << in_page(both.of->finding) << "</h2>\n";
    paragraph("note", inputs_text(both));
    if (both.where) paragraph("note", load_text(*both.where));
    std::ostringstream picture;
    draw(picture, canvas::format::svg, both);
    out_ << "<img alt=\"" << (both.columns.empty() ? "ours" : "the paper's figures and ours")
         << "\" src=\"data:image/svg+xml," << in_address(picture.str()) << "\">\n";
    for (const worded_table& each : tables_of(both)) write(each);
    paragraph("note", rule_text(both.rounds()));
    for (const std::string& line : both.rival_lines) paragraph("note", line);
    if (!both.of->besides.empty()) paragraph("note", both.of->besides);
  }

  void cell(const char* tag, const table::column& column, const std::string& text, std::string kind = {}) {
    if (column.aligned == table::side::left) kind += kind.empty() ? "left" : " left";
    out_ << '<' << tag;
    if (!kind.empty()) out_ << " class=\"" << kind << '"';
    out_ << '>' << text << "</" << tag << '>';
  }

  [[nodiscard]] static std::string kind_of(const std::string& cell) {
    for (const origin from : {origin::measured, origin::replayed}) {
      for (const verdict each : {verdict::agrees, verdict::differs}) {
        if (cell == text(each, from)) return std::string(text(each));
      }
      for (const verdict each : {verdict::within_noise, verdict::too_few_processors, verdict::not_claimed}) {
        if (cell == text(each, from)) return "noise";
      }
    }
    return "";
  }

  /// `links`: the first cell of each row leads to its section.
  void write(const worded_table& one, bool links = false) {
    if (!one.title.empty()) out_ << "<h3>" << in_page(one.title) << "</h3>\n";
    out_ << "<table>\n<tr>";
    for (const table::column& each : one.columns) cell("th", each, in_page(each.title));
    out_ << "</tr>\n";
    for (const auto& row : one.rows) {
      out_ << "<tr>";
      for (std::size_t i = 0; i < row.size(); ++i) {
        const std::string words = in_page(row[i]);
        cell("td", one.columns[i], links && i == 0 ? "<a href=\"#" + words + "\">" + words + "</a>" : words,
             kind_of(row[i]));
      }
      out_ << "</tr>\n";
    }
    out_ << "</table>\n";
    for (const std::string& line : one.below) paragraph("note", line);
  }

  std::ostream& out_;
};

}  // namespace

void require_page(const std::string& path) {
  apps::require_suffix("--output-page", path, apps::file_kind::any);
  if (!apps::has_suffix(path, ".html"))
    throw apps::input_error("--output-page " + path + ": expected a file name that ends in .html");
  apps::require_writable(std::vector<apps::named_output>{{"--output-page", path}});
}

void write_page(std::ostream& out, const std::vector<reproduction>& all,
                const std::vector<page_section>& others) {
  const trace::plain_numbers plain(out);
  page(out).write(all, others);
}

void write_page(const std::string& path, const std::vector<reproduction>& all,
                const std::vector<page_section>& others) {
  apps::output_file file(path);
  write_page(file.stream(), all, others);
  file.commit();
}

}  // namespace jackdaw::cli
