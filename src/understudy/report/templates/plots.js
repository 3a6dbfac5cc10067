// Plots as SVG, drawn at the width of the screen. Systems differ in shape and color, the same everywhere, and every
// plot has its numbers in words.

const NAMESPACE = "http://www.w3.org/2000/svg";
const COLORS = 12, SHAPES = 6, ROW = 28, AXIS = 26, NARROW = 560, WIDEST = 736;
let plotCount = 0;

function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS(NAMESPACE, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "text") made.textContent = visible(value);
    else if (value !== null) made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

const styleOf = (series) => `s${series % COLORS}`;
const shapeOf = (series) => `#shape-${(series + Math.floor(series / COLORS)) % SHAPES}`;
const plotWidth = (most = WIDEST) => Math.min(most, Math.max(280, document.getElementById("main").clientWidth));
const line = (kind, x1, x2, y1, y2) => svg("line", { class: kind, x1, x2, y1, y2 });
const label = (text, x, y, anchor = "middle", kind = "tick") => svg("text", { class: kind, x, y, "text-anchor": anchor, text });

function systemName(place) {
  return element("span", { class: "system" },
    svg("svg", { class: `shape ${styleOf(place)}`, viewBox: "-7 -7 14 14", "aria-hidden": "true" }, svg("use", { href: shapeOf(place) })),
    element("bdi", { dir: "auto", text: content.systems[place] }));
}

// Round numbers that cover a range.
function ticks(low, high, count = 5) {
  const span = high - low || 1;
  const power = 10 ** Math.floor(Math.log10(span / count));
  const size = [1, 2, 5, 10].map((step) => step * power).find((step) => step * count >= span * 0.999);
  const first = Math.floor(low / size + 1e-9);
  const last = Math.max(Math.ceil(high / size - 1e-9), first + 1);
  return Array.from({ length: last - first + 1 }, (_, place) => Number(((first + place) * size).toPrecision(12)));
}

const tickText = (value) => String(value).replace("-", "−");

