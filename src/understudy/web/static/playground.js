// A sentence, its references and metrics: scores and an explanation that follow what is typed.

import { drawnCard, metrics, nameOf, offerMetrics, setMetrics } from "./cards.js";
import { setUpFiles } from "./files.js";
import { Refused, byId, copy, copyOf, post, showProblem } from "./server.js";

const PAUSE = 150; // milliseconds without a key before the server is asked

const state = { hypothesis: "", references: [""], metrics: ["bleu"], chosen: 0, lang: "" };
let waiting = null;
let asked = new AbortController();

// --- The link ---------------------------------------------------------------------------------------------------

function writeLink() {
  const link = new URLSearchParams({ h: state.hypothesis });
  for (const reference of state.references) link.append("r", reference);
  for (const metric of state.metrics) link.append("m", metric);
  if (state.chosen) link.set("x", state.chosen);
  if (state.lang) link.set("lang", state.lang);
  history.replaceState(null, "", `#${link}`);
}

function readLink() {
  const link = new URLSearchParams(location.hash.slice(1));
  if (!link.has("h") || !link.has("r")) return false;
  take({
    hypothesis: link.get("h"),
    references: link.getAll("r"),
    metrics: link.getAll("m"),
    chosen: Number(link.get("x")) || 0,
    lang: link.get("lang") ?? "",
  });
  return true;
}

function take(found) {
  Object.assign(state, { chosen: 0, lang: "" }, found);
  if (!state.metrics.length) state.metrics = ["bleu"];
  if (!(state.chosen in state.metrics)) state.chosen = 0;
  drawTexts();
  drawCards();
  ask();
}

// --- Texts ------------------------------------------------------------------------------------------------------

function drawTexts() {
  byId("hypothesis").value = state.hypothesis;
  byId("lang").value = state.lang;
  byId("references").replaceChildren(...state.references.map(drawnReference));
}

function drawnReference(text, place) {
  const field = copyOf("reference-template");
  const [label, remove, area] = field.children;
  area.id = `reference-${place}`;
  label.htmlFor = area.id;
  label.textContent = state.references.length > 1 ? `Reference ${place + 1}` : "Reference";
  area.value = text;
  area.addEventListener("input", () => {
    state.references[place] = area.value;
    askSoon();
  });
  remove.hidden = state.references.length === 1;
  remove.setAttribute("aria-label", `Remove reference ${place + 1}`);
  remove.addEventListener("click", () => {
    state.references.splice(place, 1);
    drawTexts();
    byId(`reference-${Math.max(0, place - 1)}`).focus();
    ask();
  });
  return field;
}

// --- Metrics ----------------------------------------------------------------------------------------------------

function drawCards() {
  byId("cards").replaceChildren(
    ...state.metrics.map((spec, place) =>
      drawnCard(spec, place, {
        change: (text) => {
          state.metrics[place] = text;
          offerMetrics(state.metrics);
          askSoon();
        },
        pick: () => {
          state.chosen = place;
          showChosen();
          ask();
        },
        remove: () => removeMetric(place),
      }),
    ),
  );
  for (const button of byId("cards").querySelectorAll(".remove")) button.hidden = state.metrics.length === 1;
  offerMetrics(state.metrics);
  showChosen();
}

function removeMetric(place) {
  state.metrics.splice(place, 1);
  if (state.chosen >= place && state.chosen > 0) state.chosen -= 1;
  drawCards();
  byId("metric").focus();
  ask();
}

function addMetric() {
  state.metrics.push(byId("metric").value);
  state.chosen = state.metrics.length - 1;
  drawCards();
  ask();
}

function showChosen() {
  [...byId("cards").children].forEach((card, place) => {
    card.querySelector(".pick").setAttribute("aria-pressed", place === state.chosen);
  });
}

// --- Asking -----------------------------------------------------------------------------------------------------

function askSoon() {
  clearTimeout(waiting);
  waiting = setTimeout(ask, PAUSE);
}

/** Ask for one explanation, then for every score; answers to older questions no longer count. */
async function ask() {
  clearTimeout(waiting);
  asked.abort();
  asked = new AbortController();
  const { signal } = asked;
  writeLink();
  working(true);
  const cards = [...byId("cards").children];
  try {
    const explained = showExplanation(signal);
    const scores = cards.map((card, place) => showScore(card, state.metrics[place], signal));
    const [, ...shown] = await Promise.all([explained, ...scores]);
    byId("said").textContent = shown.filter(Boolean).join(", ");
    working(false);
  } catch (error) {
    if (error.name !== "AbortError") throw error;
  }
}

function working(busy) {
  document.body.classList.toggle("asking", busy);
  byId("explanation").setAttribute("aria-busy", busy);
}

