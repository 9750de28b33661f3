// What draws the schedule in a page: its element and its script. Text of HTML and JavaScript.
#pragma once

#include <string_view>

namespace jackdaw::cli {

inline constexpr std::string_view schedule_element = R"(<style>
.schedule { position: relative; border: 1px solid #ddd; overflow: hidden; cursor: grab; touch-action: none; user-select: none; }
.schedule canvas { display: block; width: 100%; }
.schedule span { position: absolute; overflow: hidden; white-space: nowrap; pointer-events: none; font-size: 12px; line-height: 16px; }
.schedule .task { color: #fff; text-shadow: 0 0 2px #000; } .schedule .tick { color: #444; } .schedule .worker { color: #222; }
.schedule .tip { background: #222; color: #fff; padding: 1px 6px; border-radius: 3px; z-index: 1; }
.kinds-of-tasks span { display: inline-block; margin-right: 1.4em; } .kinds-of-tasks i { display: inline-block; width: .8em; height: .8em; margin-right: .4em; }
</style>
<div class="schedule" tabindex="0" role="img" aria-label="schedule of the run"><canvas></canvas></div>
<p class="kinds-of-tasks"></p>
<noscript><p class="warning">The schedule is drawn by a script, which this browser does not run.</p></noscript>
)";

inline constexpr std::string_view schedule_script = R"(<script>
(() => {
const place = document.querySelector('.schedule'), canvas = place.firstChild, pen = canvas.getContext('2d');
const kinds = JSON.parse(document.getElementById('schedule-kinds').textContent);
const source = document.getElementById('schedule-data'), triangles = source.dataset.shape === 'triangles';

// The data, as cli/explain/page/schedule_view.cpp packs them.
const bytes = Uint8Array.from(atob(source.textContent), c => c.charCodeAt(0));
let at = 0;
const number = () => {
  let value = 0, weight = 1, byte;
  do { byte = bytes[at++]; value += (byte & 127) * weight; weight *= 128; } while (byte > 127);
  return value;
};
const signed = () => { const value = number(); return value % 2 ? -(value + 1) / 2 : value / 2; };
const workers = number(), end = Math.max(number(), 1), rows = [];
for (let left = number(); left > 0; --left) {
  const row = { worker: number(), depth: number() }, count = number();
  row.from = new Float64Array(count); row.to = new Float64Array(count); row.wait = new Float64Array(count);
  row.kind = new Uint32Array(count); row.number = new Float64Array(count); row.creator = new Uint32Array(count);
  for (let i = 0, begin = 0, last = 0; i < count; ++i) {
    row.from[i] = begin += number(); row.to[i] = begin + number(); row.kind[i] = number();
    row.number[i] = last += signed(); row.creator[i] = number(); row.wait[i] = number();
  }
  rows.push(row);
}
const intervals = () => Array.from({ length: number() }, () => {
  const worker = number(), from = number();
  return { worker, from, to: from + number() };
});
const waits = intervals(), parked = intervals();

const left = 72, top = 12, high = 30, gap = 12, least = 36, most_edges = 2000;
const view = { from: 0, to: end };
const name = kind => kind ? kinds[kind - 1].name : '(not run)';
const colour = kind => kind ? kinds[kind - 1].colour : '#888';
const duration = ns => {
  const units = ['ns', 'µs', 'ms', 's'];
  let unit = 0;
  for (; ns >= 999.5 && unit < 3; ++unit) ns /= 1000;
  return ns.toFixed(ns >= 99.95 || unit === 0 ? 0 : ns >= 9.995 ? 1 : 2) + ' ' + units[unit];
};
const moment = (time, step) => {  // with as many digits as neighbours differ in
  const units = [['s', 1e9], ['ms', 1e6], ['µs', 1e3], ['ns', 1]], [unit, size] = units.find(each => view.to >= each[1]) || units[3];
  return (time / size).toFixed(Math.max(0, Math.ceil(-Math.log10(step / size) - 1e-9))) + ' ' + unit;
};
const width = () => place.clientWidth - left;
const x = time => left + (time - view.from) / (view.to - view.from) * width();
const y = worker => top + worker * (high + gap);
const tall = depth => high / (1 + .35 * Math.min(depth, 8));
const first = (row, time) => {  // the first task that ends behind `time`
  let low = 0, over = row.to.length;
  while (low < over) { const mid = low + over >> 1; if (row.to[mid] <= time) low = mid + 1; else over = mid; }
  return low;
};
const label = (kind, text, lies, down, wide) => {
  const span = document.createElement('span');
  span.className = kind; span.textContent = text;
  span.style.left = lies + 'px'; span.style.top = down + 'px';
  if (wide) span.style.maxWidth = wide + 'px';
  place.append(span);
  return span;
};
const box = (from, to, down, tallness, fill, tapers) => {
  const begin = Math.max(x(from), left), over = Math.max(x(to), begin + .5);
  pen.fillStyle = fill;
  if (!tapers) return pen.fillRect(begin, down, over - begin, tallness);
  pen.beginPath(); pen.moveTo(begin, down); pen.lineTo(over, down + tallness / 2); pen.lineTo(begin, down + tallness); pen.fill();
};

function draw_row(row, edges) {
  const pixel = (view.to - view.from) / width(), depth = tall(row.depth), down = y(row.worker) + high - depth;
  for (let i = first(row, view.from); i < row.from.length && row.from[i] < view.to;) {
    const from = row.from[i];
    let to = row.to[i], longest = i, next = i + 1;
    while (to - from < pixel && next < row.from.length && row.to[next] - from < pixel) {  // too narrow to be seen: together
      if (row.to[next] - row.from[next] > row.to[longest] - row.from[longest]) longest = next;
      to = row.to[next++];
    }
    box(from, to, down, depth, colour(row.kind[longest]), triangles);
    if (next === i + 1) {
      const begin = Math.max(x(from), left), seen = Math.min(x(to), left + width()) - begin;
      if (seen >= least) label('task', name(row.kind[i]), begin + 3, down + depth / 2 - 8, seen - 6);
    }
    for (let j = i; j < next && edges.length <= most_edges; ++j) edges.push([row, j]);
    i = next;
  }
}

function draw_edges(edges) {
  pen.strokeStyle = 'rgba(0, 0, 0, .55)'; pen.lineWidth = .7;
  for (const [row, i] of edges) {
    if (!row.creator[i]) continue;
    const creator = row.creator[i] - 1, created = x(row.from[i] - row.wait[i]), begins = x(row.from[i]), below = row.worker > creator;
    pen.beginPath();
    if (creator === row.worker) {
      pen.moveTo(created, y(creator));
      pen.quadraticCurveTo((created + begins) / 2, y(creator) - 2 * Math.min(gap - 2, 3 + (begins - created) / 8), begins, y(creator));
    } else {
      pen.moveTo(created, y(creator) + (below ? high : 0)); pen.lineTo(begins, y(row.worker) + (below ? 0 : high));
    }
    pen.stroke();
  }
}

function draw_axis(bottom) {
  const raw = (view.to - view.from) / (width() / 130), power = 10 ** Math.floor(Math.log10(raw));
  const step = power * [1, 2, 5, 10].find(times => times * power >= raw);
  pen.fillStyle = '#888';
  for (let time = Math.ceil(view.from / step) * step; time <= view.to; time += step) {
    pen.fillRect(x(time), bottom, 1, 6);
    const text = label('tick', moment(time, step), x(time) + 3, bottom + 2);
    if (x(time) + 3 + text.offsetWidth > place.clientWidth) text.remove();
  }
}

function draw() {
  const ratio = window.devicePixelRatio || 1, bottom = y(workers), height = bottom + 22;
  canvas.width = place.clientWidth * ratio; canvas.height = height * ratio; canvas.style.height = height + 'px';
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.fillStyle = '#fff'; pen.fillRect(0, 0, place.clientWidth, height);
  place.querySelectorAll('span').forEach(span => span.remove());
  for (let worker = 0; worker < workers; ++worker) box(view.from, view.to, y(worker), high, '#f0f0f0');
  pen.save(); pen.beginPath(); pen.rect(left, 0, width(), height); pen.clip();
  const edges = [];
  for (const row of rows) if (row.depth === 0) draw_row(row, edges);
  for (const each of waits) if (each.to > view.from && each.from < view.to) box(each.from, each.to, y(each.worker), high, '#c8c8c8');
  for (const row of rows) if (row.depth !== 0) draw_row(row, edges);
  for (const each of parked) if (each.to > view.from && each.from < view.to) box(each.from, each.to, y(each.worker) + high, 4, '#404040');
  if (edges.length <= most_edges) draw_edges(edges);
  draw_axis(bottom);
  pen.restore();
  for (let worker = 0; worker < workers; ++worker) label('worker', 'worker ' + worker, 4, y(worker) + high / 2 - 8);
  place.dataset.from = view.from; place.dataset.to = view.to;
}

let asked = false;
const soon = () => { if (!asked) { asked = true; setTimeout(() => { asked = false; draw(); }, 0); } };
const show = (from, time) => {
  time = Math.min(Math.max(time, 10), end);
  view.from = Math.min(Math.max(from, 0), end - time); view.to = view.from + time;
  soon();
};
const zoom = (share, factor) => {
  const now = view.to - view.from, time = Math.min(Math.max(now * factor, 10), end);
  show(view.from + share * (now - time), time);
};
const under = event => event.clientX - place.getBoundingClientRect().left;
place.addEventListener('wheel', event => {
  event.preventDefault();
  zoom(Math.min(Math.max((under(event) - left) / width(), 0), 1), Math.exp(event.deltaY / 300));
});
place.addEventListener('pointermove', event => {
  if (event.buttons === 1) return show(view.from - event.movementX / width() * (view.to - view.from), view.to - view.from);
  place.querySelectorAll('.tip').forEach(tip => tip.remove());
  const over = under(event), down = event.clientY - place.getBoundingClientRect().top;
  const time = view.from + (over - left) / width() * (view.to - view.from);
  let found = null;
  for (const row of rows) {
    if (down < y(row.worker) + high - tall(row.depth) || down > y(row.worker) + high) continue;
    const i = first(row, time);
    if (i < row.from.length && row.from[i] <= time && (!found || row.depth > found[0].depth)) found = [row, i];
  }
  if (!found || over < left) return;
  const [row, i] = found;
  const tip = label('tip', name(row.kind[i]) + ', task ' + row.number[i] + ', ' + duration(row.to[i] - row.from[i]), over + 12, down + 12);
  if (over + 12 + tip.offsetWidth > place.clientWidth) tip.style.left = Math.max(0, over - 12 - tip.offsetWidth) + 'px';
  if (down + 28 > place.clientHeight) tip.style.top = down - 26 + 'px';
});
place.addEventListener('dblclick', () => show(0, end));
place.addEventListener('keydown', event => {
  const time = view.to - view.from;
  if (event.key === '+') zoom(.5, .5);
  else if (event.key === '-') zoom(.5, 2);
  else if (event.key === 'ArrowLeft') show(view.from - time / 4, time);
  else if (event.key === 'ArrowRight') show(view.from + time / 4, time);
  else if (event.key === 'Home') show(0, end);
  else return;
  event.preventDefault();
});
window.addEventListener('resize', soon);  // which says nothing of a scroll bar: the page has one from the start
const list = document.querySelector('.kinds-of-tasks');
for (const kind of kinds) {
  const entry = document.createElement('span'), mark = document.createElement('i');
  mark.style.background = kind.colour;
  entry.append(mark, kind.name);
  list.append(entry);
}
draw();
})();
</script>
)";

}  // namespace jackdaw::cli
