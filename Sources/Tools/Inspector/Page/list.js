// A list of nodes to choose from, of any length: only the visible rows exist.

class NodeList {
  constructor(box, choose) {
    this.box = box;
    this.choose = choose;
    this.nodes = [];
    this.active = -1;
    this.chosen = null;
    this.rowHeight = 42;
    this.spacer = element("div", { class: "spacer", role: "presentation" });
    box.append(this.spacer);
    box.addEventListener("scroll", () => this.render(), { passive: true });
    box.addEventListener("keydown", (event) => this.onKey(event));
    box.addEventListener("focus", () => { if (this.active < 0 && this.nodes.length > 0) this.move(0); });
    new ResizeObserver(() => this.render()).observe(box);
  }

  show(nodes) {
    const key = this.nodes[this.active]?.id;
    this.nodes = nodes;
    this.active = nodes.findIndex((node) => node.id === key);
    this.spacer.style.height = `${nodes.length * this.rowHeight}px`;
    this.render();
  }

  /** Marks the chosen node, and scrolls to it. */
  mark(id) {
    this.chosen = id;
    const index = this.nodes.findIndex((node) => node.id === id);
    if (index >= 0) this.move(index);
    else this.render();
  }

  onKey(event) {
    const page = Math.max(1, Math.floor(this.box.clientHeight / this.rowHeight) - 1), last = this.nodes.length - 1;
    const moves = {
      ArrowDown: this.active + 1, ArrowUp: this.active - 1, PageDown: this.active + page, PageUp: this.active - page,
      Home: 0, End: last,
    };
    if (event.key in moves && !event.ctrlKey && !event.metaKey && !event.altKey) {
      if (last >= 0) this.move(Math.min(Math.max(moves[event.key], 0), last));
    } else if (event.key === "Enter" || event.key === " ") {
      if (this.active >= 0) this.choose(this.nodes[this.active].id, true);
    } else return;
    event.preventDefault();
  }

  move(index) {
    this.active = index;
    const top = index * this.rowHeight;
    if (top < this.box.scrollTop) this.box.scrollTop = top;
    const bottom = top + this.rowHeight - this.box.clientHeight;
    if (bottom > this.box.scrollTop) this.box.scrollTop = bottom;
    this.render();
  }

  render() {
    const first = Math.max(0, Math.floor(this.box.scrollTop / this.rowHeight) - 4);
    const end = Math.min(this.nodes.length, first + Math.ceil(this.box.clientHeight / this.rowHeight) + 9);
    const shown = [];
    for (let index = first; index < end; index++) shown.push(index);
    // The active row stays in the page, so that screen readers find it.
    if (this.active >= 0 && (this.active < first || this.active >= end)) shown.push(this.active);
    fill(this.spacer, ...shown.map((index) => this.row(index)));
    this.box.setAttribute("aria-activedescendant", this.active >= 0 ? `row-${this.nodes[this.active].id}` : "");
  }

  row(index) {
    const node = this.nodes[index];
    const row = element("div", {
      role: "option", id: `row-${node.id}`, "aria-selected": String(node.id === this.chosen), "aria-posinset": index + 1,
      "aria-setsize": this.nodes.length, class: index === this.active ? "active" : "",
      onclick: () => {
        this.active = index;
        this.choose(node.id, false);
      },
    }, name(node.key), element("small", {}, element("span", { class: `dot ${node.lifetime ?? "missing"}` }), describe(node)));
    row.style.top = `${index * this.rowHeight}px`;
    return row;
  }
}

/** The text of a row below the key. */
function describe(node) {
  if (node.state === "missing") return "missing";
  const parts = [node.scope ? `${node.lifetime} in ${label(node.scope, 40)}` : node.lifetime ?? ""];
  if (node.isAlias) parts.push("additional type");
  if (node.state !== "none") parts.push(stateNames[node.state]);
  if (node.faults.length > 0) parts.push(plural(node.faults.length, "fault"));
  if (node.module) parts.push(label(node.module, 40));
  return parts.filter((part) => part !== "").join(" · ");
}
