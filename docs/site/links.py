"""Dead links of a site: files and anchors that are not there. links.py SITE"""
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote


class Page(HTMLParser):
    def __init__(self):
        super().__init__()
        self.links, self.anchors = [], set()

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("id", "name") and value:
                self.anchors.add(value)
            if value and (tag, name) in (("a", "href"), ("link", "href"), ("img", "src"), ("script", "src")):
                self.links.append(value)


def dead(site):
    """A line for each link that leads nowhere, or out of the site to something other than a page of the web."""
    site = Path(site).resolve()
    pages = {}
    for file in sorted(site.glob("**/*.html")):
        pages[file] = Page()
        pages[file].feed(file.read_text(encoding="utf-8"))
    found = []
    for file, page in pages.items():
        if file.name == "404.html":  # its links begin at the root of a server
            continue
        for link in page.links:
            if link.startswith(("http://", "https://", "mailto:", "data:")):
                continue
            path, _, fragment = link.partition("#")
            there = (file.parent / unquote(path)).resolve() if path else file
            if there.is_dir():
                there = there / "index.html"
            if not there.exists() or site not in there.parents:
                found.append(f"{file.relative_to(site)}: {link} leads nowhere")
            elif fragment and there in pages and unquote(fragment) not in pages[there].anchors:
                found.append(f"{file.relative_to(site)}: there is no #{fragment} in {there.relative_to(site)}")
    return found


if __name__ == "__main__":
    lines = dead(sys.argv[1])
    print("\n".join(lines))
    sys.exit(1 if lines else 0)
