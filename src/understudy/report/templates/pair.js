// The chosen pair: where its two systems differ, by document, by length, by segment and by phrase.

const pairView = (() => {
  const place = document.getElementById("pair");
  const phrasePlace = document.getElementById("pair-phrases");
  if (!place) return null;

  // --- Tables that are made here, with the same exports as the others ---

  const shownCell = (cell) => typeof cell === "number" ? (Number.isInteger(cell) ? counted(cell) : fixed(cell)) : cell.p !== undefined ? pValue(cell.p) : cell;
  const rawCell = (cell) => String(cell.p ?? cell);
  const one = (text) => visible(text).replaceAll("\n", " ");
  const latexed = (text) => text.replace(/[\\&%$#_{}~^<>−]/g, (c) => ({ "\\": "\\textbackslash{}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}", "<": "\\textless{}", ">": "\\textgreater{}", "−": "$-$" })[c] ?? `\\${c}`);
  const writers = {
    md: (columns, rows) => [columns, columns.map(() => "---"), ...rows.map((row) => row.map(shownCell))]
      .map((row) => `| ${row.map((cell) => one(cell).replace(/[\\`*<>~|]/g, "\\$&")).join(" | ")} |`).join("\n"),
    tex: (columns, rows) => [`\\begin{tabular}{l${"r".repeat(columns.length - 1)}}`, "\\toprule",
      [columns, ...rows.map((row) => row.map(shownCell))].map((row) => row.map((cell) => latexed(one(cell))).join(" & ") + " \\\\").join("\n").replace("\n", "\n\\midrule\n"),
      "\\bottomrule", "\\end{tabular}"].join("\n"),
    csv: (columns, rows) => [columns, ...rows.map((row) => row.map(rawCell))]
      .map((row) => row.map((cell) => /[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell).join(",") + "\r\n").join(""),
  };

  function table(caption, columns, rows, name, open = false, opener = null) {
    const head = element("tr", {}, ...columns.map((column, at) => element("th", { scope: "col", class: at ? "number" : null }, element("bdi", { dir: "auto", text: column }))));
    const body = rows.map((row, number) => element("tr", {}, ...row.map((cell, at) => {
      if (at) return element("td", { class: "number", "data-value": cell === "" ? null : rawCell(cell), text: shownCell(cell) });
      const text = element("bdi", { dir: "auto", lang, text: cell });
      return element("th", { scope: "row" }, opener ? opener(number, text) : text);
    })));
    const made = element("table", { class: "plain sortable" }, element("caption", {}, element("bdi", { dir: "auto", text: caption })), element("thead", {}, head), element("tbody", {}, ...body));
    makeSortable(made);
    const buttons = [["md", "Markdown"], ["tex", "LaTeX"], ["csv", "CSV"]].map(([form, title]) => element("span", {},
      element("button", { type: "button", class: "quiet", "data-form": form, "aria-label": t("export.copy", { form: title, table: caption }), text: title }),
      element("button", { type: "button", class: "quiet save", "data-save": form, "aria-label": t("export.save", { form: title, table: caption }), text: "↓" })));
    const box = element("p", { class: "export" }, ...buttons);
    wireExport(box, name, (form) => writers[form](columns, rows));
    return element("details", { class: "data", open }, element("summary", { text: t("table") }),
      element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption }, made), box);
  }

  // --- The pair, in the order that is chosen ---

  function chosen() {
    const [a, b] = [content.systems[choice.a], content.systems[choice.b]];
    const stored = content.pairs.find((each) => (each.a === a && each.b === b) || (each.a === b && each.b === a));
    if (stored.a === a) return stored;
    const turned = ({ group, delta, interval }) => ({ group, delta: -delta, interval: interval && [-interval[1], -interval[0]] });
    const turnAll = (lists) => lists.map((list) => list.map(turned));
    const phrases = stored.phrases.map((each) => ({ ...each, more: each.less, less: each.more, counts: [each.counts[1], each.counts[0], each.counts[2]] }));
    return {
      ...stored, a, b, documents: turnAll(stored.documents).map((list) => list.reverse()), lengths: turnAll(stored.lengths),
      phrases: [...phrases.filter((each) => each.more > each.less), ...phrases.filter((each) => each.more < each.less)],
    };
  }

  const scrolling = (plot) => element("div", { class: "scroll" }, plot);
  const figure = (plot, ...caption) => element("figure", {}, scrolling(plot), element("figcaption", {}, ...caption));

  function groups(pair, kind) {
    const all = content[kind], list = pair[kind][choice.metric];
    if (!all.length || !list.length) return [];
    const title = t(`where.${kind}`, { metric: content.metrics[choice.metric].title, a: pair.a, b: pair.b });
    const rows = list.map((each) => {
      const group = all[each.group];
      const [low, high] = each.interval ?? [null, null];
      return { label: `${group.name} (${counted(group.segments)})`, marks: [{ series: null, name: "Δ", value: each.delta, low, high }] };
    });
    const cells = list.map((each) => {
      const group = all[each.group], scores = group.scores[choice.metric];
      return [group.name, group.segments, scores[choice.a], scores[choice.b], each.delta, ...(each.interval ?? ["", ""])];
    });
    const some = list.length < all.length ? ` ${t("where.most", { shown: list.length, all: all.length })}` : "";
    return [
      figure(dots({ title, rows, isDelta: true }), `${visible(title)}. ${t("where.whiskers")}${some}`),
      table(title, [t(`where.${kind}_column`), t("segments"), pair.a, pair.b, t("delta"), t("low"), t("high")], cells, `${kind}-${choice.a}-${choice.b}`),
    ];
  }

  function spread(pair) {
    const metric = content.metrics[choice.metric];
    const [first, second] = [pair.a, pair.b].map((name) => content.scores[name][choice.metric].segments);
    const values = first.map((value, i) => value - second[i]);
    const reach = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
    const kinds = [`${styleOf(choice.a)}`, `hollow ${styleOf(choice.b)}`, "alike"];
    const kind = (begin, end) => begin < 0 && end > 0 ? "alike" : begin >= 0 ? kinds[0] : kinds[1];
    const equal = values.filter((value) => value === 0).length;
    const above = values.filter((value) => value > 0).length;
    const words = t("scatter.words", { count: counted(values.length), above: counted(above), below: counted(values.length - above - equal), a: pair.a, b: pair.b });
    const side = (place, key) => element("span", { class: "side" }, systemName(place), ` ${t(key)}`);
    return element("div", { class: "two" },
      figure(histogram({ title: t("histogram.title", { metric: metric.title, a: pair.a, b: pair.b }), values, low: -reach, high: reach, bars: 21, kind, signedTicks: true }),
        t("histogram.caption", { metric: metric.title, a: visible(pair.a), b: visible(pair.b), equal: counted(equal), count: counted(values.length) }), " ",
        side(choice.a, "side.right"), " ", side(choice.b, "side.left"), metric.higher_is_better ? "" : ` ${t("meaning.lower")}`),
      figure(scatter({ title: t("scatter.title", { metric: metric.title }), words, first, second, kinds, names: [pair.a, pair.b] }),
        t("scatter.caption"), " ", side(choice.a, "side.above"), " ", side(choice.b, "side.below")));
  }

  function heading(pair, withMetric) {
    const by = withMetric ? [" ", element("span", { class: "soft", text: t("where.by", { metric: content.metrics[choice.metric].title }) })] : [];
    return element("h3", {}, systemName(choice.a), " − ", systemName(choice.b), ...by);
  }

  function phrases(pair) {
    if (!pair.phrases.length) return [element("p", { text: pair.phrases_tested ? t("phrases.none", { tested: counted(pair.phrases_tested) }) : t("phrases.untested") })];
    const rows = pair.phrases.map((each) => [each.phrase, each.more, each.less, ...each.counts, { p: each.p }, { p: each.q }]);
    const columns = [t("phrases.phrase"), t("phrases.more", { system: pair.a }), t("phrases.more", { system: pair.b }), t("phrases.times", { system: pair.a }), t("phrases.times", { system: pair.b }), t("phrases.reference"), "p", "q"];
    const opener = (number, text) => {
      const button = element("button", { type: "button", class: "count" }, text);
      button.addEventListener("click", () => segments.only(t("phrases.only", { phrase: pair.phrases[number].phrase }), pair.phrases[number].segments.map((each) => each - 1)));
      return button;
    };
    return [
      table(t("phrases.caption", { a: pair.a, b: pair.b }), columns, rows, `phrases-${choice.a}-${choice.b}`, true, opener),
      element("p", { class: "aside", text: t("phrases.tested", { tested: counted(pair.phrases_tested) }) }),
    ];
  }

  function show() {
    const pair = chosen();
    place.replaceChildren(heading(pair, true), ...groups(pair, "documents"), ...groups(pair, "lengths"), spread(pair));
    phrasePlace.replaceChildren(heading(pair, false), ...phrases(pair));
  }

  show();
  followers.push(show);
  return { show };
})();

let lastWidth = plotWidth();
window.addEventListener("resize", () => {
  if (plotWidth() === lastWidth) return;
  lastWidth = plotWidth();
  drawPlots();
  pairView?.show();
});
