// One segment in full: source, references, and outputs with their differences and alignments.

const segmentView = (() => {
  const { systems, metrics, texts, hints } = content;
  const most = Math.max(...texts.references.map((each) => each.length));
  const detail = element("div", { class: "detail", role: "region", tabindex: "0", "aria-label": t("segment.chosen") });
  const against = element("select", { id: "against" },
    element("option", { value: "closest", text: t(most > 1 ? "against.closest" : "against.reference") }),
    ...(most > 1 ? Array.from({ length: most }, (_, place) => element("option", { value: `reference ${place}`, text: t("against.numbered", { number: place + 1 }) })) : []),
    ...systems.map((name, place) => element("option", { value: `system ${place}`, text: name })),
    element("option", { value: "nothing", text: t("against.nothing") }));
  const control = element("label", {}, t("against"), against);
  let current = null;

  // What an output is compared with: [text, number of the reference or null]; null for nothing.
  function target(system, i) {
    const [kind, number] = against.value.split(" ");
    const references = texts.references[i], ours = texts.systems[systems[system]][i];
    if (kind === "nothing" || (kind === "system" && Number(number) === system)) return null;
    if (kind === "system") return [texts.systems[systems[Number(number)]][i], null];
    if (kind === "reference") return Number(number) < references.length ? [references[Number(number)], Number(number)] : null;
    const likenesses = references.map((each) => likeness(ours, each));
    const closest = likenesses.indexOf(Math.max(...likenesses));
    return [references[closest], closest];
  }

  function words(text) {
    const spans = pieces(text).map((piece) => isBlank(piece) ? document.createTextNode(visible(piece)) : element("span", { class: "word", text: piece }));
    return element("p", { class: "text reference", dir: "auto", lang }, ...spans);
  }

  function output(system, i, compared) {
    const ours = texts.systems[systems[system]][i];
    const steps = compared === null ? null : difference(pieces(compared[0]), pieces(ours));
    const made = element("p", { class: "text output", dir: "auto", lang });
    if (ours === "" && !steps?.length) made.append(element("span", { class: "soft", text: t("segment.empty") }));
    for (const [kind, piece] of steps ?? pieces(ours).map((each) => ["same", each])) {
      if (kind === "same") made.append(isBlank(piece) ? visible(piece) : element("span", { class: "word", text: piece }));
      else if (kind === "ins") made.append(element("ins", { class: isBlank(piece) ? "" : "word", text: piece }));
      else made.append(element("del", { text: piece }));
    }
    return made;
  }

  function who(system, i, compared) {
    const numbers = metrics.map((each, place) => element("span", { text: `${each.title} ${fixed(content.scores[systems[system]][place].segments[i])}` }));
    const badges = (hints[systems[system]][String(i + 1)] ?? []).map(([kind, what]) => element("span", { class: "hint", text: what ? `${t("hint." + kind)}: ${what}` : t("hint." + kind) }));
    const reference = most > 1 && compared?.[1] !== null && compared !== null ? [element("span", { class: "soft", text: t("segment.against", { number: compared[1] + 1 }) })] : [];
    return element("div", { class: "who" }, systemName(system), ...numbers, ...badges, ...reference);
  }

  // --- Alignments: packed, so that those of a large test set fit; unpacked when one is first looked at ---

  const LETTERS = { substitution: "S", deletion: "D", insertion: "I" };
  let unpacked = null;

  async function unpack() {
    const bytes = Uint8Array.from(atob(content.alignments.packed), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return JSON.parse(await new Response(stream).text());
  }

  function links(list) {
    return list.map((each) => {
      const [ref, hyp, kind] = typeof each === "string" ? [each, each, "match"] : each;
      return element("span", { class: `link ${kind}`, title: messages["link." + kind] ?? kind },
        element("bdi", { text: ref || "·" }), element("bdi", { text: hyp || "·" }), element("span", { class: "kind", text: kind === "match" ? "" : LETTERS[kind] ?? kind }));
    });
  }

  function alignment(system, i) {
    if (!content.alignments?.packed || typeof DecompressionStream !== "function") return [];
    const place = element("div", { class: "links", dir: "auto" });
    const made = element("details", {}, element("summary", { text: t("segment.alignment", { metric: content.alignments.metric }) }), place);
    made.addEventListener("toggle", async () => {
      if (!made.open || place.childElementCount) return;
      unpacked ??= unpack();
      place.replaceChildren(...links((await unpacked)[i][system]));
    });
    return [made];
  }

  // --- The whole segment ---

  function outputs(list, i) {
    return list.flatMap((system) => {
      const compared = target(system, i);
      return [who(system, i, compared), output(system, i, compared), ...alignment(system, i)];
    });
  }

  function parts(i) {
    const where = texts.documents ? [" · ", element("bdi", { class: "soft", text: texts.documents[i] })] : [];
    const made = [element("h3", {}, element("a", { href: `#segment-${i + 1}`, text: t("segment.title", { number: i + 1 }) }), ...where)];
    if (texts.sources) made.push(element("div", { class: "who", text: t("segment.source") }), element("p", { class: "text", dir: "auto", text: texts.sources[i] }));
    texts.references[i].forEach((reference, place) => {
      const label = texts.references[i].length > 1 ? t("against.numbered", { number: place + 1 }) : t("against.reference");
      made.push(element("div", { class: "who", text: label }), words(reference));
    });
    const chosen = choice.a === choice.b ? [choice.a] : [choice.a, choice.b];
    const others = systems.map((_, place) => place).filter((place) => !chosen.includes(place));
    made.push(...outputs(chosen, i));
    if (others.length) made.push(element("details", { class: "others", open: others.length <= 3 }, element("summary", { text: t("segment.others", { count: others.length }) }), ...outputs(others, i)));
    return made;
  }

  function help() {
    const unaligned = content.alignments && !content.alignments.packed ? [" ", t("segment.unaligned", { metric: content.alignments.metric })] : [];
    return element("p", { class: "aside help" }, element("span", { class: "with-keys" }, element("kbd", { text: "j" }), " ", element("kbd", { text: "k" }), " ", element("kbd", { text: "/" }), ` ${t("segment.keys")} `), t("segment.point"), ...unaligned);
  }

  function show(i) {
    current = i;
    detail.replaceChildren(...parts(i), element("p", { class: "matched" }), help());
    detail.scrollTop = 0;
  }

  // --- The run of words that a word shares with a reference ---

  function point(event) {
    for (const word of detail.querySelectorAll(".run")) word.classList.remove("run");
    const matched = detail.querySelector(".matched");
    const word = event.target.closest?.(".output .word");
    if (!matched) return;
    matched.textContent = "";
    if (!word) return;
    const ours = [...word.closest(".output").querySelectorAll(".word")];
    let best = [0, 0, 0], there = [];
    for (const reference of detail.querySelectorAll(".reference")) {
      const theirs = [...reference.querySelectorAll(".word")];
      const run = commonRun(ours.map((each) => each.textContent), ours.indexOf(word), theirs.map((each) => each.textContent));
      if (run[0] > best[0]) [best, there] = [run, theirs];
    }
    const [length, here, begin] = best;
    for (let k = 0; k < length; k++) {
      ours[here + k].classList.add("run");
      there[begin + k].classList.add("run");
    }
    matched.textContent = length ? t("segment.run", { count: length }) : t("segment.no_run", { word: word.textContent });
  }

  against.addEventListener("change", () => { if (current !== null) show(current); });
  detail.addEventListener("mouseover", point);
  detail.addEventListener("click", point);
  return { detail, control, show, parts };
})();
