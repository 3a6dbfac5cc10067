// What the page asks of the program that serves it.

export class Refused extends Error {}

/** Post JSON; an answer other than success becomes an error with the server's own words. */
export async function post(path, body, signal) {
  let answer;
  try {
    answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused("the program does not answer; is “understudy serve” still running?");
  }
  if (!answer.ok) throw new Refused(await problemOf(answer));
  return answer;
}

async function problemOf(answer) {
  try {
    return (await answer.json()).error;
  } catch {
    return `the program answered with status ${answer.status}`;
  }
}

/** Show a message in its place, or hide the place. */
export function showProblem(place, message) {
  place.textContent = message ?? "";
  place.hidden = !message;
}

export const byId = (id) => document.getElementById(id);

/** Make a copy of what a template holds. */
export const copyOf = (id) => byId(id).content.firstElementChild.cloneNode(true);

/** Put a text on the clipboard, and say so on the button for a moment. */
export async function copy(text, button) {
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    button.textContent = "Not allowed";
  }
  setTimeout(() => (button.textContent = label), 1200);
}
