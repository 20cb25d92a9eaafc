// The details of a node, and its neighbours.

const neighboursShown = 200;

/** Fills the panel for a node; `why` is the part that says why it is there, `choose` is called with the number of a neighbour. */
function showDetails(panel, graph, node, { needs, needers, why, choose, close }) {
  const rows = [];
  const row = (term, value) => {
    if (value === undefined || value === null || value === "") return;
    rows.push(element("dt", { text: term }), element("dd", { text: value }));
  };
  row("Lifetime", node.lifetime ?? "none: not registered");
  row("Scope", node.scope);
  row("State", stateNames[node.state]);
  for (const check of node.health) row("Health", check.text ? `${check.state}: ${check.text}` : check.state);
  row("Module", node.module);
  row("Registered at", node.file ? `${node.file}:${node.line ?? "?"}` : null);
  if (node.isInherited) row("From", "a parent container");
  if (node.isAlias) row("Is", "an additional type of another registration's instance");
  if (node.isOpaque) row("Needs", "may be more than shown: only the observed dependencies of its closure are known");
  const activity = node.activity;
  if (activity) {
    row("Made", plural(activity.made, "time"));
    if (activity.failed > 0) row("Failed", plural(activity.failed, "time"));
    row("Creation took", activity.made > 0
      ? `${duration(activity.makingNanoseconds)}, ${duration(activity.makingNanoseconds / activity.made)} each` : null);
    if (activity.waits > 0) row("Waits", `${plural(activity.waits, "time")}, ${duration(activity.waitingNanoseconds)}`);
  }
  const faults = node.faults.map((fault) => element("p", { class: "fault", text: fault }));
  const cycles = graph.cycles.filter((cycle) => cycle.includes(node.id)).slice(0, 5).map((cycle) => element("p", {
    class: "fault",
    text: "Cycle: " + [...cycle, cycle[0]].map((id) => label(graph.nodes[id]?.key ?? "?", 80)).join(" → "),
  }));
  fill(panel,
    element("div", { class: "head" },
      element("h2", { text: visible(node.key), id: "details-name", tabindex: "0" }),
      element("button", { type: "button", text: "Close", title: "Close (Escape)", onclick: close })),
    ...faults, ...cycles, element("dl", {}, ...rows), why,
    ...neighbours("Needs", graph, needs, (edge) => edge.to, choose),
    ...neighbours("Needed by", graph, needers, (edge) => edge.from, choose));
  panel.hidden = false;
}

/** The whole key, with a dot in place of each invisible character. */
const visible = (key) => key.replace(invisible, "\u00b7");

function neighbours(title, graph, edges, other, choose) {
  const items = edges.slice(0, neighboursShown).map((edge) => {
    const node = graph.nodes[other(edge)];
    return element("li", {}, element("button", { type: "button", onclick: () => choose(node.id) },
      element("span", { class: `dot ${node.lifetime ?? "missing"}` }), name(node.key),
      element("small", { text: manner(edge) })));
  });
  const rest = edges.length - items.length;
  return [
    element("h3", { text: `${title} (${count(edges.length)})` }),
    items.length === 0 ? element("p", { class: "note", text: "nothing" }) : element("ul", {}, ...items),
    rest > 0 ? element("p", { class: "note", text: `and ${count(rest)} more` }) : null,
  ].filter((child) => child !== null);
}

/** How an edge is known and when it is resolved, if that is unusual. */
function manner(edge) {
  const parts = [];
  if (edge.isOptional) parts.push("optional");
  if (edge.time !== "construction") parts.push(edge.time);
  if (edge.origin === "observed") parts.push("seen");
  else if (edge.origin !== "parameter") parts.push(edge.origin);
  return parts.join(", ");
}
