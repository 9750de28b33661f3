// Where outputs of the command go: what is refused, what is replaced, and what stays when something goes wrong.
#include <filesystem>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "apps/support/files/input_file.hpp"
#include "apps/support/files/output_file.hpp"
#include "tests/support/apps.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/support/text/refusal_of.hpp"

using namespace jackdaw;
using apps::input_file;
using tests::is_refusal;
using tests::refusal_of;

namespace {

/// The line with which outputs are refused.
std::string refused(const std::vector<apps::named_output>& all) {
  return refusal_of([&all] { apps::require_writable(all); });
}

void write_whole(const std::string& path, const std::string& content) {
  apps::output_file file(path);
  file.stream() << content;
  file.commit();
}

mode_t mode_of(const std::string& path) {
  struct stat about{};
  REQUIRE(lstat(path.c_str(), &about) == 0);
  return about.st_mode & 07777U;
}

}  // namespace

TEST_CASE("files: two outputs to one file are refused, whichever way leads there") {
  const tests::scratch_folder folder;
  const std::string a = folder.path("a"), same = folder.path() + "/./a";
  CHECK(refused({{"--x", a}, {"--y", folder.path("b")}, {"--z", ""}, {"--w", ""}}).empty());
  CHECK(is_refusal(refused({{"--x", a}, {"--y", same}}), "--x, --y: "));
  static_cast<void>(folder.write("a", ""));
  std::filesystem::create_symlink(a, folder.path("link"));
  CHECK(is_refusal(refused({{"--x", a}, {"--y", folder.path("link")}}), "named by both; expected two files"));
  std::filesystem::create_hard_link(a, folder.path("hard"));
  CHECK(is_refusal(refused({{"--x", a}, {"--y", folder.path("hard")}}), "named by both"));
  CHECK(refused({{"--x", "/dev/null"}, {"--y", "/dev/null"}}).empty());
  CHECK(refused({{"--x", folder.path("no/a")}})
            .starts_with("--x " + folder.path("no/a") + ": cannot be written"));
  CHECK(refused({{"--x", folder.path()}}).find("(it is a folder)") != std::string::npos);
  CHECK(refused({{"--x", a}}).empty());  // of different calls only while a command says so
  CHECK(refused({{"--y", a}}).empty());
  const apps::separate_outputs of_a_command;
  CHECK(refused({{"--x", a}}).empty());
  CHECK(refused({{"--x", a}}).empty());
  CHECK(is_refusal(refused({{"--y", same}}), "--x, --y: "));
}

TEST_CASE("files: two outputs into one open file are refused, by whichever names, but for devices") {
  const tests::scratch_folder folder;
  const int log = open(folder.write("log", "").c_str(), O_WRONLY | O_CLOEXEC);
  const int again = dup(log), null = open("/dev/null", O_WRONLY | O_CLOEXEC);
  REQUIRE((log >= 0 && again >= 0 && null >= 0));
  const auto named = [](const char* where, int descriptor) { return where + std::to_string(descriptor); };
  for (const std::string& other :
       {named("/dev/fd/", log), named("/proc/self/fd/", log), named("/dev/fd/", again), folder.path("log")})
    CHECK_MESSAGE(is_refusal(refused({{"--x", named("/dev/fd/", log)}, {"--y", other}}), "named by both"),
                  other);
  CHECK(is_refusal(refused({{"--x", named("/dev/fd/", null)}, {"--y", named("/dev/fd/", null)}}),
                   "named by both"));
  CHECK(refused({{"--x", named("/dev/fd/", null)}, {"--y", "/dev/null"}}).empty());
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const int copy = dup(ends[1]);
  CHECK(is_refusal(refused({{"--x", named("/dev/fd/", ends[1])}, {"--y", named("/dev/fd/", copy)}}),
                   "named by both"));
  CHECK(refused({{"--x", named("/dev/fd/", ends[1])}, {"--y", named("/dev/fd/", log)}}).empty());
  REQUIRE(mkfifo(folder.path("fifo").c_str(), 0600) == 0);
  CHECK(is_refusal(refused({{"--x", folder.path("fifo")}, {"--y", folder.path("fifo")}}), "named by both"));
  for (const int each : {log, again, null, copy, ends[0], ends[1]}) close(each);
}

