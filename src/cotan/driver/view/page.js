"use strict";
// Texts of programs become text nodes, never markup.

const trace = JSON.parse(document.getElementById("data").textContent);
const lineHeight = 20, boxIndent = 8; // as page.css has it

// ---- elements

const find = id => document.getElementById(id);

/** Characters that turn the order of others around, or are not seen, by their numbers. */
function visible(text) {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    c => `⟨U+${c.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`);
}

function make(tag, className, ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  for (const child of children) element.append(typeof child === "string" ? visible(child) : child);
  return element;
}

function draw(tag, attributes, text) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text) element.append(draw("title", {}), "");
  if (text) element.firstChild.textContent = visible(text);
  return element;
}

// ---- which lines of two programs are the same

/** The longest increasing run of b's numbers among pairs that are sorted by a's. */
function increasing(pairs) {
  const ends = [], before = [];
  pairs.forEach(([, b], at) => {
    let low = 0, high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[ends[middle]][1] < b) low = middle + 1; else high = middle;
    }
    before[at] = low ? ends[low - 1] : -1;
    ends[low] = at;
  });
  const run = [];
  for (let at = ends.length ? ends[ends.length - 1] : -1; at >= 0; at = before[at]) run.push(pairs[at]);
  return run.reverse();
}

/** Lines that are there once in either range: most are, as each names the value it makes. */
function anchors(a, b, [a0, a1, b0, b1]) {
  const once = (lines, from, to) => {
    const places = new Map();
    for (let i = from; i < to; ++i) places.set(lines[i], places.has(lines[i]) ? -1 : i);
    return places;
  };
  const inB = once(b, b0, b1), pairs = [];
  for (const [line, i] of once(a, a0, a1))
    if (i >= 0 && inB.get(line) >= 0) pairs.push([i, inB.get(line)]);
  return increasing(pairs.sort((x, y) => x[0] - y[0]));
}

/** For each line of `a` the line of `b` it stays, or -1. In about linear time. */
function align(a, b) {
  const partner = new Int32Array(a.length).fill(-1), ranges = [[0, a.length, 0, b.length]];
  while (ranges.length) {
    let [a0, a1, b0, b1] = ranges.pop();
    while (a0 < a1 && b0 < b1 && a[a0] === b[b0]) partner[a0++] = b0++;
    while (a0 < a1 && b0 < b1 && a[a1 - 1] === b[b1 - 1]) partner[--a1] = --b1;
    if (a0 === a1 || b0 === b1) continue;
    const fixed = anchors(a, b, [a0, a1, b0, b1]);
    if (!fixed.length) continue;
    for (const [i, j] of [...fixed, [a1, b1]]) {
      ranges.push([a0, i, b0, j]);
      if (i < a1) partner[i] = j;
      a0 = i + 1;
      b0 = j + 1;
    }
  }
  return partner;
}

/** Rows of both programs side by side: numbers of lines, -1 where one has none. */
function rowsOf(a, b) {
  const partner = align(a, b), rows = [];
  let i = 0, j = 0;
  const flush = (toA, toB) => {
    while (i < toA || j < toB)
      rows.push({ before: i < toA ? i++ : -1, after: j < toB ? j++ : -1, isChanged: true });
  };
  partner.forEach((other, line) => {
    if (other < 0) return;
    flush(line, other);
    rows.push({ before: i++, after: j++, isChanged: false });
  });
  flush(a.length, b.length);
  return rows;
}

// ---- a program

const nameOfFile = file => trace.files.length > 1 ? trace.files[file].name.split("/").pop() : "";
const longestPlace = trace.places.reduce((most, _, i) => Math.max(most, ownPlace(i, nameOfFile).length), 0);
const placeWidth = Math.min(18, longestPlace + 2);
document.documentElement.style.setProperty("--place", `${trace.places.length ? placeWidth : 0}ch`);

function ownPlace(number, nameOf) {
  const [file, line] = trace.places[number];
  return `${nameOf(file)}:${line}`;
}

/** "model.py:12", and the lines that called it. */
function wholePlace(number) {
  const own = ownPlace(number, file => trace.files[file].name), caller = trace.places[number][3];
  return caller < 0 ? own : `${own}, called at ${wholePlace(caller)}`;
}

function placeLink(number) {
  const [file, line] = trace.places[number];
  const hasSource = line >= 1 && line <= trace.files[file].lines.length;
  const link = make(hasSource ? "a" : "span", "place", ownPlace(number, nameOfFile));
  link.title = visible(wholePlace(number));
  if (hasSource) link.href = `#source-${file}-${line}`;
  return link;
}

/** The text with the part marked in which it differs from `other`. */
function marked(text, other) {
  let start = 0, end = 0;
  const most = Math.min(text.length, other.length);
  while (start < most && text[start] === other[start]) ++start;
  while (end < most - start && text[text.length - 1 - end] === other[other.length - 1 - end]) ++end;
  const from = start, to = text.length - end, isAlike = 2 * (start + end) > Math.max(text.length, other.length);
  if (from === to || !isAlike) return make("span", "text", text);
  return make("span", "text", text.slice(0, from), make("mark", "", text.slice(from, to)), text.slice(to));
}

