// The cards of the scores: which metric, its settings as a form, and what there is to know about it.

import { byId, copy, copyOf } from "./server.js";

export let metrics = new Map(); // by name, from the server

export function setMetrics(listed) {
  metrics = new Map(listed.map((metric) => [metric.name, metric]));
}

let fields = 0; // that were drawn so far: each has an id of its own

export const nameOf = (spec) => spec.split(":", 1)[0].trim();

/** Take a metric apart, as the command line writes it: bleu:order=2,lowercase=yes. */
export function settingsOf(spec) {
  const listed = spec.includes(":") ? spec.slice(spec.indexOf(":") + 1) : "";
  return new Map(listed.split(",").filter((pair) => pair.includes("=")).map((pair) => pair.trim().split(/=(.*)/s, 2)));
}

function specOf(name, settings) {
  const listed = [...settings].map(([key, value]) => `${key}=${value}`).join(",");
  return listed ? `${name}:${listed}` : name;
}

/** Make a card; `on` says what to do when it is picked, changed or removed. */
export function drawnCard(spec, place, on) {
  const card = copyOf("card-template");
  const part = (name) => card.querySelector(`.${name}`);
  const change = (text) => {
    part("spec").value = text;
    nameCard(card, text, place);
    on.change(text);
  };
  part("spec").value = spec;
  part("spec").addEventListener("input", (event) => {
    nameCard(card, event.target.value, place);
    on.change(event.target.value.trim());
    if (part("form").open) drawForm(card, event.target.value.trim(), change);
  });
  part("pick").addEventListener("click", on.pick);
  part("copy").addEventListener("click", (event) => copy(card.dataset.signature ?? "", event.target));
  part("remove").addEventListener("click", on.remove);
  part("form").addEventListener("toggle", () => {
    if (part("form").open) drawForm(card, part("spec").value.trim(), change);
  });
  nameCard(card, spec, place);
  return card;
}

function nameCard(card, spec, place) {
  const name = nameOf(spec);
  const metric = metrics.get(name);
  const title = metric?.title ?? name;
  const part = (each) => card.querySelector(`.${each}`);
  part("title").textContent = title;
  part("pick").title = metric?.summary ?? "";
  part("note").textContent = metric && !metric.higher_is_better ? "lower is better" : "";
  part("alone").textContent = metric?.alone ?? "";
  part("alone").hidden = !metric?.alone;
  part("form").hidden = !metric;
  part("spec").setAttribute("aria-label", `Metric and settings of score ${place + 1}`);
  part("copy").setAttribute("aria-label", `Copy the signature of ${title}`);
  part("remove").setAttribute("aria-label", `Remove ${title}`);
  card.querySelector("summary").setAttribute("aria-label", `Settings of ${title}`);
}

/** Show what a metric measures and a field for each of its settings; an empty field is the default. */
function drawForm(card, spec, change) {
  const metric = metrics.get(nameOf(spec));
  if (!metric) return;
  card.querySelector(".measures").textContent = `${metric.summary} ${metric.measures}`;
  const link = card.querySelector(".paper");
  link.hidden = !metric.link;
  link.href = metric.link;
  link.textContent = metric.paper;
  const chosen = settingsOf(spec);
  card.querySelector(".fields").replaceChildren(
    ...metric.settings.map((setting) => drawnField(card, metric, setting, chosen.get(setting.name) ?? "", change)),
  );
  const reset = card.querySelector(".reset");
  reset.hidden = !chosen.size;
  reset.onclick = () => {
    change(metric.name);
    drawForm(card, metric.name, change);
  };
}

function drawnField(card, metric, setting, value, change) {
  const field = copyOf(setting.choices.length ? "choice-template" : "setting-template");
  const input = field.querySelector("input, select");
  const id = `setting-${(fields += 1)}`;
  field.querySelector("label").textContent = setting.name;
  field.querySelector("label").htmlFor = id;
  field.querySelector("small").textContent = setting.about;
  field.querySelector("small").id = `${id}-about`;
  input.id = id;
  input.setAttribute("aria-describedby", `${id}-about`);
  const usual = setting.default ? `default: ${setting.default}` : "not set";
  if (setting.choices.length) input.append(new Option(usual, ""), ...setting.choices.map((choice) => new Option(choice)));
  else input.placeholder = usual;
  input.value = value;
  input.addEventListener("input", () => {
    const settings = settingsOf(card.querySelector(".spec").value);
    const text = input.value.trim();
    if (text) settings.set(setting.name, text);
    else settings.delete(setting.name);
    change(specOf(metric.name, settings));
    card.querySelector(".reset").hidden = !settings.size;
  });
  return field;
}

/** Offer the metrics that are not shown yet, or all of them if all are. */
export function offerMetrics(shown) {
  const names = new Set(shown.map(nameOf));
  const others = [...metrics.values()].filter(({ name }) => !names.has(name));
  const listed = others.length ? others : [...metrics.values()];
  byId("metric").replaceChildren(...listed.map(({ name, title, summary }) => {
    const option = new Option(title, name);
    option.title = summary;
    return option;
  }));
}
