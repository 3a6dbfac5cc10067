// What two texts have in common, for the eye: no score comes from here.

const lang = content.lang?.replaceAll("_", "-") ?? null;
const splitter = (() => {
  if (typeof Intl.Segmenter !== "function") return null;
  try {
    return new Intl.Segmenter(lang ?? undefined, { granularity: "word" });
  } catch { // a language that the browser doesn't know
    return new Intl.Segmenter(undefined, { granularity: "word" });
  }
})();

// The words of a text and all between them, in order.
function pieces(text) {
  if (splitter) return Array.from(splitter.segment(text), (each) => each.segment);
  return text.split(/(\s+|[\p{P}\p{S}])/u).filter((each) => each !== "");
}

const isBlank = (piece) => piece.trim() === "";
const TOO_LONG = 4_000_000;

// The longest common subsequence as a list of [kind, piece]: "same", "ins" only in the first, "del" only in the second.
function difference(ours, theirs) {
  const [n, m] = [ours.length, theirs.length];
  if (n * m > TOO_LONG) return null;
  const wide = m + 1;
  const best = new Uint32Array((n + 1) * wide);
  for (let i = n - 1; i >= 0; i--) {
    for (let j = m - 1; j >= 0; j--) {
      best[i * wide + j] = ours[i] === theirs[j] ? best[(i + 1) * wide + j + 1] + 1
        : Math.max(best[(i + 1) * wide + j], best[i * wide + j + 1]);
    }
  }
  const steps = [];
  let [i, j] = [0, 0];
  while (i < n || j < m) {
    if (i < n && j < m && ours[i] === theirs[j]) {
      steps.push(["same", ours[i]]);
      i++; j++;
    } else if (j < m && (i === n || best[i * wide + j + 1] > best[(i + 1) * wide + j])) {
      steps.push(["del", theirs[j++]]);
    } else {
      steps.push(["ins", ours[i++]]);
    }
  }
  return steps;
}

// The longest run of words around place `at` that the other text has too: [length, begin here, begin there].
function commonRun(ours, at, theirs) {
  let found = [0, 0, 0];
  for (let j = 0; j < theirs.length; j++) {
    if (theirs[j] !== ours[at]) continue;
    let left = 0;
    while (at - left > 0 && j - left > 0 && ours[at - left - 1] === theirs[j - left - 1]) left++;
    let right = 0;
    while (at + right + 1 < ours.length && j + right + 1 < theirs.length && ours[at + right + 1] === theirs[j + right + 1]) right++;
    if (left + right + 1 > found[0]) found = [left + right + 1, at - left, j - left];
  }
  return found;
}
