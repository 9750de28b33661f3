"""A picture of speed-ups: a small panel for each problem, as SVG."""
import html
import math

# Okabe and Ito 2008, as in cli/chart/sheet/chart_style.cpp.
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#262626"]
ORDER = ["jackdaw", "oneTBB", "libgomp", "libomp", "std::par"]
COLUMNS, WIDTH, HEIGHT = 3, 300, 230
LEFT, RIGHT, TOP, BOTTOM = 58, 12, 34, 34


def short(value):
    """A power of two; below 1 as a fraction."""
    return "%g" % value if value >= 1 else "1/%g" % (1 / value)


class Scale:
    """Logarithmic, from powers of two to powers of two."""

    def __init__(self, values, begin, end):
        self.low = math.floor(math.log2(min(values)) + 1e-9)
        self.high = max(self.low + 1, math.ceil(math.log2(max(values)) - 1e-9))
        self.begin, self.end = begin, end

    def __call__(self, value):
        return self.begin + (math.log2(value) - self.low) / (self.high - self.low) * (self.end - self.begin)

    def ticks(self, most=6):
        step = max(1, math.ceil((self.high - self.low) / most))
        return [2.0 ** power for power in range(self.low, self.high + 1, step)]


def text(x, y, content, anchor="middle", size=11, weight="normal", more=""):
    return '<text x="%.1f" y="%.1f" text-anchor="%s" font-size="%d" font-weight="%s"%s>%s</text>' % (
        x, y, anchor, size, weight, more, html.escape(content))


def colour(runtime, runtimes):
    return COLOURS[runtimes.index(runtime) % len(COLOURS)]


def panel(curves, x0, y0, runtimes):
    """`curves`: {"title", "y", "ideal", "of": {runtime: [(workers, least, median, most)]}}."""
    points = [point for each in curves["of"].values() for point in each]
    workers = sorted({point[0] for point in points})
    across = Scale([1, max(workers)], x0 + LEFT, x0 + WIDTH - RIGHT)
    values = [value for point in points for value in point[1:]] + [1]
    ideal = [(count, count) for count in workers] if curves["ideal"] else []
    up = Scale(values + [value for _, value in ideal], y0 + HEIGHT - BOTTOM, y0 + TOP)
    out = [text(x0 + LEFT, y0 + 20, curves["title"], "start", 12, "bold")]
    for tick in up.ticks():
        out.append('<line x1="%.1f" x2="%.1f" y1="%.1f" y2="%.1f" stroke="#ddd"/>' % (across.begin, across.end, up(tick), up(tick)))
        out.append(text(x0 + LEFT - 5, up(tick) + 4, short(tick), "end"))
    for tick in across.ticks(8):
        out.append(text(across(tick), y0 + HEIGHT - BOTTOM + 15, short(tick)))
    out.append(text((across.begin + across.end) / 2, y0 + HEIGHT - 5, "workers"))
    middle = y0 + (TOP + HEIGHT - BOTTOM) / 2
    out.append(text(x0 + 11, middle, curves["y"], more=' transform="rotate(-90 %.1f %.1f)"' % (x0 + 11, middle)))
    if ideal:
        line = " ".join("%.1f,%.1f" % (across(a), up(b)) for a, b in ideal)
        out.append('<polyline points="%s" fill="none" stroke="#999" stroke-dasharray="3 3"/>' % line)
    for runtime, each in curves["of"].items():
        ink = colour(runtime, runtimes)
        line = " ".join("%.1f,%.1f" % (across(point[0]), up(point[2])) for point in each)
        out.append('<polyline points="%s" fill="none" stroke="%s" stroke-width="1.8"/>' % (line, ink))
        for count, least, median, most in each:
            out.append('<line x1="%.1f" x2="%.1f" y1="%.1f" y2="%.1f" stroke="%s"/>' % (
                across(count), across(count), up(least), up(most), ink))
            out.append('<circle cx="%.1f" cy="%.1f" r="2.6" fill="%s"/>' % (across(count), up(median), ink))
    return out


def draw(panels, head):
    """The picture of these panels, under lines of text."""
    found = {runtime for each in panels for runtime in each["of"]}
    runtimes = [name for name in ORDER if name in found] + sorted(found - set(ORDER))
    rows = math.ceil(len(panels) / COLUMNS)
    above = 20 + 16 * len(head) + 24
    width, height = COLUMNS * WIDTH, above + rows * HEIGHT + 10
    out = ['<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" font-family="sans-serif">'
           % (width, height, width, height), '<rect width="100%" height="100%" fill="white"/>']
    out += [text(16, 22 + 16 * i, line, "start", 12) for i, line in enumerate(head)]
    x = 16
    for runtime in runtimes:
        out.append('<rect x="%d" y="%d" width="14" height="4" fill="%s"/>' % (x, above - 24, colour(runtime, runtimes)))
        out.append(text(x + 19, above - 18, runtime, "start", 12))
        x += 40 + 8 * len(runtime)
    for i, each in enumerate(panels):
        out += panel(each, i % COLUMNS * WIDTH, above + i // COLUMNS * HEIGHT, runtimes)
    return "\n".join(out + ["</svg>", ""])