function plotFrame(kind, width, height, title, words) {
  const id = `plot-${++plotCount}`;
  return svg("svg", { class: `plot ${kind}`, viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-labelledby": `${id}-title ${id}-words` },
    svg("title", { id: `${id}-title`, text: title }), svg("desc", { id: `${id}-words`, text: words }));
}

// Leave out the middle of a text that is too wide for its place: names often differ at the end.
function shortened(text, most) {
  const letters = [...text];
  const wide = (letter) => letter.codePointAt(0) > 0x2e80 ? 2 : 1;
  const size = letters.reduce((sum, letter) => sum + wide(letter), 0);
  if (size <= most) return text;
  const share = (list) => {
    let used = 0;
    return list.filter((letter) => (used += wide(letter)) <= (most - 1) / 2);
  };
  return share(letters).join("") + "…" + share(letters.reverse()).reverse().join("");
}

const markWords = (mark) => `${mark.name} ${fixed(mark.value)}${mark.low === null ? "" : ` [${fixed(mark.low)}, ${fixed(mark.high)}]`}`;

// A row for each label and a mark for each series, with its interval; the labels stand above where there is no room.
function dots({ title, rows, isDelta }) {
  const width = plotWidth();
  const narrow = width < NARROW;
  const left = narrow ? 12 : 212, right = 24, head = narrow ? 18 : 0;
  const marks = rows.flatMap((row) => row.marks);
  const numbers = marks.flatMap((mark) => mark.low === null ? [mark.value] : [mark.value, mark.low, mark.high]);
  let [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const fromZero = isDelta || low < 0 || low < 0.4 * high || low === high;
  const places = ticks(fromZero ? Math.min(low, 0) : low, isDelta ? Math.max(high, 0) : high, narrow ? 4 : 5);
  const across = (value) => left + (value - places[0]) / (places.at(-1) - places[0]) * (width - left - right);
  const most = Math.max(...rows.map((row) => row.marks.length));
  const tall = (most > 1 ? 12 + 9 * most : ROW) + head;
  const height = 8 + tall * rows.length + AXIS;
  const words = rows.map((row) => `${row.label}: ${row.marks.map(markWords).join(", ")}.`).join(" ");
  const plot = plotFrame("dots", width, height, title, words);
  for (const place of places) {
    plot.append(line("grid", across(place), across(place), 4, height - AXIS + 2), label(tickText(place), across(place), height - 8));
  }
  if (isDelta) plot.append(line("zero", across(0), across(0), 2, height - AXIS + 2));
  rows.forEach((row, at) => {
    const top = 8 + tall * at;
    if (at && (narrow || most > 1)) plot.append(line("grid", narrow ? 0 : left, width, top, top));
    const text = shortened(row.label, narrow ? 44 : 26);
    plot.append(narrow ? label(text, 0, top + 14, "start", "label") : label(text, left - 14, top + tall / 2 + 4, "end", "label"));
    row.marks.forEach((mark, place) => {
      const y = top + head + (tall - head) * (place + 1) / (row.marks.length + 1);
      const group = svg("g", { class: mark.series === null ? "plainly" : styleOf(mark.series) }, svg("title", { text: markWords(mark) }));
      if (mark.low !== null) group.append(line("whisker", across(mark.low), across(mark.high), y, y));
      group.append(svg("use", { href: shapeOf(mark.series ?? 0), x: across(mark.value), y }));
      plot.append(group);
    });
  });
  return plot;
}

function boxes(list, kind) {
  return svg("path", { class: `bar ${kind}`, d: list.map(([x, y, width, height]) => `M${x.toFixed(1)} ${y.toFixed(1)}h${width.toFixed(1)}v${height.toFixed(1)}h${(-width).toFixed(1)}z`).join("") });
}

// Bars of counts over values, with both axes; `kind` gives the class of a bar from its two ends.
function histogram({ title, values, low, high, bars, kind, signedTicks }) {
  const width = plotWidth(470), height = 300, left = 44, right = 16, top = 12;
  const counts = new Array(bars).fill(0);
  for (const value of values) counts[Math.min(bars - 1, Math.max(0, Math.floor((value - low) / (high - low) * bars)))]++;
  const up = ticks(0, Math.max(...counts), 4).filter(Number.isInteger);
  const across = (value) => left + (value - low) / (high - low) * (width - left - right);
  const down = (count) => height - AXIS - count / up.at(-1) * (height - AXIS - top);
  const ends = (place) => [low + (high - low) * place / bars, low + (high - low) * (place + 1) / bars];
  const said = counts.map((count, place) => [count, ...ends(place)]).filter(([count]) => count)
    .map(([count, begin, end]) => t("histogram.bar", { low: fixed(begin, 1), high: fixed(end, 1), count: counted(count) }));
  const plot = plotFrame("histogram", width, height, title, said.join("; "));
  for (const count of up) plot.append(line("grid", left, width - right, down(count), down(count)), label(counted(count), left - 6, down(count) + 4, "end"));
  const drawn = new Map();
  counts.forEach((count, place) => {
    if (!count) return;
    const [begin, end] = ends(place);
    const box = [across(begin) + 1, down(count), across(end) - across(begin) - 2, down(0) - down(count)];
    const own = kind(begin, end);
    drawn.set(own, [...(drawn.get(own) ?? []), box]);
  });
  for (const [own, list] of drawn) plot.append(boxes(list, own));
  for (const place of ticks(low, high, 4).filter((value) => value >= low && value <= high)) {
    const text = signedTicks && place > 0 ? `+${tickText(place)}` : tickText(place);
    plot.append(line("grid", across(place), across(place), down(0), down(0) + 5), label(text, across(place), height - 6));
  }
  if (low < 0 && high > 0) plot.append(line("zero", across(0), across(0), top, down(0)));
  return plot;
}

// Segments by their two scores, as squares whose area is the number of segments.
function scatter({ title, words, first, second, kinds, names }) {
  const width = plotWidth(470), left = 54, top = 10, cells = 20;
  const size = width - left - 16, height = top + size + 44;
  let [low, high] = [Math.min(...first, ...second), Math.max(...first, ...second)];
  if (low === high) [low, high] = [low - 0.5, high + 0.5];
  const counts = new Map();
  const at = (value) => Math.min(cells - 1, Math.floor((value - low) / (high - low) * cells));
  first.forEach((value, i) => {
    const key = at(second[i]) * cells + at(value);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  });
  const most = Math.max(...counts.values()), unit = size / cells;
  const drawn = [[], [], []];
  for (const [key, count] of counts) {
    const [x, y] = [Math.floor(key / cells), key % cells];
    const wide = Math.max(3, unit * 0.94 * Math.sqrt(count / most));
    drawn[y > x ? 0 : y < x ? 1 : 2].push([left + (x + 0.5) * unit - wide / 2, top + size - (y + 0.5) * unit - wide / 2, wide, wide]);
  }
  const plot = plotFrame("scatter", width, height, title, words);
  plot.append(svg("rect", { class: "frame", x: left, y: top, width: size, height: size }), line("zero", left, left + size, top + size, top));
  drawn.forEach((list, place) => plot.append(boxes(list, kinds[place])));
  for (const value of ticks(low, high, 4).filter((each) => each >= low && each <= high)) {
    const place = (value - low) / (high - low) * size;
    plot.append(label(tickText(value), left + place, top + size + 16), label(tickText(value), left - 8, top + size - place + 4, "end"));
  }
  const below = label(shortened(names[1], 40), left + size / 2, height - 6, "middle", "label");
  const beside = label(shortened(names[0], 40), -(top + size / 2), 13, "middle", "label");
  beside.setAttribute("transform", "rotate(-90)");
  plot.append(below, beside);
  return plot;
}

// --- Plots that don't depend on the pair ---

const plotters = {
  parts(place) {
    const metric = Number(place.dataset.metric);
    const labels = place.dataset.labels.split("|");
    const rows = place.dataset.parts.split("|").map((part, at) => ({
      label: labels[at],
      marks: oneIfEqual(content.systems.map((name, series) => {
        const own = content.scores[name][metric];
        const [low, high] = own.part_intervals[part] ?? [null, null];
        return { series, name, value: own.parts[part], low, high };
      })),
    }));
    return dots({ title: place.dataset.title, rows });
  },
  frequency(place) {
    const rows = content.frequency.map((each) => ({
      label: `${each.name} × (${counted(each.words)})`,
      marks: content.systems.map((name, series) => ({ series, name, value: each.systems[name].f1, low: null, high: null })),
    }));
    return dots({ title: place.dataset.title, rows });
  },
  scores(place) {
    const metric = Number(place.dataset.metric);
    const values = content.scores[content.systems[0]][metric].segments;
    let [low, high] = [Math.min(0, ...values), Math.max(...values)];
    if (low === high) high = low + 1;
    return histogram({ title: content.metrics[metric].title, values, low, high, bars: 20, kind: () => styleOf(0) });
  },
};

// What is the same for every system, such as the length of the reference, is drawn once.
function oneIfEqual(marks) {
  const equal = marks.every((mark) => mark.value === marks[0].value && mark.low === marks[0].low);
  return equal && marks.length > 1 ? [{ ...marks[0], series: null, name: t("anatomy.all") }] : marks;
}

function drawPlots() {
  for (const place of document.querySelectorAll("[data-plot]")) place.replaceChildren(plotters[place.dataset.plot](place));
}

drawPlots();