TEST_CASE("files: two outputs that do not exist yet are one file by folder and name") {
  const tests::scratch_folder folder;
  std::filesystem::create_directory(folder.path("in"));
  const std::string a = folder.path("a");
  const std::string relative = std::filesystem::relative(a).string();
  for (const std::string& other : {folder.path("in/../a"), folder.path() + "//a", relative, "./" + relative})
    CHECK_MESSAGE(is_refusal(refused({{"--x", a}, {"--y", other}}), "--x, --y: "), other);
  CHECK(refused({{"--x", a}, {"--y", folder.path("in/a")}}).empty());
  std::filesystem::create_symlink("in/../a", folder.path("link"));  // to what does not exist yet
  CHECK(is_refusal(refused({{"--x", a}, {"--y", folder.path("link")}}), "named by both"));
  CHECK(folder.files() == 2);
}

TEST_CASE("files: a name that says another format than the one that is written is refused") {
  const tests::scratch_folder here;
  using enum apps::file_kind;
  const auto named = [&here](const char* name, apps::file_kind kind) {
    return refused({{"--x", here.path(name), kind}});
  };
  std::filesystem::create_directory(here.path(".jpg"));
  for (const char* const name : {"p.png", "p.PNG", "p", "p.2", "p.new", "p.jpg.png", ".jpg/../p", "..png"}) {
    CAPTURE(name);
    CHECK(named(name, png).empty());
  }
  for (const char* const name : {"p.jpg", "p.JPG", "p.png.gz", "p.svg", "p.html", "p.txt", "p.jd"}) {
    CAPTURE(name);
    CHECK(is_refusal(named(name, png), "a PNG picture is written, which ."));
    CHECK(is_refusal(named(name, png), "expected a name that ends in .png"));
  }
  for (const char* const end :
       {".tga", ".jp2", ".pnm", ".xpm", ".ico", ".exr", ".avif", ".jxl", ".hdr", ".psd", ".ps", ".eps",
        ".pdf", ".obj", ".stl", ".ply", ".gz",  ".zip", ".xz",   ".bz2", ".zst", ".tgz", ".7z", ".EXR"}) {
    CAPTURE(end);
    for (const apps::file_kind kind :
         {png, text, elements, trace, dot, paje, recording, grammar, pov, csv, svg})
      CHECK(is_refusal(named((std::string("p") + end).c_str(), kind), " does not say; expected a name"));
  }
  CHECK(named("m.ply", ply).empty());
  CHECK(is_refusal(named("g.png", dot), "expected a name that ends in .dot or .gv"));
  CHECK(named("g.gv", dot).empty());
  CHECK(is_refusal(named("n.png", text), "text is written, which .png does not say"));
  CHECK(is_refusal(named("n.txt", elements), "expected a name that ends in .bin"));
  CHECK(is_refusal(named("t.svg", trace), "expected a name that ends in .json"));
  CHECK(is_refusal(named("r.txt", recording), "expected a name that ends in .jd"));
  CHECK(is_refusal(refusal_of([&] { apps::require_suffix("--x", here.path("d.html"), folder); }),
                   "expected a folder's name"));
  std::filesystem::create_directory(here.path("d.html"));
  CHECK(refusal_of([&] { apps::require_suffix("--x", here.path("d.html"), folder); }).empty());
  CHECK(named("p.jpg", any).empty());
}

TEST_CASE("files: '-' is no file, whether it is to be written or read") {
  for (const apps::file_kind kind : {apps::file_kind::any, apps::file_kind::text, apps::file_kind::png})
    CHECK(is_refusal(refused({{"--x", "-", kind}}),
                     "--x -: '-' names no output; expected a path such as /dev/stdout"));
  CHECK(is_refusal(refusal_of([] { static_cast<void>(input_file("-", "text")); }),
                   "-: names no input; expected a path such as /dev/stdin"));
}

TEST_CASE("files: an output may not be an input of the same command") {
  const tests::scratch_folder folder;
  const std::string a = folder.write("a", "text");
  const std::string line = "--x: ";
  std::filesystem::create_hard_link(a, folder.path("hard"));
  const auto read = [&a] { static_cast<void>(input_file(a, "text")); };
  for (const char* const name : {"a", "hard", "./a"}) {
    CAPTURE(name);
    const auto write = [&] {
      apps::require_writable(std::vector<apps::named_output>{{"--x", folder.path() + '/' + name}});
    };
    {
      const apps::separate_outputs of_a_command;
      CHECK(refusal_of(write).empty());
      CHECK(is_refusal(refusal_of(read), "is an input, too ("));
    }
    const apps::separate_outputs of_a_command;
    CHECK(refusal_of(read).empty());
    CHECK(is_refusal(refusal_of(write), line));
    CHECK(refusal_of([&] {
            apps::require_writable(std::vector<apps::named_output>{{"--x", folder.path("b")}});
          }).empty());
  }
  CHECK(refusal_of(read).empty());
  CHECK(folder.content("a") == "text");
}

