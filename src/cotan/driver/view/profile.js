"use strict";
// Texts of programs become text nodes, never markup.

const profile = JSON.parse(document.getElementById("data").textContent);
const find = id => document.getElementById(id);
const height = 18, least = 0.0005; // of a part: pixels, and the share of the width that is drawn

/** Characters that turn the order of others around, or are not seen, by their numbers. */
function visible(text) {
  return String(text).replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    c => `⟨U+${c.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`);
}

function make(tag, className, ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  for (const child of children) element.append(child instanceof Node ? child : visible(child));
  return element;
}

function draw(tag, attributes, text) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text !== undefined) element.append(visible(text));
  return element;
}

// ---- the flame: nodes with their children side by side below them

const nodes = profile.nodes;
nodes.forEach(node => { node.children = []; node.total = node.nanoseconds; });
for (let i = nodes.length - 1; i > 0; --i) {
  nodes[nodes[i].parent].children.unshift(nodes[i]);
  nodes[nodes[i].parent].total += nodes[i].total;
}

function seconds(nanoseconds) {
  const [unit, size] = nanoseconds < 1e3 ? ["ns", 1] : nanoseconds < 1e6 ? ["µs", 1e3] : nanoseconds < 1e9 ? ["ms", 1e6] : ["s", 1e9];
  return `${(nanoseconds / size).toPrecision(3)} ${unit}`;
}

function describe(node) {
  const counts = [`${node.calls} call${node.calls === 1 ? "" : "s"}`];
  if (node.kind === "loop") counts.push(`${node.turns} turns`);
  const share = profile.total ? (100 * node.total / profile.total).toFixed(1) : "0";
  return `${node.label}\n${seconds(node.total)}, ${share} %, of it ${seconds(node.nanoseconds)} its own; ${counts.join(", ")}\n` +
    `${node.operations}\n${node.source}`;
}

function drawFlame(top) {
  const width = 1200, parts = [];
  let depth = 0;
  const place = (node, x, y) => {
    const wide = top.total ? node.total / top.total * width : width;
    if (wide < least * width && y > 0) return;
    depth = Math.max(depth, y + 1);
    const rect = draw("rect", { x, y: y * height, width: Math.max(wide, 0.5), height,
      class: node.kind + (node.derivative ? " backward" : "") });
    rect.append(draw("title", {}, describe(node)));
    rect.addEventListener("click", () => drawFlame(node === top ? nodes[0] : node));
    parts.push(rect);
    const room = Math.floor((wide - 6) / 6.7);
    if (room > 2) parts.push(draw("text", { x: x + 3, y: y * height + 13 }, node.label.slice(0, room)));
    for (const child of node.children) {
      place(child, x, y + 1);
      x += top.total ? child.total / top.total * width : 0;
    }
  };
  place(top, 0, 0);
  const picture = draw("svg", { viewBox: `0 0 ${width} ${depth * height}`, role: "img" });
  picture.append(...parts);
  find("flame").replaceChildren(picture);
}

// ---- memory over time

function bytes(count) {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let unit = 0;
  while (count >= 1024 && unit + 1 < units.length) { count /= 1024; ++unit; }
  return `${unit ? count.toPrecision(3) : count} ${units[unit]}`;
}

function drawMemory() {
  const width = 1200, tall = 160, most = Math.max(profile.peak, 1), long = Math.max(profile.nanoseconds, 1);
  const x = time => Math.min(time / long, 1) * width, y = count => 14 + (1 - count / most) * (tall - 28);
  const picture = draw("svg", { viewBox: `0 0 ${width} ${tall}`, role: "img" });
  picture.append(draw("line", { x1: 0, x2: width, y1: y(0), y2: y(0) }), draw("line", { x1: 0, x2: width, y1: y(most), y2: y(most) }));
  let path = "";
  for (const [time, count] of profile.memory)
    path += path ? `H${x(time).toFixed(2)}V${y(count).toFixed(2)}` : `M${x(time).toFixed(2)},${y(count).toFixed(2)}`;
  if (path) picture.append(draw("path", { d: `${path}H${width}` }));
  picture.append(draw("text", { x: 2, y: 11 }, `${bytes(profile.peak)} at most, beside the arguments`),
    draw("text", { x: width - 2, y: tall - 2, "text-anchor": "end" }, seconds(profile.nanoseconds)),
    draw("text", { x: 2, y: tall - 2 }, "0"));
  find("memory").append(picture);
}

// ---- the table

function drawRows() {
  const head = ["time", "share", "with what is in it", "calls", "turns", "memory asked for", "most in use", "lines"];
  const table = make("table", "", make("tr", "", ...head.map(text => make("th", "", text))));
  for (const row of profile.rows)
    table.append(make("tr", "",
      make("td", "", seconds(row.nanoseconds)), make("td", "", `${(100 * row.share).toFixed(1)} %`),
      make("td", "", seconds(row.total)), make("td", "", row.calls), make("td", "", row.turns ?? ""),
      make("td", "", bytes(row.bytes)), make("td", "", bytes(row.peak)),
      make("td", "source", `${row.label}\n${row.source}`)));
  find("rows").append(table);
}

document.title = visible(`${profile.title}: where the time goes`);
find("title").append(visible(profile.title));
find("summary").append(visible(profile.summary));
drawFlame(nodes[0]);
drawMemory();
drawRows();
