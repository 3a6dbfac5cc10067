// The list of segments: search, sort, filter. Only the rows in sight are in the page.

const segments = (() => {
  const HEIGHT = 66, AROUND = 6, MOST_PRINTED = 50;
  const { systems, texts, hints } = content;
  const count = content.counts.segments;
  const single = systems.length === 1;
  const state = { selected: null, rows: [], only: null };
  const drawn = new Map(); // rows in the page, by their place in the list
  let haystacks = null;

  const option = (value, text) => element("option", { value, text });
  const chooser = (label, id, options) => {
    const select = element("select", { id }, ...options);
    return [select, element("label", {}, label, select)];
  };
  const search = element("input", { type: "search", id: "search", "aria-label": t("search.label"), placeholder: t("search.placeholder"), autocomplete: "off", spellcheck: "false" });
  const regex = element("input", { type: "checkbox", id: "regex" });
  const [sortSelect, sortLabel] = chooser(t("sort"), "sort", [
    ...(single ? [option("worst", t("sort.worst")), option("best", t("sort.best"))] : [option("differ", t("sort.differ")), option("better", t("sort.better")), option("worse", t("sort.worse")), option("worst", t("sort.worst"))]),
    option("number", t("sort.number")), option("long", t("sort.long")), option("short", t("sort.short"))]);
  const [showSelect, showLabel] = chooser(t("show"), "show", [
    option("all", t("show.all")),
    ...(single ? [] : [option("differ", t("show.differ")), option("better", t("show.better")), option("worse", t("show.worse"))]),
    ...hintKinds().map((kind) => option(`hint:${kind}`, t("show.hint", { hint: t("hint." + kind) })))]);
  const documents = texts.documents ? [...new Set(texts.documents)] : [];
  const [docSelect, docLabel] = chooser(t("show.document"), "document", [option("", t("show.all")), ...documents.map((name, place) => option(String(place), name))]);
  const counter = element("p", { class: "found", role: "status" });
  const chip = element("button", { type: "button", class: "chip", hidden: true });
  const spacer = element("div", { class: "spacer", role: "presentation" });
  const list = element("div", { class: "list", role: "listbox", tabindex: "0", "aria-label": t("nav.segments") }, spacer);

  function hintKinds() {
    const kinds = new Set(Object.values(hints).flatMap((each) => Object.values(each).flatMap((own) => own.map(([kind]) => kind))));
    return [...kinds].sort();
  }

  // --- Which segments, in which order ---

  const scoreOf = (system, i, metric = choice.metric) => content.scores[systems[system]][metric].segments[i];
  const higher = () => content.metrics[choice.metric].higher_is_better ? 1 : -1;
  const gain = (i) => scoreOf(choice.a, i) - scoreOf(choice.b, i);
  const goodness = (i) => higher() * gain(i);
  const hintsOf = (system, i) => hints[systems[system]][String(i + 1)] ?? [];
  const outputOf = (system, i) => texts.systems[systems[system]][i];

  function haystack(i) {
    haystacks ??= Array.from({ length: count }, (_, j) => [
      ...texts.references[j], texts.sources?.[j] ?? "", texts.documents?.[j] ?? "", ...systems.map((_, system) => outputOf(system, j)),
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

  const size = (i) => texts.references[i][0].length;
  const shows = {
    all: () => true,
    differ: (i) => outputOf(choice.a, i) !== outputOf(choice.b, i),
    better: (i) => goodness(i) > 0,
    worse: (i) => goodness(i) < 0,
  };
  const keys = {
    number: null, long: (i) => -size(i), short: size,
    differ: (i) => -Math.abs(gain(i)), better: (i) => -goodness(i), worse: goodness,
    worst: (i) => higher() * scoreOf(choice.a, i), best: (i) => -higher() * scoreOf(choice.a, i),
  };

  function filter() {
    const [kind, hint] = showSelect.value.split(":");
    return kind === "hint" ? (i) => hintsOf(choice.a, i).some(([each]) => each === hint) : shows[kind];
  }

  function update() {
    const matches = matcher();
    if (matches === null) {
      counter.textContent = t("search.invalid");
      return;
    }
    const passes = filter();
    const document = docSelect.value === "" ? null : documents[Number(docSelect.value)];
    const key = keys[sortSelect.value];
    state.rows = Array.from({ length: count }, (_, i) => i).filter((i) => (state.only === null || state.only.has(i))
      && (document === null || texts.documents[i] === document) && passes(i) && matches(i));
    if (key) {
      const values = new Map(state.rows.map((i) => [i, key(i)]));
      state.rows.sort((i, j) => values.get(i) - values.get(j) || i - j);
    }
    counter.textContent = t("search.count", { shown: counted(state.rows.length), all: counted(count) });
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

  const outputLine = (system, i) => element("span", { class: "text" },
    svg("svg", { class: `shape ${styleOf(system)}`, viewBox: "-7 -7 14 14", "aria-hidden": "true" }, svg("use", { href: shapeOf(system) })),
    element("bdi", { dir: "auto", lang, text: outputOf(system, i) || t("segment.empty") }));

  function row(i, place) {
    const value = single ? scoreOf(choice.a, i) : gain(i);
    const standing = single || value === 0 ? "alike" : goodness(i) > 0 ? "better" : "worse";
    const lines = (single ? [choice.a] : [choice.a, choice.b]).map((system) => outputLine(system, i));
    const made = element("div", { class: "row", role: "option", id: `row-${i + 1}`, "aria-posinset": place + 1, "aria-setsize": state.rows.length },
      element("span", { class: "no", text: i + 1 }), element("span", { class: "outputs" }, ...lines),
      element("span", { class: `delta ${standing}`, text: single ? fixed(value) : `${value === 0 ? "" : `${MARKS[standing]} `}${signed(value)}` }));
    made.style.top = `${place * HEIGHT}px`;
    made.addEventListener("click", () => select(i, true));
    return made;
  }

  // --- Choosing ---

  const narrow = window.matchMedia("(max-width: 68rem)");

  function select(i, byHand = false) {
    state.selected = i;
    const top = state.rows.indexOf(i) * HEIGHT;
    // Where the text stands below the list, the row is the last in sight, so that both are side by side.
    if (top >= 0 && byHand && narrow.matches) list.scrollTop = top + HEIGHT - list.clientHeight;
    else if (top >= 0 && top < list.scrollTop) list.scrollTop = top;
    else if (top + HEIGHT > list.scrollTop + list.clientHeight) list.scrollTop = top + HEIGHT - list.clientHeight;
    draw();
    segmentView.show(i);
    if (byHand) setAddress(i);
  }

  function setAddress(i) {
    try {
      history.replaceState(null, "", `#segment-${i + 1}`);
    } catch { /* where the page may not change its address, it does without */ }
  }

  function move(by) {
    if (!state.rows.length) return;
    const place = state.rows.indexOf(state.selected);
    select(state.rows[place < 0 ? 0 : Math.min(state.rows.length - 1, Math.max(0, place + by))], true);
  }

  function clear() {
    search.value = "";
    showSelect.value = "all";
    docSelect.value = "";
    state.only = null;
    chip.hidden = true;
  }

  function fromAddress() {
    const number = Number(/^#segment-(\d+)$/.exec(location.hash)?.[1]);
    if (!(number >= 1 && number <= count)) return false;
    if (!state.rows.includes(number - 1)) {
      clear();
      update();
    }
    select(number - 1);
    document.getElementById("segments").scrollIntoView();
    return true;
  }

  function open() {
    update();
    if (state.rows.length) select(state.rows[0]);
    document.getElementById("segments").scrollIntoView();
  }

  // Show some segments and no others, until the chip is clicked.
  function only(label, numbers) {
    clear();
    state.only = new Set(numbers);
    chip.hidden = false;
    chip.textContent = `${visible(label)} ✕`;
    open();
  }

  function withHint(system, kind) {
    clear();
    choose({ a: system });
    showSelect.value = `hint:${kind}`;
    open();
  }

  function print() {
    const filtered = search.value !== "" || showSelect.value !== "all" || docSelect.value !== "" || state.only !== null;
    const printed = filtered ? state.rows.slice(0, MOST_PRINTED) : state.selected === null ? [] : [state.selected];
    document.getElementById("printed").replaceChildren(...printed.map((i) => element("article", {}, ...segmentView.parts(i))));
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

  const controls = [search, element("label", {}, regex, t("search.regex")), sortLabel, showLabel, ...(documents.length ? [docLabel] : []), segmentView.control];
  document.getElementById("browser").append(element("div", { class: "controls" }, ...controls), element("div", { class: "counts" }, counter, chip), list, segmentView.detail);
  search.addEventListener("input", update);
  regex.addEventListener("change", update);
  for (const select of [sortSelect, showSelect, docSelect]) select.addEventListener("change", update);
  chip.addEventListener("click", () => { clear(); update(); });
  list.addEventListener("scroll", draw, { passive: true });
  document.addEventListener("keydown", onKey);
  window.addEventListener("hashchange", fromAddress);
  followers.push(() => {
    update();
    if (state.selected !== null) select(state.selected);
  });
  for (const button of document.querySelectorAll("[data-hint]")) {
    button.addEventListener("click", () => withHint(Number(button.dataset.system), button.dataset.hint));
  }
  update();
  if (!fromAddress() && state.rows.length) select(state.rows[0]);
  return { only, print };
})();