/** The references in which something is typed; a field that was just added does not count yet. */
function typedReferences() {
  const typed = state.references.filter((text) => text.trim());
  return typed.length ? typed : [""];
}

const withLanguage = (body) => (state.lang.trim() ? { ...body, lang: state.lang.trim() } : body);

async function showScore(card, metric, signal) {
  const body = { hypotheses: [state.hypothesis], references: [typedReferences()], metrics: [metric] };
  const problem = card.querySelector(".problem");
  try {
    const found = await (await post("/api/score", withLanguage(body), signal)).json();
    const [{ segments: [score], segment_signature: signature }] = found.scores;
    card.dataset.signature = signature;
    card.classList.remove("wrong");
    card.querySelector(".number").textContent = score.toFixed(2);
    drawBar(card, score, metrics.get(nameOf(metric))?.maximum);
    showProblem(problem, found.warnings.join(" "));
    return `${card.querySelector(".title").textContent} ${score.toFixed(2)}`;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    card.classList.add("wrong");
    card.querySelector(".number").textContent = "–";
    drawBar(card, 0, null);
    showProblem(problem, error.message);
    return "";
  }
}

function drawBar(card, score, maximum) {
  const bar = card.querySelector(".bar");
  bar.classList.toggle("none", !maximum);
  bar.querySelector("rect").setAttribute("width", maximum ? Math.min(100, (100 * score) / maximum) : 0);
}

async function showExplanation(signal) {
  const metric = state.metrics[state.chosen];
  const body = { hypothesis: state.hypothesis, references: typedReferences(), metric };
  try {
    const found = await (await post("/api/explain", withLanguage(body), signal)).json();
    showProblem(byId("explain-problem"), "");
    // The one place where HTML is taken as HTML: the server has escaped every text in it, and no script may run.
    byId("explanation").innerHTML = found.html;
    letScroll();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    byId("explanation").replaceChildren();
    showProblem(byId("explain-problem"), error.message);
  }
}

/** What is wider than the page can be scrolled with the keyboard, too. */
function letScroll() {
  for (const each of byId("explanation").querySelectorAll(".us-scroll, .us-side")) {
    if (each.scrollWidth > each.clientWidth) each.tabIndex = 0;
    else each.removeAttribute("tabindex");
  }
}

// --- The page ---------------------------------------------------------------------------------------------------

function setUpTabs() {
  const tabs = [...document.querySelectorAll("[role=tab]")];
  const select = (chosen) => {
    for (const tab of tabs) {
      tab.setAttribute("aria-selected", tab === chosen);
      tab.tabIndex = tab === chosen ? 0 : -1;
      byId(tab.getAttribute("aria-controls")).hidden = tab !== chosen;
    }
  };
  tabs.forEach((tab, place) => {
    tab.addEventListener("click", () => select(tab));
    tab.addEventListener("keydown", (event) => {
      if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
      const next = tabs[(place + 1) % tabs.length];
      select(next);
      next.focus();
    });
  });
}

function drawExamples(examples) {
  byId("examples").replaceChildren(
    ...examples.map((example) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "quiet";
      button.dir = "auto";
      button.textContent = example.name;
      button.title = example.origin;
      button.addEventListener("click", () => take(structuredClone(example)));
      return button;
    }),
  );
}

function drawLanguages(codes) {
  const names = new Intl.DisplayNames(["en"], { type: "language" });
  const named = codes.map((code) => [names.of(code), code]).sort(([a], [b]) => a.localeCompare(b));
  byId("languages").replaceChildren(...named.map(([name, code]) => new Option(name, code)));
}

function listen() {
  byId("hypothesis").addEventListener("input", (event) => {
    state.hypothesis = event.target.value;
    askSoon();
  });
  byId("lang").addEventListener("input", (event) => {
    state.lang = event.target.value;
    askSoon();
  });
  byId("add-reference").addEventListener("click", () => {
    state.references.push("");
    drawTexts();
    byId(`reference-${state.references.length - 1}`).focus();
    writeLink();
  });
  byId("add-metric").addEventListener("click", addMetric);
  byId("copy-link").addEventListener("click", (event) => copy(location.href, event.target));
  addEventListener("hashchange", readLink);
  new ResizeObserver(letScroll).observe(byId("explanation")); // also when fonts or a scroll bar come late
}

async function start() {
  const [listed, examples] = await Promise.all(["/api/metrics", "/examples.json"].map(async (path) => (await fetch(path)).json()));
  setMetrics(listed.metrics);
  drawLanguages(listed.languages);
  drawExamples(examples);
  setUpTabs();
  setUpFiles();
  listen();
  if (!readLink()) take(structuredClone(examples[1]));
}

start();
