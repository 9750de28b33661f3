// The page of `jackdaw run --report`, as a browser shows it: chromium reads it, runs its script, and prints what has
// come of it. Where there is no chromium, the test says so and is skipped.
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "tests/cli/program.hpp"

using jackdaw::cli::test::call_jackdaw;
using jackdaw::cli::test::shell;

namespace {

namespace fs = std::filesystem;

/// Looks for texts that are cut off, turns the wheel over the schedule until the name of a task can be read, looks at
/// the one under the mouse, drags, clicks twice, makes the page narrower, and writes down what is shown.
constexpr const char* probe = R"(<script>
(async () => {
const place = document.querySelector('.schedule'), box = place.getBoundingClientRect(), seen = document.body.dataset;
const drawn = () => new Promise(then => setTimeout(then, 20));
const texts = kind => [...place.querySelectorAll('span.' + kind)].map(span => span.textContent);
const turn = (by, share) => place.dispatchEvent(new WheelEvent('wheel', {
  deltaY: by, clientX: box.left + 72 + share * (place.clientWidth - 72), clientY: box.top + 20, cancelable: true }));
const outside = () => [...place.querySelectorAll('span')].filter(span =>
  span.offsetLeft < 0 || span.offsetLeft + span.offsetWidth > place.clientWidth).length;
const shown = () => place.dataset.to - place.dataset.from;
const canvas = place.querySelector('canvas'), ratio = window.devicePixelRatio || 1;
const is_as_wide = () => Math.abs(canvas.width - place.clientWidth * ratio) < 1;
seen.wide = is_as_wide();
seen.outside = [...document.querySelectorAll('svg text')].filter(text => {
  const box = text.getBBox(), all = text.ownerSVGElement.viewBox.baseVal;
  return box.x < all.x || box.x + box.width > all.x + all.width;
}).length + outside();
seen.workers = texts('worker').join();
seen.ticks = texts('tick').join();
seen.all = shown();
turn(-300, .5);
await drawn();
seen.near = shown();
const copy = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
const somewhere = () => {  // where worker 0 runs a task, the nearest to the middle
  copy.canvas.width = canvas.width;
  copy.drawImage(canvas, 0, -27 * ratio);
  const line = copy.getImageData(0, 0, canvas.width, 1).data, middle = (canvas.width + 72 * ratio) / 2;
  let best = -1;
  for (let i = Math.ceil(74 * ratio); i < canvas.width; ++i)
    if (line[4 * i] < 236 && (best < 0 || Math.abs(i - middle) < Math.abs(best - middle))) best = i;
  return (best / ratio - 72) / (place.clientWidth - 72);
};
place.dispatchEvent(new MouseEvent('dblclick'));
await drawn();
for (let i = 0; i < 40 && (i < 2 || texts('task').length === 0); ++i) { turn(-300, somewhere()); await drawn(); }
const task = place.querySelector('span.task');
if (task) {
  seen.name = task.textContent;
  seen.outside = +seen.outside + outside();
  seen.closeTicks = texts('tick').join();
  place.dispatchEvent(new PointerEvent('pointermove', {
    clientX: box.left + task.offsetLeft + 2, clientY: box.top + task.offsetTop + 8 }));
  seen.tip = texts('tip').join();
}
const before = +place.dataset.from;
place.dispatchEvent(new PointerEvent('pointermove', { buttons: 1, movementX: -50 }));
await drawn();
seen.dragged = place.dataset.from - before;
place.dispatchEvent(new MouseEvent('dblclick'));
await drawn();
seen.back = shown();
seen.left = place.dataset.from;
document.body.style.width = '1003px';
window.dispatchEvent(new Event('resize'));
await drawn();
seen.narrow = is_as_wide();
seen.outside = +seen.outside + outside();
seen.kinds = document.querySelector('.kinds-of-tasks').textContent;
})();
</script>)";

struct browsed {
  fs::path folder = fs::temp_directory_path() / ("jackdaw_browser_test_" + std::to_string(getpid()));
  nlohmann::json run;  ///< what the command said
  std::string page;    ///< what the browser made of it

  browsed() {
    fs::create_directory(folder);
    const fs::path file = folder / "index.html";
    const auto called =
        call_jackdaw("run synthetic --k 10 --f 100 --workers 2 --json --report " + folder.string());
    REQUIRE(called.status == 0);
    run = nlohmann::json::parse(called.text);
    std::ofstream(file, std::ios::app) << probe;
    page = shell(
               "timeout 120 chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage "
               "--window-size=1280,2000"
               " --virtual-time-budget=60000 --enable-logging=stderr --user-data-dir=" +
               (folder / "profile").string() + " --dump-dom file://" + file.string() + " 2>" + log().string())
               .text;
  }
  ~browsed() {
    std::error_code ignored;
    fs::remove_all(folder, ignored);
  }
  [[nodiscard]] fs::path log() const { return folder / "log"; }
};

/// What stands between `begin` and the next `end`, from `at` on; moves `at` behind it. Empty: there is none.
std::string between(const std::string& text, const std::string& begin, const std::string& end,
                    std::size_t& at) {
  const std::size_t from = text.find(begin, at);
  if (from == std::string::npos) return "";
  const std::size_t to = text.find(end, from + begin.size());
  if (to == std::string::npos) return "";
  at = to;
  return text.substr(from + begin.size(), to - from - begin.size());
}
std::string between(const std::string& text, const std::string& begin, const std::string& end) {
  std::size_t at = 0;
  return between(text, begin, end, at);
}

