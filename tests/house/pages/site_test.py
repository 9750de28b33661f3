#!/usr/bin/env python3
"""The site of the documentation: built, complete, without dead links, and in a browser: search, copying, light and dark.

site_test.py ROOT WORK. Exits with 77, and a line that says why, where mkdocs or chromium is missing.
"""
import collections
import http.server
import json
import shutil
import subprocess
import sys
import threading
import unittest
from pathlib import Path

ROOT, WORK = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
sys.path.insert(0, str(ROOT / "docs/site"))
sys.dont_write_bytecode = True

import build  # noqa: E402
import links  # noqa: E402

SITE = WORK / "site"
MOST_PAGES = 12  # directly in a folder: more of them get rooms

# Searches, copies a block of code, changes the colours; writes down what came of it.
PROBE = """<script>
(async () => {
const seen = {};
const until = async condition => { while (!condition()) await new Promise(t => setTimeout(t, 20)); };
const input = document.querySelector('.md-search__input');
const results = () => [...document.querySelectorAll('.md-search-result__list a.md-search-result__link')]
    .map(a => new URL(a.href).pathname.split('/').pop()).join();
const search = async text => {
  const before = results();
  input.focus();
  input.value = text;
  input.dispatchEvent(new KeyboardEvent('keyup', { bubbles: true }));
  await until(() => results() !== '' && results() !== before);
  return results();
};
seen.name = await search('parallel_exclusive_scan');
seen.words = await search('@words@');
const button = document.querySelector('article .md-clipboard');
document.execCommand = command => {
  seen.copied = command + ':' + (document.activeElement.value ?? String(getSelection()));
  return true;
};
seen.block = button.closest('pre').querySelector('code').textContent;
button.click();
await until(() => seen.copied);
const colours = () => document.body.getAttribute('data-md-color-scheme') + ' ' + getComputedStyle(document.body).backgroundColor;
seen.light = colours();
const unlike = () => [...document.querySelectorAll('label[for^=__palette]')].find(label => !label.hidden);
unlike().click();
await until(() => colours() !== seen.light);
seen.dark = colours();
unlike().click();
await until(() => colours() !== seen.dark);
seen.again = colours();
seen.fetched = performance.getEntriesByType('resource').map(e => e.name)
    .filter(name => !name.startsWith(location.protocol === 'file:' ? 'file:' : location.origin));
await fetch('@server@/seen', { method: 'POST', mode: 'no-cors', body: JSON.stringify(seen) });
})();
</script>"""


class Server(http.server.ThreadingHTTPServer):
    """Serves the site, and takes what the probe has seen."""

    class Handler(http.server.SimpleHTTPRequestHandler):
        def __init__(self, *arguments):
            super().__init__(*arguments, directory=str(SITE))

        def do_POST(self):
            self.server.seen = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(204)
            self.end_headers()
            self.server.has_seen.set()

        def log_message(self, *_):
            pass

    def __init__(self):
        super().__init__(("127.0.0.1", 0), self.Handler)
        self.seen, self.has_seen = None, threading.Event()
        self.address = f"http://127.0.0.1:{self.server_port}"
        threading.Thread(target=self.serve_forever, daemon=True).start()


def pages_of_the_tree():
    return build.Site(ROOT).pages()


class SiteTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        build.build(ROOT, SITE, WORK / "work")

    def test_each_page_is_in_the_navigation(self):
        index = links.Page()
        index.feed((SITE / "index.html").read_text(encoding="utf-8"))
        there = {link.partition("#")[0] for link in index.links} | {"index.html"}
        for page in pages_of_the_tree():
            place = build.Site(ROOT).place_of(page).removesuffix(".md") + ".html"
            self.assertIn(place, there, page + " is not in the navigation")

    def test_no_folder_is_crowded(self):
        folders = collections.Counter(str(Path(page).parent) for page in pages_of_the_tree())
        self.assertEqual({folder: pages for folder, pages in folders.items() if pages > MOST_PAGES}, {})

    def test_rooms_are_parts_of_the_navigation(self):
        tree = WORK / "rooms"
        shutil.rmtree(tree, ignore_errors=True)
        for page in ("README", "docs/guide/index", "docs/guide/a-room/two", "docs/guide/a-room/one", "docs/guide/b", "docs/lab/a-room/c"):
            (tree / page).parent.mkdir(parents=True, exist_ok=True)
            (tree / (page + ".md")).write_text(f"# {Path(page).name}\n")
        (tree / "docs/nav.txt").write_text("README.md\ndocs/guide/index.md\ndocs/guide/a-room/two.md  # before one.md\n")
        site = build.Site(tree)
        for page in site.pages():
            site.text[site.stage(page)] = (tree / page).read_text()
        nav = [entry for entry in site.nav() if "Reference" not in entry]
        self.assertEqual(nav, [
            {"Jackdaw": "index.md"},
            {"Guide": [{"index": "guide/index.md"},
                       {"A room": [{"two": "guide/a-room/two.md"}, {"one": "guide/a-room/one.md"}]},
                       {"b": "guide/b.md"}]},
            {"Lab": [{"A room": [{"c": "lab/a-room/c.md"}]}]},
        ])

    def test_no_link_is_dead(self):
        self.assertEqual(links.dead(SITE), [])

    def test_dead_links_are_found(self):
        place = WORK / "dead"
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(parents=True)
        (place / "a.html").write_text('<h1 id="here"></h1><a href="#here"></a><a href="b.html#there"></a><a href="c.html"></a>'
                                      '<img src="d.png"><a href="../e"></a><a href="https://example.org/"></a>')
        (place / "b.html").write_text('<a href="a.html#here"></a>')
        self.assertEqual([line.partition(": ")[2] for line in links.dead(place)],
                         ["there is no #there in b.html", "c.html leads nowhere", "d.png leads nowhere", "../e leads nowhere"])

    def test_a_link_to_nothing_stops_the_build(self):
        site = build.Site(ROOT)
        self.assertEqual(site.with_links("README.md", "index.md", "[x](https://a.b/) `[y](gone.md)` [z](#a)"),
                         "[x](https://a.b/) `[y](gone.md)` [z](#a)")
        with self.assertRaisesRegex(build.Problem, "README.md: there is no gone.md"):
            site.with_links("README.md", "index.md", "[x](gone.md)")

    def browse(self, folder_of, profile):
        words = "forced steal" if any("forced steal" in (ROOT / p).read_text() for p in pages_of_the_tree()) else "task pools"
        with Server() as server:
            probe = PROBE.replace("@words@", words).replace("@server@", server.address)
            page = f"api/{profile}.html"
            (SITE / page).write_text((SITE / "api/parallel.html").read_text().replace("</body>", probe + "</body>"))
            browser = subprocess.Popen(
                ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1400,1000",
                 f"--user-data-dir={WORK / profile}", "--remote-debugging-port=0", f"{folder_of(server)}/{page}"],
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                self.assertTrue(server.has_seen.wait(60), "the page does not come to its end")
            finally:
                browser.terminate()
                browser.wait()
                server.shutdown()
                (SITE / page).unlink()
        seen = server.seen
        self.assertIn("parallel.html", seen["name"].split(",")[0], seen)
        self.assertIn("#include <jackdaw/parallel.hpp>", seen["block"])
        self.assertEqual(seen["copied"].strip(), "copy:" + seen["block"].strip())
        self.assertTrue(seen["light"].startswith("default "), seen)
        self.assertTrue(seen["dark"].startswith("slate "), seen)
        self.assertNotEqual(seen["light"].split(maxsplit=1)[1], seen["dark"].split(maxsplit=1)[1])
        self.assertEqual(seen["again"], seen["light"])
        self.assertEqual(seen["fetched"], [], "fetched from elsewhere")

    def test_in_a_browser_as_files(self):
        self.browse(lambda server: "file://" + str(SITE), "files")

    def test_in_a_browser_from_a_server(self):
        self.browse(lambda server: server.address, "server")


for program, package in (("mkdocs", "mkdocs, mkdocs-material"), ("chromium", "chromium")):
    if shutil.which(program) is None:
        print(f"skipped: there is no {program} here (Debian's {package})")
        sys.exit(77)
if not Path("/usr/share/mkdocs/themes/material").exists():
    print("skipped: there is no theme material for mkdocs here (Debian's mkdocs-material)")
    sys.exit(77)
unittest.main(argv=[sys.argv[0], "-v"])
