"use strict";
// What the whole page shares: texts, numbers, elements, theme, copying, sorting, printing, and what is chosen.

const content = JSON.parse(document.getElementById("content").textContent);
const messages = JSON.parse(document.getElementById("messages").textContent);
const exported = JSON.parse(document.getElementById("exports").textContent);
const root = document.documentElement;
root.classList.add("scripted");

function t(key, values = {}) {
  return messages[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

function say(text) {
  document.getElementById("status").textContent = text;
}

// Characters that would turn or break a line are written as escapes, as in the tables.
function visible(text) {
  return String(text).replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g,
    (character) => character === "\n" ? character : "\\u" + character.charCodeAt(0).toString(16).padStart(4, "0"));
}

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "text") made.textContent = visible(value);
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

const fixed = (value, digits = 2) => value.toFixed(digits).replace("-", "−");
const signed = (value, digits = 2) => (value > 0 ? "+" : "") + fixed(value, digits);
const counted = (value) => value.toLocaleString("en");
const pValue = (p) => p < 0.00005 ? "<0.0001" : p.toFixed(4);
const MARKS = { better: "▲", worse: "▼", alike: "≈" };

// --- Theme ---

const theme = document.getElementById("theme");
const prefersDark = window.matchMedia("(prefers-color-scheme: dark)");

function isDark() {
  return root.dataset.theme ? root.dataset.theme === "dark" : prefersDark.matches;
}

function showTheme() {
  theme.setAttribute("aria-pressed", String(isDark()));
}

theme.addEventListener("click", () => {
  root.dataset.theme = isDark() ? "light" : "dark";
  showTheme();
});
prefersDark.addEventListener("change", showTheme);
showTheme();

// --- Copy and save ---

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = element("textarea", { "aria-hidden": "true" });
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
}

function save(text, name, type) {
  const link = element("a", { download: name });
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

async function copyFor(button, text) {
  await copy(text);
  const before = button.textContent;
  button.textContent = t("copied");
  say(t("copied"));
  setTimeout(() => { button.textContent = before; }, 1200);
}

for (const button of document.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", () => copyFor(button, document.getElementById(button.dataset.copy).textContent));
}

// The buttons of one table; `forms` gives its text by the ending of the file.
function wireExport(box, name, forms) {
  for (const button of box.querySelectorAll("[data-form]")) {
    button.addEventListener("click", () => copyFor(button, forms(button.dataset.form)));
  }
  for (const button of box.querySelectorAll("[data-save]")) {
    const form = button.dataset.save;
    button.addEventListener("click", () => save(forms(form), `table-${name}.${form}`, "text/plain"));
  }
}

for (const box of document.querySelectorAll(".export")) {
  wireExport(box, box.dataset.table, (form) => exported[box.dataset.table][form]);
}
document.getElementById("save-json").addEventListener("click", () =>
  save(document.getElementById("content").textContent, "report.json", "application/json"));

// --- Sort ---

function sortBy(table, column, direction) {
  const body = table.tBodies[0];
  const value = (row) => row.cells[column].dataset.value ?? row.cells[column].textContent;
  const compare = (a, b) => {
    const [x, y] = [value(a), value(b)];
    const byNumber = Number(x) - Number(y);
    return x !== "" && y !== "" && !Number.isNaN(byNumber) ? byNumber : x.localeCompare(y);
  };
  const rows = [...body.rows].sort(compare);
  if (direction === "descending") rows.reverse();
  body.append(...rows);
}

// What the leaderboard is sorted by stands above it; lines between clusters hold in the first order alone.
function captionFor(table, header, direction) {
  const best = direction === header.dataset.direction;
  document.getElementById("sorted-by").textContent = header.dataset.title === undefined ? t("leaderboard.by_name")
    : t(best ? "leaderboard.sorted" : "leaderboard.sorted_worst", { metric: header.dataset.title });
  const lines = best && header.dataset.title === content.metrics[0].title;
  table.classList.toggle("unlined", !lines);
  const note = document.getElementById("lines-note");
  if (note) note.hidden = !lines;
}

function makeSortable(table) {
  for (const header of table.tHead.querySelectorAll("th")) {
    if (!header.hasAttribute("aria-sort")) header.setAttribute("aria-sort", "none");
    const button = element("button", { type: "button" });
    button.append(...header.childNodes);
    header.append(button);
    button.addEventListener("click", () => {
      const now = header.getAttribute("aria-sort");
      const first = header.dataset.direction ?? "ascending";
      const direction = now === first ? (first === "ascending" ? "descending" : "ascending") : first;
      for (const each of table.tHead.querySelectorAll("th")) each.setAttribute("aria-sort", "none");
      header.setAttribute("aria-sort", direction);
      sortBy(table, header.cellIndex, direction);
      if (table.classList.contains("board") && content.systems.length > 1) captionFor(table, header, direction);
    });
  }
}

for (const table of document.querySelectorAll("table.sortable")) makeSortable(table);

// --- What is chosen: a system, the baseline it is compared with, and a metric; everything follows ---

const choice = { b: content.systems.indexOf(content.baseline), metric: 0 };
choice.a = Math.max(0, content.systems.findIndex((_, place) => place !== choice.b));
const followers = [];

function choose(change) {
  const before = { ...choice };
  Object.assign(choice, change);
  if (choice.a === choice.b && content.systems.length > 1) {
    if (change.b !== undefined) choice.a = before.b === choice.b ? before.a : before.b;
    else choice.b = before.a === choice.a ? before.b : before.a;
  }
  showChoice();
  for (const follow of followers) follow();
}

function showOnly(attribute, chosen) {
  for (const block of document.querySelectorAll(`[data-${attribute}]`)) {
    if (block.matches("div:not([data-plot])")) block.hidden = block.dataset[attribute] !== String(chosen);
  }
}

const pickers = { a: document.getElementById("system"), b: document.getElementById("baseline"), metric: document.getElementById("metric") };

function showChoice() {
  for (const [name, select] of Object.entries(pickers)) if (select) select.value = String(choice[name]);
  showOnly("baseline", choice.b);
  showOnly("metric", choice.metric);
}

for (const [name, select] of Object.entries(pickers)) {
  select?.addEventListener("change", () => {
    choose({ [name]: Number(select.value) });
    say(content.systems.length > 1 ? t("picker.chosen", { a: content.systems[choice.a], b: content.systems[choice.b], metric: content.metrics[choice.metric].title }) : "");
  });
}

for (const cell of document.querySelectorAll(".matrix .cell")) {
  cell.addEventListener("click", () => {
    choose({ a: Number(cell.dataset.a), b: Number(cell.dataset.b), metric: Number(cell.dataset.by) });
    document.getElementById("where").scrollIntoView();
  });
}
showChoice();

// The bar sticks to the top, so what is scrolled to must stop below it, however many lines it has.
const bar = document.querySelector(".picker");
function keepClear() {
  root.style.setProperty("--bar", `${bar ? bar.offsetHeight : 0}px`);
}
keepClear();
window.addEventListener("resize", keepClear);

// --- Print ---

let folded = [];
window.addEventListener("beforeprint", () => {
  folded = [...document.querySelectorAll(".fold:not([open])")];
  for (const each of folded) each.open = true;
  segments.print();
});
window.addEventListener("afterprint", () => {
  for (const each of folded) each.open = false;
  document.getElementById("printed").replaceChildren();
});
