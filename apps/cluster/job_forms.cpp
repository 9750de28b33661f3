#include "apps/cluster/job_forms.hpp"

#include <cstdio>
#include <filesystem>
#include <functional>
#include <ostream>
#include <system_error>
#include <vector>

#include "apps/support/files/output_file.hpp"
#include "apps/support/text/input_error.hpp"
#include "apps/support/text/quoted.hpp"

namespace jackdaw::apps::cluster_programs {

namespace {

std::string page_in(const std::string& folder) {
  return (std::filesystem::path(folder) / "index.html").string();
}

void make_folder(const std::string& folder) {
  std::error_code failed;
  std::filesystem::create_directory(folder, failed);
  if (failed || !std::filesystem::is_directory(folder))
    throw input_error("--report " + quoted(folder) +
                      ": cannot be made; expected a folder, or the name of a new one in an existing folder");
}

}  // namespace

void job_forms::declare(CLI::App& command) {
  command.add_option("--trace", trace_, "Write what each worker of each rank did, for ui.perfetto.dev")
      ->type_name("FILE.json");
  command.add_option("--report", report_, "Write that as one page, DIR/index.html")->type_name("DIR");
}

void job_forms::require_writable(cluster::world& all) const {
  std::string why;
  if (all.rank() == 0) {
    try {
      if (!report_.empty()) {
        require_suffix("--report", report_, file_kind::folder);
        make_folder(report_);
      }
      apps::require_writable(std::vector<named_output>{
          {"--trace", trace_, file_kind::trace}, {"--report", report_.empty() ? "" : page_in(report_)}});
    } catch (const input_error& error) { why = error.what(); }
  }
  why = all.broadcast(why);
  if (!why.empty()) throw input_error(why);
}

void job_forms::write(cluster::world& all, const std::string& title, const cluster::recorded_job& job) const {
  if (all.rank() != 0) return;
  const auto file = [](const std::string& path, const std::function<void(std::ostream&)>& write_to) {
    output_file out(path);
    write_to(out.stream());
    out.commit();
    std::printf("  wrote     %s\n", path.c_str());
  };
  if (!trace_.empty()) file(trace_, [&](std::ostream& out) { cluster::write_chrome(out, job); });
  if (!report_.empty())
    file(page_in(report_), [&](std::ostream& out) {
      cluster::write_report(out, title + " on " + std::to_string(all.ranks()) + " ranks", job);
    });
}

}  // namespace jackdaw::apps::cluster_programs
