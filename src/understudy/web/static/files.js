// Files of any format: the texts that are in them, what each is, and the report on them.

import { Refused, byId, copyOf, post, showProblem } from "./server.js";

let files = []; // { name, format, ids, texts: [{ name, role, segments }] }
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

// --- Reading ----------------------------------------------------------------------------------------------------

/** Have the program read each file; what it can't read is told in its words. */
async function take(chosen) {
  const problems = [];
  for (const [place, file] of chosen.entries()) {
    progress(`Reading ${file.name} (${place + 1} of ${chosen.length})`);
    try {
      const read = await (await post("/api/read", { name: file.name, content: await inBase64(file) })).json();
      if (files.some((each) => each.name === read.name)) problems.push(`${read.name} takes the place of the file of that name`);
      files = [...files.filter((each) => each.name !== read.name), read];
      problems.push(...read.warnings);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      problems.push(error.message);
    }
  }
  progress("");
  showProblem(byId("files-problem"), problems.join(" · "));
  guessReference();
  draw();
}

function inBase64(file) {
  return new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result.slice(reader.result.indexOf(",") + 1));
    reader.onerror = () => failed(new Refused(`${file.name} can't be read: ${reader.error.message}`));
    reader.readAsDataURL(file);
  });
}

/** Where no name says which is the reference, it is the last of the systems. */
function guessReference() {
  const systems = texts("system");
  if (systems.length > 1 && !texts("reference").length) systems.at(-1).role = "reference";
}

const texts = (role) => files.flatMap((file) => file.texts.filter((text) => text.role === role));
const fileOf = (text) => files.find((file) => file.texts.includes(text));

// --- The table of texts -----------------------------------------------------------------------------------------

function draw() {
  byId("chosen").hidden = !files.length;
  byId("listed").replaceChildren(...files.flatMap((file) => file.texts.map((text) => drawn(file, text))));
  drawBaselines();
}

function drawn(file, text) {
  const row = copyOf("file-template");
  const [name, role, remove] = ["input", "select", "button"].map((tag) => row.querySelector(tag));
  const label = file.texts.length > 1 ? `${text.name} of ${file.name}` : file.name;
  row.querySelector("th").textContent = file.name;
  row.querySelector(".format").textContent = file.format;
  row.querySelector(".lines").textContent = text.segments.length;
  row.querySelector(".first").textContent = text.segments.find((segment) => segment) ?? "";
  name.value = text.name;
  name.setAttribute("aria-label", `Name of ${label}`);
  name.addEventListener("input", () => {
    text.name = name.value.trim();
    drawBaselines();
  });
  role.value = text.role;
  role.setAttribute("aria-label", `What ${label} is`);
  role.addEventListener("change", () => {
    text.role = role.value;
    drawBaselines();
  });
  remove.setAttribute("aria-label", `Remove ${file.name}`);
  remove.addEventListener("click", () => {
    files = files.filter((each) => each !== file);
    draw();
    byId("choose").focus();
  });
  return row;
}

function drawBaselines() {
  const select = byId("baseline");
  const before = select.value;
  select.replaceChildren(...texts("system").map((text) => new Option(text.name)));
  if ([...select.options].some((option) => option.value === before)) select.value = before;
}

// --- The report -------------------------------------------------------------------------------------------------

function request() {
  const [systems, references] = [texts("system"), texts("reference")];
  if (!systems.length) throw new Refused("no text is a system; choose what each text is");
  if (!references.length) throw new Refused("no text is a reference; choose what each text is");
  const names = systems.map((text) => text.name);
  const twice = names.find((name, place) => names.indexOf(name) < place);
  if (twice !== undefined) throw new Refused(`two systems are named “${twice}”; give one of them another name`);
  const model = fileOf(systems[0]);
  const ordered = (text) => inOrder(model, fileOf(text), text.segments);
  const [source, documents] = [only("source", ordered), only("documents", ordered)];
  const body = {
    systems: Object.fromEntries(systems.map((text) => [text.name, ordered(text)])),
    references: references.map(ordered),
    metrics: byId("report-metrics").value.trim().split(/\s+/),
    title: byId("report-title").value.trim() || titleOf(references),
    baseline: byId("baseline").value,
  };
  if (source) body.source = source;
  if (documents) body.documents = documents;
  const scores = texts("scores").map((text) => ({ name: text.name, values: text.segments.map(numberOf) }));
  const wrong = scores.find((each) => each.values.includes(null));
  if (wrong) throw new Refused(`segment ${wrong.values.indexOf(null) + 1} of the scores ${wrong.name} is no number`);
  if (scores.length) body.scores = scores;
  if (byId("report-lang").value.trim()) body.lang = byId("report-lang").value.trim();
  return body;
}