function lineOf(program, row, side, other) {
  const at = row[side];
  if (at < 0) return make("div", "line blank");
  const text = trace.texts[program.lines[at]], place = program.places[at];
  const isPaired = row.isChanged && row.before >= 0 && row.after >= 0;
  const element = make("div", "line", make("span", "number", String(at + 1)),
    place < 0 ? make("span", "place") : placeLink(place),
    isPaired ? marked(text, trace.texts[other]) : make("span", "text", text));
  if (row.isChanged) element.classList.add(side === "before" ? "removed" : "added");
  if (place >= 0) element.dataset.place = trace.places[place].slice(0, 2).join("-");
  return element;
}

/** Boxes around loops and kernels; outer ones come first. */
function nestsOf(program, rowOf) {
  const open = [];
  return program.nests.map(nest => {
    while (open.length && open[open.length - 1] < nest.first) open.pop();
    const box = make("div", nest.isLoop ? "nest loop" : "nest"), top = rowOf[nest.first] * lineHeight;
    box.style.top = `${top}px`;
    box.style.height = `${(rowOf[nest.last] + 1) * lineHeight - top}px`;
    box.style.left = `calc(var(--gutter) + ${open.length * boxIndent}px)`;
    box.dataset.name = nest.name;
    open.push(nest.last);
    return box;
  });
}

/** An arc from each push to the pop that takes its frame off. */
function stacksOf(program, rowOf) {
  const picture = draw("svg", { class: "stacks", width: 44, height: 1 });
  for (const { push, pop } of program.stacks) {
    const [from, to] = [push, pop].map(line => (rowOf[line] + 0.5) * lineHeight);
    const bulge = 36 - Math.min(50, 8 + 5 * Math.log2(1 + Math.abs(to - from) / lineHeight)) * 1.1;
    const label = `what line ${push + 1} pushes, line ${pop + 1} pops`;
    picture.append(draw("path", { d: `M36 ${from} C${bulge} ${from} ${bulge} ${to} 36 ${to}` }, label),
      draw("circle", { class: "push", cx: 36, cy: from, r: 3.5 }),
      draw("circle", { class: "pop", cx: 36, cy: to, r: 3.5 }));
  }
  return picture;
}

function showPane(pane, program, rows, side, otherLines) {
  const rowOf = [];
  rows.forEach((row, number) => { if (row[side] >= 0) rowOf[row[side]] = number; });
  const code = make("div", program.stacks.length ? "code has-stacks" : "code");
  const otherSide = side === "before" ? "after" : "before";
  code.append(...nestsOf(program, rowOf), ...rows.map(row => lineOf(program, row, side, otherLines[row[otherSide]])));
  if (program.stacks.length) code.append(stacksOf(program, rowOf));
  pane.replaceChildren(code);
}

// ---- kernels

const bytesText = count => {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let unit = 0;
  for (; count >= 1024 && unit < units.length - 1; ++unit) count /= 1024;
  return `${unit ? count.toFixed(1) : count} ${units[unit]}`;
};
const timeText = ns => ns < 1e3 ? `${ns} ns` : ns < 1e6 ? `${(ns / 1e3).toFixed(1)} µs` :
  ns < 1e9 ? `${(ns / 1e6).toFixed(2)} ms` : `${(ns / 1e9).toFixed(2)} s`;

function tableOf(headings, rows) {
  const row = (tag, cells) => make("tr", "", ...cells.map(cell => make(tag, "", cell)));
  return make("table", "", make("thead", "", row("th", headings)),
    make("tbody", "", ...rows.map(cells => row("td", cells))));
}

const staticColumns = ["line", "from", "operators", "read", "written"];

function staticCells(step, kernel) {
  const place = step.places[kernel.line], more = kernel.isOpen ? " + open sizes" : "";
  return [`${kernel.line + 1}`, place >= 0 ? placeLink(place) : "", `${kernel.ops}`,
    bytesText(kernel.read) + more, bytesText(kernel.written) + more];
}

function measuredCells(step, measured) {
  const first = step.kernels[measured.numbers[0]];
  const moved = first && !first.isOpen ? (first.read + first.written) * measured.calls : 0;
  const rate = moved && measured.nanoseconds ? `${(moved / measured.nanoseconds).toFixed(1)} GB/s` : "";
  const places = first ? staticCells(step, first) : ["", "", "1", "", ""];
  places[0] = measured.numbers.map(number => step.kernels[number].line + 1).join(", ");
  return [measured.name, ...places, measured.codeBytes ? bytesText(measured.codeBytes) : "inlined",
    measured.calls ? `${measured.calls}` : "", measured.calls ? timeText(measured.nanoseconds) : "", rate];
}

