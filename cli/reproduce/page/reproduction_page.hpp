// Papers' results and ours on one page.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "cli/reproduce/page/worded_table.hpp"
#include "cli/reproduce/reproduction.hpp"

namespace jackdaw::cli {

/// A result that is no reproduction, as a section of the page: paragraphs, a picture, tables, paragraphs.
struct page_section {
  std::string name;
  std::string finding;
  std::vector<std::string> before;
  std::string picture;  ///< SVG; empty: none
  std::vector<worded_table> tables;
  std::vector<std::string> after;
  std::string counted;  ///< how many of its claims agree
};

/// Throws input_error unless `path` ends in .html and could be written.
void require_page(const std::string& path);

/// An HTML page that needs nothing else: where it was measured, which results agree, the rule; then each result with
/// the paper's figures and ours side by side, as a picture and as tables; then the other sections.
void write_page(std::ostream& out, const std::vector<reproduction>& all,
                const std::vector<page_section>& others = {});

/// The same as a file, which is complete or not there.
void write_page(const std::string& path, const std::vector<reproduction>& all,
                const std::vector<page_section>& others = {});

}  // namespace jackdaw::cli
