// Helpers that every view uses. The page inserts the container's texts only as text, never as markup.

const byID = (id) => document.getElementById(id);

/** Creates an element; `on…` properties are listeners, `text` is the text, all others are attributes. */
function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "text") made.textContent = value;
    else if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

const numbers = new Intl.NumberFormat("en");
const count = (number) => numbers.format(number);
const plural = (number, one, many = one + "s") => `${count(number)} ${number === 1 ? one : many}`;

/** Nanoseconds as readable text: 12 µs, 3.4 ms, 2.0 s, 5 min 12 s. */
function duration(nanoseconds) {
  if (!(nanoseconds > 0)) return "0";
  const units = [[1e9, "s"], [1e6, "ms"], [1e3, "µs"], [1, "ns"]];
  if (nanoseconds >= 60e9) {
    const seconds = Math.floor(nanoseconds / 1e9);
    const minutes = Math.floor(seconds / 60), hours = Math.floor(minutes / 60), days = Math.floor(hours / 24);
    if (days > 0) return `${days} d ${hours % 24} h`;
    if (hours > 0) return `${hours} h ${minutes % 60} min`;
    return `${minutes} min ${seconds % 60} s`;
  }
  const [size, unit] = units.find(([size]) => nanoseconds >= size) ?? units[3];
  const value = nanoseconds / size;
  return `${value >= 100 || unit === "ns" ? Math.round(value) : value.toPrecision(value >= 10 ? 3 : 2)} ${unit}`;
}

// Characters that are invisible, or change the direction of the text around them.
const invisible = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** A key on one line, without invisible characters, shortened to a number of characters. */
function label(key, length = 200) {
  const plain = key.slice(0, length * 4).replace(invisible, "\u00b7");
  const characters = Array.from(plain);
  return characters.length > length ? characters.slice(0, length - 1).join("") + "…" : plain;
}

/** A key for little room: a name before its type, because many may have the same type, and cut in its middle. */
function brief(key, length) {
  const named = /^(.*) named "(.*)"$/s.exec(key.slice(0, 1000));
  const whole = label(named === null ? key : `${named[2]} · ${named[1]}`, 1000);
  if (whole.length <= length) return whole;
  const characters = Array.from(named === null ? whole : label(named[2], 1000));
  if (characters.length <= length) return characters.join("");
  const end = Math.floor((length - 1) * 0.45);
  return characters.slice(0, length - 1 - end).join("") + "…" + characters.slice(characters.length - end).join("");
}

/** A text for little room, cut in its middle, because the end of an ID or a place tells most; the tooltip has all of it. */
const shortText = (text, length, whole = text) => element("span", { text: brief(text, length), title: label(whole, 1000) });

/** A key in a line that may cut it off; the tooltip has more of it. */
function name(key) {
  return element("span", { class: "name", text: label(key), title: label(key, 1000) });
}

const folder = location.pathname.replace(/\/*$/, "/");

/** Fetches the JSON of a view. */
async function ask(path) {
  const response = await fetch(folder + path, { cache: "no-store", credentials: "same-origin", redirect: "error" });
  if (!response.ok) throw new Error(`the server answers ${response.status}`);
  return response.json();
}

/** Calls a function once after the user has stopped typing. */
function paused(action, milliseconds = 120) {
  let timer = 0;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...values), milliseconds);
  };
}

/** Replaces the children of an element. */
const fill = (parent, ...children) => parent.replaceChildren(...children);

const lifetimes = ["transient", "singleton", "shared", "graph", "scoped", "custom"];
const stateNames = { none: "not kept", empty: "not created yet", building: "being created", ready: "ready", missing: "missing" };

/** Whether one of some health checks is down, or depends on one that is. */
const isDown = (checks) => checks.some((check) => check.state === "down" || check.state === "follows");

/** The worst state of some health checks; null: there are none. */
function worst(checks) {
  if (checks.length === 0) return null;
  return isDown(checks) ? "down" : checks.some((check) => check.state === "degraded") ? "degraded" : "up";
}

/** Whether a node needs attention: it is missing, it has faults, or its health check is down. */
const isWrong = (node) => node.state === "missing" || node.faults.length > 0 || isDown(node.health);
