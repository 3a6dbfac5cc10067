// The list of segments: search, sort, filter, and one segment in full. Only the rows in sight are in the page.

const segments = (() => {
  const HEIGHT = 52, AROUND = 6;
  const { systems, metrics, texts, hints } = content;
  const count = content.counts.segments;
  const scores = systems.map((name) => content.scores[name].map((own) => own.segments));
  const base = systems.indexOf(content.baseline);
  const HINTS = hintNames();
  const state = { a: systems.findIndex((_, i) => i !== base), b: base, metric: 0, against: "reference", selected: null, rows: [] };
  if (state.a < 0) state.a = base;
  const single = state.a === state.b;
  const drawn = new Map(); // rows in the page, by their place in the list
  let haystacks = null;

  function hintNames() {
    const template = document.getElementById("hint-names");
    return JSON.parse(template.textContent);
  }

  const option = (value, text) => element("option", { value, text });
  const chooser = (label, id, options) => {
    const select = element("select", { id }, ...options);
    return [select, element("label", {}, label, select)];
  };
  const named = systems.map((name, place) => [String(place), name]);

  const search = element("input", { type: "search", id: "search", "aria-label": "Search in all texts", placeholder: "Search  ( / )", autocomplete: "off", spellcheck: "false" });
  const regex = element("input", { type: "checkbox", id: "regex" });
  const [aSelect, aLabel] = chooser("First", "system-a", named.map((each) => option(...each)));
  const [bSelect, bLabel] = chooser("Second", "system-b", named.map((each) => option(...each)));
  const [metricSelect, metricLabel] = chooser("Metric", "by", metrics.map((each, place) => option(String(place), each.title)));
  const [sortSelect, sortLabel] = chooser("Sort", "sort", [
    option("number", "in order"),
    ...(single ? [] : [option("gain", "first − second, largest on top"), option("loss", "first − second, smallest on top")]),
    option("low", single ? "lowest on top" : "first, lowest on top"), option("high", single ? "highest on top" : "first, highest on top"),
    option("long", "longest reference"), option("short", "shortest reference")]);
  const [showSelect, showLabel] = chooser("Show", "show", [
    option("all", "all"),
    ...(single ? [] : [option("differ", "first and second differ"), option("better", "first better"), option("worse", "second better")]),
    ...Object.entries(HINTS).map(([kind, name]) => option(`hint:${kind}`, `hint: ${name}`))]);
  const documents = texts.documents ? [...new Set(texts.documents)] : [];
  const [docSelect, docLabel] = chooser("Document", "document", [option("", "all"), ...documents.map((name, place) => option(String(place), name))]);
  const [againstSelect, againstLabel] = chooser("Compare outputs with", "against", [
    option("reference", "the first reference"), ...named.map(([place, name]) => option(place, name)), option("nothing", "nothing")]);

  const found = element("p", { class: "found", role: "status" });
  const spacer = element("div", { class: "spacer", role: "presentation" });
  const list = element("div", { class: "list", role: "listbox", tabindex: "0", "aria-label": "Segments" }, spacer);
  const detail = element("div", { class: "detail", role: "region", tabindex: "0", "aria-label": "The chosen segment" });

  // --- Which segments, in which order ---

  const higher = () => metrics[state.metric].higher_is_better;
  const gain = (i) => scores[state.a][state.metric][i] - scores[state.b][state.metric][i];
  const goodness = (i) => higher() ? gain(i) : -gain(i);
  const hintsOf = (system, i) => hints[systems[system]][String(i + 1)] ?? [];

  function haystack(i) {
    haystacks ??= Array.from({ length: count }, (_, j) => [
      ...texts.references[j], texts.sources?.[j] ?? "", texts.documents?.[j] ?? "", ...systems.map((name) => texts.systems[name][j]),
    ].join("\n"));
    return haystacks[i];
  }

  function matcher() {
    const query = search.value;
    search.removeAttribute("aria-invalid");
    if (query === "") return () => true;
    if (!regex.checked) {
      const lowered = query.toLowerCase();
      return (i) => haystack(i).toLowerCase().includes(lowered);
    }
    try {
      const pattern = new RegExp(query, "imu");
      return (i) => pattern.test(haystack(i));
    } catch {
      search.setAttribute("aria-invalid", "true");
      return null;
    }
  }

  const shows = {
    all: () => true,
    differ: (i) => texts.systems[systems[state.a]][i] !== texts.systems[systems[state.b]][i],
    better: (i) => goodness(i) > 0,
    worse: (i) => goodness(i) < 0,
  };
  const size = (i) => texts.references[i][0].length;
  const keys = {
    number: null, gain: (i) => -gain(i), loss: gain, long: (i) => -size(i), short: size,
    low: (i) => scores[state.a][state.metric][i], high: (i) => -scores[state.a][state.metric][i],
  };

  function shown() {
    const [kind, hint] = showSelect.value.split(":");
    if (kind !== "hint") return shows[kind];
    return (i) => [state.a, state.b].some((system) => hintsOf(system, i).some(([each]) => each === hint));
  }

  function update() {
    const matches = matcher();
    if (matches === null) {
      found.textContent = "This is no regular expression.";
      return;
    }
    const passes = shown();
    const document = docSelect.value === "" ? null : documents[Number(docSelect.value)];
    const key = keys[sortSelect.value];
    state.rows = Array.from({ length: count }, (_, i) => i)
      .filter((i) => (document === null || texts.documents[i] === document) && passes(i) && matches(i));
    if (key) {
      const values = new Map(state.rows.map((i) => [i, key(i)]));
      state.rows.sort((i, j) => values.get(i) - values.get(j) || i - j);
    }
    found.textContent = `${state.rows.length.toLocaleString("en")} of ${count.toLocaleString("en")} segments`;
    for (const each of drawn.values()) each.remove();
    drawn.clear();
    spacer.style.height = `${state.rows.length * HEIGHT}px`;
    list.scrollTop = 0;
    draw();
  }

  // --- The rows in sight ---

  function draw() {
    const first = Math.max(0, Math.floor(list.scrollTop / HEIGHT) - AROUND);
    const last = Math.min(state.rows.length, Math.ceil((list.scrollTop + list.clientHeight) / HEIGHT) + AROUND);
    // Rows that stay in sight stay as they are.
    for (const [place, each] of drawn) {
      if (place < first || place >= last) {
        each.remove();
        drawn.delete(place);
      }
    }
    const fresh = document.createDocumentFragment();
    for (let place = first; place < last; place++) {
      const i = state.rows[place];
      if (!drawn.has(place)) {
        drawn.set(place, row(i, place));
        fresh.append(drawn.get(place));
      }
      drawn.get(place).setAttribute("aria-selected", String(i === state.selected));
    }
    spacer.append(fresh);
    const current = document.getElementById(`row-${state.selected + 1}`);
    if (current) list.setAttribute("aria-activedescendant", current.id);
    else list.removeAttribute("aria-activedescendant");
  }

  function row(i, place) {
    const value = single ? scores[state.a][state.metric][i] : gain(i);
    const standing = single || value === 0 ? "alike" : goodness(i) > 0 ? "better" : "worse";
    const mark = single ? "" : { better: "▲ ", worse: "▼ ", alike: "" }[standing];
    const sign = !single && value > 0 ? "+" : "";
    const made = element("div", { class: "row", role: "option", id: `row-${i + 1}`, "aria-posinset": place + 1, "aria-setsize": state.rows.length },
      element("span", { class: "no", text: i + 1 }),
      element("span", { class: "text", dir: "auto", lang, text: texts.references[i][0] }),
      element("span", { class: `delta ${standing}`, text: `${mark}${sign}${value.toFixed(2)}` }));
    made.style.top = `${place * HEIGHT}px`;
    made.addEventListener("click", () => select(i));
    return made;
  }

  // --- One segment in full ---

  function words(text) {
    const spans = pieces(text).map((piece) => isBlank(piece) ? document.createTextNode(visible(piece)) : element("span", { class: "word", text: piece }));
    return element("p", { class: "text", dir: "auto", lang }, ...spans);
  }

  function output(system, i) {
    const ours = texts.systems[systems[system]][i];
    const target = state.against === "reference" ? texts.references[i][0]
      : state.against === "nothing" || Number(state.against) === system ? null : texts.systems[systems[Number(state.against)]][i];
    const steps = target === null ? null : difference(pieces(ours), pieces(target));
    const made = element("p", { class: "text", dir: "auto", lang });
    if (ours === "" && !steps?.length) made.append(element("span", { class: "soft", text: "(empty)" }));
    for (const [kind, piece] of steps ?? pieces(ours).map((each) => ["same", each])) {
      if (kind === "same") made.append(isBlank(piece) ? visible(piece) : element("span", { class: "word", text: piece }));
      else if (kind === "ins") made.append(element("ins", { class: isBlank(piece) ? "" : "word", text: piece }));
      else made.append(element("del", { text: piece }));
    }
    return made;
  }

  function who(system, i) {
    const shape = document.querySelector(`.legend li:nth-child(${system + 1}) .system`).cloneNode(true);
    const numbers = metrics.map((each, place) => element("span", { text: `${each.title} ${scores[system][place][i].toFixed(2)}` }));
    const badges = hintsOf(system, i).map(([kind, what]) => element("span", { class: "hint", text: what ? `${HINTS[kind]}: ${what}` : HINTS[kind] }));
    return element("div", { class: "who" }, shape, ...numbers, ...badges);
  }

  const MARKS = { hit: "", substitution: "S", deletion: "D", insertion: "I" };

  function alignment(system, i) {
    const links = content.alignments?.systems?.[systems[system]]?.[i];
    if (!links?.length) return [];
    const columns = links.map(([ref, hyp, kind]) => element("span", { class: `link ${kind}`, title: kind },
      element("bdi", { text: ref || "·" }), element("bdi", { text: hyp || "·" }), element("span", { class: "kind", text: MARKS[kind] ?? kind })));
    return [element("details", {}, element("summary", { text: `Alignment by ${content.alignments.metric}` }),
      element("div", { class: "links", dir: "auto" }, ...columns))];
  }

  function showDetail() {
    const i = state.selected;
    if (i === null) {
      detail.replaceChildren(element("p", { class: "soft", text: "Choose a segment." }), keysHelp());
      return;
    }
    const where = texts.documents ? [" · ", element("bdi", { class: "soft", text: texts.documents[i] })] : [];
    const title = element("h3", {}, element("a", { href: `#segment-${i + 1}`, text: `Segment ${i + 1}` }), ...where);
    const parts = [title];
    if (texts.sources) parts.push(element("div", { class: "who", text: "Source" }), element("p", { class: "text", dir: "auto", text: texts.sources[i] }));
    texts.references[i].forEach((reference, place) => {
      const label = texts.references[i].length > 1 ? `Reference ${place + 1}` : "Reference";
      const text = words(reference);
      text.classList.add("reference");
      parts.push(element("div", { class: "who", text: label }), text);
    });
    for (let system = 0; system < systems.length; system++) {
      const text = output(system, i);
      text.classList.add("output");
      parts.push(who(system, i), text, ...alignment(system, i));
    }
    detail.replaceChildren(...parts, element("p", { class: "matched" }), keysHelp());
    detail.scrollTop = 0;
  }

  function keysHelp() {
    const unaligned = content.alignments && !content.alignments.systems
      ? ` Alignments by ${content.alignments.metric} are shown for up to ${content.alignments.limit.toLocaleString("en")} outputs.` : "";
    return element("p", { class: "aside" }, element("kbd", { text: "j" }), " next, ", element("kbd", { text: "k" }), " previous, ", element("kbd", { text: "/" }), " search. Point at a word to see the longest run of words it shares with a reference.", unaligned);
  }

  function point(event) {
    for (const word of detail.querySelectorAll(".run")) word.classList.remove("run");
    const matched = detail.querySelector(".matched");
    const word = event.target.closest?.(".output .word");
    if (!matched) return;
    matched.textContent = "";
    if (!word) return;
    const ours = [...word.closest(".output").querySelectorAll(".word")];
    const at = ours.indexOf(word);
    let best = [0, 0, 0], there = [];
    for (const reference of detail.querySelectorAll(".reference")) {
      const theirs = [...reference.querySelectorAll(".word")];
      const run = commonRun(ours.map((each) => each.textContent), at, theirs.map((each) => each.textContent));
      if (run[0] > best[0]) [best, there] = [run, theirs];
    }
    const [length, here, begin] = best;
    if (!length) {
      matched.textContent = `No reference has “${word.textContent}”.`;
      return;
    }
    for (let k = 0; k < length; k++) {
      ours[here + k].classList.add("run");
      there[begin + k].classList.add("run");
    }
    matched.textContent = length === 1 ? "One word in common." : `${length} words in a row in common.`;
  }

  // --- Choosing ---

  function select(i, scroll = true) {
    state.selected = i;
    const place = state.rows.indexOf(i);
    if (place >= 0 && scroll) {
      const top = place * HEIGHT;
      if (top < list.scrollTop) list.scrollTop = top;
      else if (top + HEIGHT > list.scrollTop + list.clientHeight) list.scrollTop = top + HEIGHT - list.clientHeight;
    }
    draw();
    showDetail();
    try {
      history.replaceState(null, "", `#segment-${i + 1}`);
    } catch { /* where the page may not change its address, it does without */ }
  }

  function move(by) {
    if (!state.rows.length) return;
    const place = state.rows.indexOf(state.selected);
    const next = place < 0 ? 0 : Math.min(state.rows.length - 1, Math.max(0, place + by));
    select(state.rows[next]);
  }

  function fromAddress() {
    const number = Number(/^#segment-(\d+)$/.exec(location.hash)?.[1]);
    if (!(number >= 1 && number <= count)) return;
    if (!state.rows.includes(number - 1)) {
      search.value = "";
      showSelect.value = "all";
      docSelect.value = "";
      update();
    }
    select(number - 1);
    document.getElementById("segments").scrollIntoView();
  }

  function choose(a, b) {
    [state.a, state.b] = [a, b];
    [aSelect.value, bSelect.value] = [String(a), String(b)];
    update();
  }

  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches("input, select, textarea")) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    const inList = event.target === list;
    if (event.key === "j" || (inList && event.key === "ArrowDown")) move(1);
    else if (event.key === "k" || (inList && event.key === "ArrowUp")) move(-1);
    else if (event.key === "/") search.focus();
    else return;
    event.preventDefault();
  }

  aSelect.value = String(state.a);
  bSelect.value = String(state.b);
  againstSelect.value = state.against;
  const controls = [search, element("label", {}, regex, "regular expression"), ...(single ? [] : [aLabel, bLabel]), metricLabel, sortLabel, showLabel,
    ...(documents.length ? [docLabel] : []), againstLabel];
  document.getElementById("browser").append(element("div", { class: "controls" }, ...controls), found, list, detail);
  search.addEventListener("input", update);
  regex.addEventListener("change", update);
  for (const select of [sortSelect, showSelect, docSelect]) select.addEventListener("change", update);
  for (const select of [aSelect, bSelect]) select.addEventListener("change", () => choose(Number(aSelect.value), Number(bSelect.value)));
  metricSelect.addEventListener("change", () => { state.metric = Number(metricSelect.value); update(); });
  againstSelect.addEventListener("change", () => { state.against = againstSelect.value; showDetail(); });
  list.addEventListener("scroll", draw, { passive: true });
  detail.addEventListener("mouseover", point);
  document.addEventListener("keydown", onKey);
  window.addEventListener("hashchange", fromAddress);
  update();
  showDetail();
  fromAddress();
  return { choose };
})();
