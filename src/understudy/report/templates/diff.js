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

// The longest common subsequence as a list of [kind, piece]: "same", "del" only in the reference, "ins" only in the
// output; where both differ, what the reference has comes first.
function difference(reference, output) {
  const [n, m] = [reference.length, output.length];
  if (n * m > TOO_LONG) return null;
  const wide = m + 1;
  const best = new Uint32Array((n + 1) * wide);
  for (let i = n - 1; i >= 0; i--) {
    for (let j = m - 1; j >= 0; j--) {
      best[i * wide + j] = reference[i] === output[j] ? best[(i + 1) * wide + j + 1] + 1
        : Math.max(best[(i + 1) * wide + j], best[i * wide + j + 1]);
    }
  }
  const steps = [];
  let waiting = []; // insertions, until the deletions beside them are over
  let [i, j] = [0, 0];
  while (i < n || j < m) {
    if (i < n && j < m && reference[i] === output[j]) {
      steps.push(...waiting, ["same", output[j]]);
      waiting = [];
      i++; j++;
    } else if (i < n && (j === m || best[(i + 1) * wide + j] >= best[i * wide + j + 1])) {
      steps.push(["del", reference[i++]]);
    } else {
      waiting.push(["ins", output[j++]]);
    }
  }
  return [...steps, ...waiting];
}

// How many words two texts have in common, from 0 to 1: the closest reference is the one with the most.
function likeness(ours, theirs) {
  const [words, others] = [ours, theirs].map((text) => pieces(text).filter((piece) => !isBlank(piece)));
  const left = new Map();
  for (const word of others) left.set(word, (left.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of words) {
    if (left.get(word)) {
      left.set(word, left.get(word) - 1);
      common++;
    }
  }
  return ours === theirs ? 2 : 2 * common / (words.length + others.length || 1);
}

// The longest run of words around place `at` that the other text has too: [length, begin here, begin there].
function commonRun(ours, at, theirs) {
  let longest = [0, 0, 0];
  for (let j = 0; j < theirs.length; j++) {
    if (theirs[j] !== ours[at]) continue;
    let left = 0;
    while (at - left > 0 && j - left > 0 && ours[at - left - 1] === theirs[j - left - 1]) left++;
    let right = 0;
    while (at + right + 1 < ours.length && j + right + 1 < theirs.length && ours[at + right + 1] === theirs[j + right + 1]) right++;
    if (left + right + 1 > longest[0]) longest = [left + right + 1, at - left, j - left];
  }
  return longest;
}