const numberOf = (text) => (text === null || !text.trim() || !Number.isFinite(Number(text)) ? null : Number(text));

/** The segments of the one text with a role; the same text in several files counts once. */
function only(role, ordered) {
  const [first, ...others] = texts(role).map((text) => [fileOf(text).name, ordered(text)]);
  const other = others.find(([, segments]) => JSON.stringify(segments) !== JSON.stringify(first[1]));
  if (other) throw new Refused(`the ${role} of ${first[0]} and that of ${other[0]} differ; choose “not used” for one of them`);
  return first?.[1];
}

/** Segments in the order of the first system's file, by their ids; as they are where a file has none. */
function inOrder(model, file, segments) {
  if (model === file || !model.ids || !file.ids) return segments;
  const places = new Map(file.ids.map((id, place) => [id, place]));
  const known = new Set(model.ids);
  for (const [ids, there, name, other] of [[model.ids, places, model.name, file.name], [file.ids, known, file.name, model.name]]) {
    const missing = ids.find((id) => !there.has(id));
    if (missing !== undefined) throw new Refused(`segment “${missing}” of ${name} is not in ${other}; every segment must be in all files`);
  }
  return model.ids.map((id) => segments[places.get(id)]);
}

function titleOf(references) {
  const names = references.map((text) => text.name).join(", ");
  return names.length <= 200 ? names : `${references.length} references`;
}

async function makeReport() {
  const button = byId("make-report");
  button.disabled = true;
  showProblem(byId("files-problem"), "");
  try {
    const body = request();
    const findings = await check(body);
    progress("Scoring and comparing");
    const answer = await post("/api/report", body);
    const warnings = JSON.parse(answer.headers.get("Understudy-Warnings"));
    const others = warnings.filter((warning) => !findings.some(({ message }) => warning.startsWith(message)));
    showProblem(byId("files-problem"), others.join(" · "));
    show(answer.headers.get("Content-Location"), await answer.blob());
    progress("");
    byId("said").textContent = "The report is ready";
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    byId("report").hidden = true;
    byId("findings").hidden = true;
    showProblem(byId("files-problem"), error.message);
    progress("");
  } finally {
    button.disabled = false;
  }
}

/** Show the signs of mistakes in the texts, before the scores. */
async function check({ systems, references, source, metrics, lang }) {
  progress("Checking the texts");
  const { findings } = await (await post("/api/check", { systems, references, source, metrics, lang })).json();
  byId("findings").hidden = !findings.length;
  byId("finding-list").replaceChildren(...findings.map(drawnFinding));
  return findings;
}

function drawnFinding(finding) {
  const item = copyOf("finding-template");
  const fill = (name, text) => (item.querySelector(`.${name}`).textContent = text);
  fill("severity", finding.severity);
  fill("message", finding.message);
  fill("evidence", `${finding.count} of ${finding.total} segments, such as segment ${finding.segment}:`);
  fill("example", finding.example);
  fill("remedy", finding.remedy);
  return item;
}

/** Say what is being done, with a bar that moves; nothing when it is over. */
function progress(message) {
  byId("progress").hidden = !message;
  byId("progress-text").textContent = message;
  byId("said").textContent = message;
}

function show(address, blob) {
  if (saved) URL.revokeObjectURL(saved);
  saved = URL.createObjectURL(blob);
  byId("save-report").href = saved;
  byId("open-report").href = address;
  byId("report-frame").src = address;
  byId("report").hidden = false;
}
