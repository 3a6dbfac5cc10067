// Files of systems and references: which is which, and the report on them.

import { Refused, byId, copyOf, post, showProblem } from "./server.js";

let files = []; // { name, text, kind }
let saved = null; // the address of the last report, for saving it

export function setUpFiles() {
  const drop = byId("drop");
  drop.addEventListener("dragover", (event) => {
    event.preventDefault();
    drop.classList.add("over");
  });
  drop.addEventListener("dragleave", () => drop.classList.remove("over"));
  drop.addEventListener("drop", (event) => {
    event.preventDefault();
    drop.classList.remove("over");
    take([...event.dataTransfer.files]);
  });
  byId("choose").addEventListener("change", (event) => {
    take([...event.target.files]);
    event.target.value = "";
  });
  byId("make-report").addEventListener("click", makeReport);
}

async function take(chosen) {
  const problems = [];
  for (const file of chosen) {
    try {
      const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer());
      if (files.some((each) => each.name === file.name)) problems.push(`${file.name} takes the place of the file of that name`);
      files = [...files.filter((each) => each.name !== file.name), { name: file.name, text, kind: guess(file.name) }];
    } catch {
      problems.push(`${file.name} is not plain text in UTF-8; unpack or convert it first`);
    }
  }
  showProblem(byId("files-problem"), problems.join(" · "));
  if (files.length > 1 && !files.some((file) => file.kind === "reference")) files.at(-1).kind = "reference";
  draw();
}

function guess(name) {
  if (/ref/i.test(name)) return "reference";
  return /^(src|source)\b/i.test(name) ? "source" : "system";
}

function draw() {
  byId("chosen").hidden = !files.length;
  byId("listed").replaceChildren(...files.map(drawn));
}

function drawn(file) {
  const row = copyOf("file-template");
  row.querySelector("th").textContent = file.name;
  row.querySelector(".lines").textContent = linesOf(file.text);
  const select = row.querySelector("select");
  select.value = file.kind;
  select.setAttribute("aria-label", `What ${file.name} is`);
  select.addEventListener("change", () => (file.kind = select.value));
  const remove = row.querySelector("button");
  remove.setAttribute("aria-label", `Remove ${file.name}`);
  remove.addEventListener("click", () => {
    files = files.filter((each) => each !== file);
    draw();
    byId("choose").focus();
  });
  return row;
}

function linesOf(text) {
  const ends = text.split("\n").length;
  return text === "" || text.endsWith("\n") ? ends - 1 : ends;
}

function request() {
  const texts = (kind) => files.filter((file) => file.kind === kind);
  const sources = texts("source");
  if (!texts("system").length) throw new Refused("no file is a system; choose what each file is");
  if (!texts("reference").length) throw new Refused("no file is a reference; choose what each file is");
  if (sources.length > 1) throw new Refused(`${sources.length} files are the source; there is only one`);
  const body = {
    systems: Object.fromEntries(texts("system").map((file) => [file.name, file.text])),
    references: texts("reference").map((file) => file.text),
    title: titleOf(texts("reference")),
    metrics: byId("report-metrics").value.trim().split(/\s+/),
  };
  return sources.length ? { ...body, source: sources[0].text } : body;
}

function titleOf(references) {
  const names = references.map((file) => file.name).join(", ");
  return names.length <= 200 ? names : `${references.length} references`;
}

async function makeReport() {
  const button = byId("make-report");
  button.disabled = true;
  byId("said").textContent = "The report is being made";
  showProblem(byId("files-problem"), "");
  try {
    const answer = await post("/api/report", request());
    showProblem(byId("files-problem"), JSON.parse(answer.headers.get("Understudy-Warnings")).join(" · "));
    show(answer.headers.get("Content-Location"), await answer.blob());
    byId("said").textContent = "The report is ready";
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    byId("report").hidden = true;
    byId("said").textContent = "";
    showProblem(byId("files-problem"), error.message);
  } finally {
    button.disabled = false;
  }
}

function show(address, blob) {
  if (saved) URL.revokeObjectURL(saved);
  saved = URL.createObjectURL(blob);
  byId("save-report").href = saved;
  byId("open-report").href = address;
  byId("report-frame").src = address;
  byId("report").hidden = false;
}