function showKernels(step) {
  const run = step === trace.steps[trace.steps.length - 1] ? trace.run : null;
  const section = find("kernels");
  section.replaceChildren();
  if (!run && !step.kernels.length) return;
  section.append(make("h3", "", "Kernels"));
  if (!run) {
    section.append(tableOf(staticColumns, step.kernels.map(kernel => staticCells(step, kernel))));
    return;
  }
  const kernels = [...run.kernels].sort((a, b) => b.nanoseconds - a.nanoseconds);
  section.append(make("p", "hint", run.nanoseconds ?
    `One run took ${timeText(run.nanoseconds)}. It was the first, with a clock around each kernel. Times of kernels are summed over its calls and threads; ` +
    "bytes are those of one call by the kernel's types, not counted by the processor; what is inlined has no time of its own." :
    "Not run: the function was lowered for types, not for tensors."));
  section.append(tableOf(["kernel", ...staticColumns, "machine code", "calls", "time", "rate"],
    kernels.map(kernel => measuredCells(step, kernel))));
}

// ---- sources

function showSources() {
  trace.files.forEach(({ name, lines }, file) => {
    if (!lines.length) return;
    const list = make("ol", "source", ...lines.map((text, at) => {
      const line = make("li", "", make("span", "number", String(at + 1)), make("span", "", text));
      line.id = `source-${file}-${at + 1}`;
      return line;
    }));
    const whole = make("details", "", make("summary", "", name), list);
    whole.open = true;
    find("sources").append(whole);
  });
}

/** Colours what became of the line of the user's that is chosen. */
function showChosen() {
  const chosen = location.hash.match(/^#source-(\d+-\d+)$/);
  for (const line of document.querySelectorAll(".line.from")) line.classList.remove("from");
  if (chosen)
    for (const line of document.querySelectorAll(`.line[data-place="${chosen[1]}"]`)) line.classList.add("from");
}

// ---- steps

const nothing = { lines: [], places: [], nests: [], stacks: [], kernels: [] };
const before = number => trace.steps[number].isFirst ? nothing : trace.steps[number - 1];
let shown = 0;

function isChanged(number) {
  const a = before(number).lines, b = trace.steps[number].lines;
  return a.length !== b.length || a.some((line, at) => line !== b[at]);
}

/** Whether keys stop there: the last step has what was measured. */
const isWorthAStop = number => number === trace.steps.length - 1 || trace.steps[number].problems.length || isChanged(number);

function show(number) {
  shown = number;
  const step = trace.steps[number], last = number === trace.steps.length - 1;
  const rows = rowsOf(before(number).lines, step.lines);
  find("step").textContent = visible(step.name);
  const problems = [...step.problems, ...(last ? trace.problems : [])];
  find("problems").replaceChildren(...problems.map(text => make("li", "", text)));
  find("program").className = step.isFirst ? "alone" : "";
  showPane(find("before"), before(number), rows, "before", step.lines);
  showPane(find("after"), step, rows, "after", before(number).lines);
  showKernels(step);
  showChosen();
  document.querySelectorAll("#steps button").forEach((button, at) => {
    if (at === number) button.setAttribute("aria-current", "step"); else button.removeAttribute("aria-current");
  });
}

function listSteps() {
  find("title").textContent = visible(trace.title);
  find("steps").append(...trace.steps.map((step, number) => {
    const counts = step.isFirst ? `${step.lines.length} lines` : isChanged(number) ? "" : "no change";
    const button = make("button", "", make("span", "", step.name), make("span", "", counts));
    if (counts === "no change") button.classList.add("unchanged");
    if (step.problems.length) button.classList.add("failed");
    button.addEventListener("click", () => show(number));
    return make("li", "", button);
  }));
}

function countsOf(number) {
  const a = before(number).lines, b = trace.steps[number].lines;
  const kept = align(a, b).reduce((count, other) => count + (other >= 0), 0);
  return `+${b.length - kept} −${a.length - kept}`;
}

/** How much each step changed takes long to count: one at a time, between what the user does. */
function countInTurn(number = 0) {
  const labels = document.querySelectorAll("#steps button > :last-child");
  while (number < labels.length && labels[number].textContent) ++number;
  if (number === labels.length) return;
  setTimeout(() => { labels[number].textContent = countsOf(number); countInTurn(number + 1); });
}

/** The next step in this direction that changed something. */
function move(direction) {
  for (let number = shown + direction; trace.steps[number]; number += direction)
    if (isWorthAStop(number)) return show(number);
}

addEventListener("keydown", event => {
  if (event.key === "ArrowRight") move(1);
  if (event.key === "ArrowLeft") move(-1);
});
addEventListener("hashchange", showChosen);

listSteps();
showSources();
const wanted = Number((location.hash.match(/^#step-(\d+)$/) || [])[1] || 1) - 1;
if (trace.steps.length) show(Math.min(wanted, trace.steps.length - 1));
countInTurn();
