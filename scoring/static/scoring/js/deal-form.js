// Shows what a deal comes to while it is typed, and lets a second tap on a place take it back.
// Without it the button "Xem trước" does the same.

const form = document.getElementById("phieu");
const outcome = document.getElementById("ket-qua");
const WAIT = 250;
let timer = 0;
let asking = null;

async function refresh() {
  asking?.abort();
  asking = new AbortController();
  const typed = new FormData(form);
  typed.delete("previewed");
  outcome.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(location.pathname, {
      method: "POST",
      body: typed,
      headers: { "X-Preview": "1" },
      signal: asking.signal,
      redirect: "manual",
    });
    if (!answer.ok) return;
    const focused = document.activeElement;
    const [name, value] = outcome.contains(focused) ? [focused.name, focused.value] : [];
    outcome.innerHTML = await answer.text();
    if (name) outcome.querySelector(`[name="${name}"][value="${value}"]`)?.focus();
    outcome.removeAttribute("aria-busy");
  } catch {
    // Aborted by the next change, or no network: the button still asks the server.
  }
}

function later() {
  clearTimeout(timer);
  timer = setTimeout(refresh, WAIT);
}

function takeBack(event) {
  const chosen = event.target;
  if (!chosen.matches?.('[type="radio"][name^="place_"]')) return;
  if (chosen.dataset.was !== "yes") {
    for (const other of form.elements[chosen.name]) other.dataset.was = "";
    chosen.dataset.was = "yes";
    return;
  }
  chosen.dataset.was = "";
  const none = [...form.elements[chosen.name]].find((one) => one.value === "");
  none.checked = true;
  later();
}

if (form && outcome) {
  form.addEventListener("change", later);
  form.addEventListener("click", takeBack);
}