using rows = std::vector<std::vector<std::string>>;

/// The cells of a table, without its head.
rows table(const std::string& page, const std::string& name) {
  const std::string all = between(page, "<table class=\"" + name + "\">", "</table>");
  rows found;
  std::size_t at = 0;
  for (std::string row; !(row = between(all, "<tr>", "</tr>", at)).empty();) {
    std::vector<std::string> cells;
    std::size_t in_row = 0;
    while (row.find("<td>", in_row) != std::string::npos)
      cells.push_back(between(row, "<td>", "</td>", in_row));
    if (!cells.empty()) found.push_back(cells);
  }
  return found;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t times = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++times;
  return times;
}

double number(const std::string& page, const std::string& attribute) {
  const std::string text = between(page, attribute + "=\"", "\"");
  CAPTURE(attribute);
  REQUIRE(!text.empty());
  return std::stod(text);
}

/// A page without the data of its schedule: letters among which "NaN" may stand by chance.
std::string without_data(std::string page) {
  const std::string data = between(page, "id=\"schedule-data\"", "</script>");
  REQUIRE(!data.empty());
  return page.erase(page.find(data), data.size());
}

}  // namespace

TEST_CASE("the page of a run, in a browser") {
  if (shell("command -v chromium").status != 0) {
    MESSAGE("skipped: there is no chromium here (Debian's package of that name)");
    return;
  }
  const browsed seen;
  const std::string& page = seen.page;
  CAPTURE(page);
  REQUIRE(page.find("</html>") != std::string::npos);
  std::ifstream log(seen.log());
  const std::string complaints{std::istreambuf_iterator<char>(log), {}};
  CAPTURE(complaints);
  CHECK(complaints.find("CONSOLE") == std::string::npos);
  CHECK(without_data(page).find("NaN") == std::string::npos);

  CHECK(between(page, "<h1>", "</h1>").starts_with("synthetic k=10"));
  const rows figures = table(page, "figures");
  REQUIRE(figures.size() == 14);
  CHECK(figures[0][0] == "time");
  CHECK(std::stod(figures[0][1]) > 0);
  CHECK(figures[1] == std::vector<std::string>{"workers", "2"});
  CHECK(figures[2] == std::vector<std::string>{"tasks", std::to_string(seen.run["tasks"].get<long>())});
  CHECK(figures[5][0] == "average parallelism");
  CHECK(std::stod(figures[5][1]) ==
        doctest::Approx(seen.run["explained"]["average_parallelism"].get<double>()).epsilon(0.1));

  CHECK(figures[6][0] == "burdened span");
  CHECK(figures[7][0] == "burdened parallelism");
  CHECK(figures[8] == std::vector<std::string>{"task graph", "DH: tasks create others"});
  CHECK(figures[9][0] == "workers were");
  CHECK(figures[9][1].find("preempted") != std::string::npos);

  // The schedule: worker, time, task; at first as a whole, then so close that the names of tasks can be read.
  const auto said = [&](const std::string& attribute) {
    return between(page, "data-" + attribute + "=\"", "\"");
  };
  CHECK(said("workers") == "worker 0,worker 1");
  CHECK(said("ticks").starts_with("0"));
  CHECK(number(page, "data-outside") == 0);  // texts that are cut off
  const double all = number(page, "data-all");
  CHECK(all > 0);
  CHECK(number(page, "data-near") == doctest::Approx(all / std::exp(1)).epsilon(0.01));
  CHECK(said("name") == "A");
  CHECK(said("tip").starts_with("A, task "));
  CHECK(said("close-ticks") != said("ticks"));
  CHECK(number(page, "data-dragged") > 0);
  CHECK(number(page, "data-back") == doctest::Approx(all));
  CHECK(number(page, "data-left") == 0);
  CHECK(said("wide") == "true");  // drawn for the width that the page has, scroll bar and all
  CHECK(said("narrow") == "true");
  CHECK(said("kinds") == "A");

  CHECK(count(page, "<svg ") == 2);
  CHECK(between(page, "class=\"area\"", "</svg>").find("<path") != std::string::npos);
  CHECK(count(between(page, "class=\"bars\"", "</svg>"), "<rect") > 0);

  const rows kinds = table(page, "kinds");
  REQUIRE(!kinds.empty());
  long tasks = 0;
  for (const auto& kind : kinds) tasks += std::stol(kind[1]);
  CHECK(tasks == seen.run["tasks"].get<long>());
  CHECK(table(page, "workers").size() == 2);

  const rows bounds = table(page, "bounds");
  REQUIRE(bounds.size() == 11);  // 1 to 1024 processors
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    const double processors = std::stod(bounds[i][0]);
    CHECK(processors == static_cast<double>(1U << i));
    const double least = std::stod(bounds[i][3]);
    const double most = std::stod(bounds[i][4]);
    CHECK(least <= most);
    CHECK(most <= processors + 0.01);
    REQUIRE(bounds[i].size() == 7);
    CHECK(std::stod(bounds[i][6]) <= most + 0.01);  // predicted
    CHECK(std::stod(bounds[i][6]) > 0);
    if (i > 0) CHECK(std::stod(bounds[i - 1][4]) <= most);
  }
  CHECK(std::stod(bounds.back()[4]) <= std::stod(figures[5][1]) + 0.1);  // T1 / T∞
}
