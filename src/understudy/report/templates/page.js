"use strict";
// Everything but the list of segments: theme, copying, saving, sorting, and the choice of baseline, pair and metric.

const content = JSON.parse(document.getElementById("content").textContent);
const exported = JSON.parse(document.getElementById("exports").textContent);
const root = document.documentElement;
root.classList.add("scripted");

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
  button.textContent = "Copied";
  say("Copied");
  setTimeout(() => { button.textContent = before; }, 1200);
}

for (const button of document.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", () => copyFor(button, document.getElementById(button.dataset.copy).textContent));
}
for (const box of document.querySelectorAll(".export")) {
  const forms = exported[box.dataset.table];
  for (const button of box.querySelectorAll("[data-form]")) {
    button.addEventListener("click", () => copyFor(button, forms[button.dataset.form]));
  }
  for (const button of box.querySelectorAll("[data-save]")) {
    const form = button.dataset.save;
    button.addEventListener("click", () => save(forms[form], `table-${box.dataset.table}.${form}`, "text/plain"));
  }
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
  // Lines between clusters hold in the order of the first metric alone.
  for (const row of rows) row.classList.remove("line");
}

for (const table of document.querySelectorAll("table.sortable")) {
  for (const header of table.tHead.querySelectorAll("th")) {
    if (!header.hasAttribute("aria-sort")) header.setAttribute("aria-sort", "none");
    const button = element("button", { type: "button" });
    button.append(...header.childNodes);
    header.append(button);
    button.addEventListener("click", () => {
      const now = header.getAttribute("aria-sort");
      const first = header.dataset.direction ?? "ascending";
      const other = first === "ascending" ? "descending" : "ascending";
      const direction = now === first ? other : first;
      for (const each of table.tHead.querySelectorAll("th")) each.setAttribute("aria-sort", "none");
      header.setAttribute("aria-sort", direction);
      sortBy(table, header.cellIndex, direction);
    });
  }
}

// --- Print ---

let folded = [];
window.addEventListener("beforeprint", () => {
  folded = [...document.querySelectorAll(".fold:not([open])")];
  for (const each of folded) each.open = true;
});
window.addEventListener("afterprint", () => {
  for (const each of folded) each.open = false;
});

// --- Baseline, pair, metric ---

function showOnly(attribute, chosen) {
  for (const block of document.querySelectorAll(`[data-${attribute}]`)) block.hidden = block.dataset[attribute] !== chosen;
}

const baseline = document.getElementById("baseline");
baseline?.addEventListener("change", () => {
  showOnly("baseline", baseline.value);
  say(`Compared with ${baseline.selectedOptions[0].textContent}`);
});

const pair = document.getElementById("pair");
const metric = document.getElementById("metric");

function showPair() {
  for (const block of document.querySelectorAll("[data-pair]")) {
    const other = block.dataset.metric !== undefined && block.dataset.metric !== metric.value;
    block.hidden = block.dataset.pair !== pair.value || other;
  }
}

pair?.addEventListener("change", showPair);
metric?.addEventListener("change", showPair);

for (const cell of document.querySelectorAll(".matrix .cell")) {
  cell.addEventListener("click", () => {
    const [a, b] = [content.systems[cell.dataset.a], content.systems[cell.dataset.b]];
    const place = [...pair.options].findIndex((_, at) => [content.pairs[at].a, content.pairs[at].b].includes(a) && [content.pairs[at].a, content.pairs[at].b].includes(b));
    if (place >= 0) {
      pair.value = String(place);
      showPair();
    }
    segments.choose(Number(cell.dataset.a), Number(cell.dataset.b));
    document.getElementById("where").scrollIntoView();
  });
}