TEST_CASE("files: what leads to an open descriptor is written into, behind what is there") {
  const tests::scratch_folder folder;
  const int log = open(folder.write("log", "before\n").c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  REQUIRE(log >= 0);
  std::filesystem::create_symlink("/proc/self/fd/" + std::to_string(log), folder.path("link"));
  for (const std::string& path :
       {"/dev/fd/" + std::to_string(log), "/proc/self/fd/" + std::to_string(log),
        "/proc/" + std::to_string(getpid()) + "/fd/" + std::to_string(log), folder.path("link")}) {
    CAPTURE(path);
    apps::require_writable(path);
    apps::output_file file(path);
    file.stream() << "line\n";
    file.commit();
  }
  CHECK(folder.content("log") == "before\nline\nline\nline\nline\n");
  CHECK(folder.files() == 2);
  const int input = open(folder.path("log").c_str(), O_RDONLY | O_CLOEXEC);
  CHECK(is_refusal(refusal_of([&] { apps::require_writable("/dev/fd/" + std::to_string(input)); }),
                   "it is open for reading only"));
  close(input);
  close(log);
  CHECK(is_refusal(refusal_of([&] { apps::require_writable("/dev/fd/" + std::to_string(log)); }),
                   "cannot be written"));
}

TEST_CASE("files: a device that never says that it is ready is written to") {
  if (access("/dev/random", W_OK) == 0) write_whole("/dev/random", "some bytes");
  if (access("/dev/full", W_OK) == 0)
    CHECK(is_refusal(refusal_of([] { write_whole("/dev/full", "some bytes"); }), "/dev/full: cannot be"));
}

TEST_CASE("files: what replaces a file keeps its mode, and stands where links lead") {
  const tests::scratch_folder folder;
  const std::string a = folder.write("a", "old");
  for (const mode_t mode : {0600U, 0640U, 0755U}) {
    REQUIRE(chmod(a.c_str(), mode) == 0);
    write_whole(a, "new");
    CHECK(mode_of(a) == mode);
    CHECK(folder.content("a") == "new");
  }
  const mode_t mask = umask(027);
  write_whole(folder.path("fresh"), "");
  umask(mask);
  CHECK(mode_of(folder.path("fresh")) == 0640);
  std::filesystem::create_directory(folder.path("in"));
  std::filesystem::create_symlink("in/target", folder.path("link"));
  write_whole(folder.path("link"), "one");
  CHECK(folder.content("in/target") == "one");
  write_whole(folder.path("link"), "two");
  CHECK(folder.content("in/target") == "two");
  CHECK(std::filesystem::is_symlink(folder.path("link")));
  std::filesystem::create_symlink("round", folder.path("about"));
  std::filesystem::create_symlink("about", folder.path("round"));
  for (const char* const name : {"round", "about"}) {
    CHECK(is_refusal(refusal_of([&] { apps::require_writable(folder.path(name)); }), "Too many levels"));
    CHECK(is_refusal(refusal_of([&] { write_whole(folder.path(name), ""); }), "Too many levels"));
  }
  const std::string longest = folder.path(std::string(255, 'x'));  // as long as a name can be
  write_whole(longest, "long");
  CHECK(mode_of(longest) != 0);
  CHECK(folder.files() == 7);  // nothing else is left
}

TEST_CASE("files: no temporary name is taken from others") {
  const tests::scratch_folder folder;
  const std::string victim = folder.write("victim", "kept");
  std::filesystem::create_symlink(victim, folder.path("a." + std::to_string(getpid()) + ".tmp"));
  write_whole(folder.path("a"), "new");
  CHECK(folder.content("victim") == "kept");
  CHECK(folder.content("a") == "new");
}

TEST_CASE("files: a full disk and too large a file are said with their reason, and leave nothing") {
  CHECK(is_refusal(refusal_of([] { write_whole("/dev/full", "x"); }),
                   "/dev/full: cannot be written (No space left on device)"));
  CHECK(is_refusal(refusal_of([] { write_whole("/dev/full", std::string(1'000'000, 'x')); }),
                   "(No space left on device)"));
  const tests::scratch_folder folder;
  const std::string a = folder.write("a", "old");
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {  // the limit is for good
    const rlimit little{1000, 1000};
    setrlimit(RLIMIT_FSIZE, &little);
    const std::string line = refusal_of([&] { write_whole(a, std::string(100'000, 'x')); });
    _exit(line.find("a: cannot be written (File too large)") != std::string::npos ? 0 : 1);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
  CHECK(folder.content("a") == "old");
  CHECK(folder.files() == 1);
}
