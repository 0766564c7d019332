// Making and changing elements without a framework: nothing is made anew that only changes.

/** An element: `h("button", {class: "x", data: {act: "save"}, "aria-label": "…"}, …children)`. */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name === "data") Object.assign(element.dataset, value);
    else set(element, name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** An attribute; false and null take it away. */
export function set(element, name, value) {
  if (value === false || value === null || value === undefined) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
}

/** Text, only where it is another: a live region must not repeat itself. */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** A button that says what it does to whoever hears the page. */
export const button = (act, text, more = {}) => {
  const { data = {}, ...properties } = more;
  return h("button", { type: "button", data: { act, ...data }, ...properties }, text);
};
