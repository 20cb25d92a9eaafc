// The view of the graph: the search and its list, the picture, the details.

class GraphView {
  constructor() {
    this.search = byID("graph-search");
    this.panel = byID("details");
    this.picture = new Picture(byID("canvas"));
    this.list = new NodeList(byID("node-list"), (id, isByKey) => this.choose(id, { isByKey }));
    this.graph = { nodes: [], edges: [], cycles: [] };
    this.shape = "";
    this.chosen = null;
    this.why = new Why((key) => this.chooseKey(key));
    this.search.addEventListener("input", paused(() => this.find()));
    this.search.addEventListener("keydown", (event) => this.onSearchKey(event));
    this.takePointer();
    this.takeKeys();
    this.showLegend();
  }

  async refresh() {
    this.update(await ask("graph.json"));
  }

  /** Shows a graph; nodes keep their positions if only their states have changed. */
  update(graph) {
    const shape = JSON.stringify([graph.nodes.map((node) => [node.key, node.lifetime, node.module]),
      graph.edges.map((edge) => [edge.from, edge.to])]);
    const isNew = shape !== this.shape, isFirst = this.shape === "";
    const key = this.chosen === null ? null : this.graph.nodes[this.chosen]?.key;
    if (isNew) {
      this.layout = layOut(graph.nodes, graph.edges, this.picture.shape);
      this.shape = shape;
    } else {
      graph.nodes.forEach((node, id) => {
        const old = this.graph.nodes[id];
        node.x = old.x;
        node.y = old.y;
        node.label = old.label;
      });
    }
    this.graph = graph;
    this.takeHealth();
    this.picture.show(graph.nodes, graph.edges, this.cyclicEdges(), this.layout);
    byID("graph-empty").hidden = graph.nodes.length > 0;
    byID("canvas").setAttribute("aria-label",
      `A picture of ${plural(graph.nodes.length, "registration")} and ${plural(graph.edges.length, "need")};`
      + " the list beside it has the same. Arrow keys move it, + and - zoom, 0 shows all of it.");
    if (isNew) {
      this.chosen = key === null ? null : graph.nodes.find((node) => node.key === key)?.id ?? null;
      if (isFirst || this.picture.isFitted) this.picture.fit();
    }
    this.find();
    if (this.chosen !== null) this.showChosen();
    else this.panel.hidden = true;
    if (this.wanted) this.chooseKey(this.wanted);
  }

  /** Shows the results of health checks at their nodes. */
  showHealth(checks) {
    const said = JSON.stringify(checks);
    if (said === this.saidHealth) return;
    this.saidHealth = said;
    this.health = Map.groupBy(checks, (check) => check.key);
    this.takeHealth();
    this.picture.redraw();
    if (this.chosen !== null) this.showChosen();
  }

  takeHealth() {
    for (const node of this.graph.nodes) node.health = this.health?.get(node.key) ?? [];
  }

  cyclicEdges() {
    const size = this.graph.nodes.length, edges = new Set();
    for (const cycle of this.graph.cycles) {
      cycle.forEach((id, index) => edges.add(id * size + cycle[(index + 1) % cycle.length]));
    }
    return edges;
  }

  // MARK: Search

  find() {
    const words = this.search.value.toLowerCase().split(/\s+/).filter((word) => word !== "");
    const found = words.length === 0 ? this.graph.nodes : this.graph.nodes.filter((node) => {
      node.text ??= [node.key, node.module, node.file, node.lifetime, node.scope, stateNames[node.state]]
        .filter(Boolean).join("\n").toLowerCase();
      return words.every((word) => node.text.includes(word));
    });
    this.picture.matches = words.length === 0 ? null : new Set(found.map((node) => node.id));
    this.picture.redraw();
    const sorted = [...found].sort((a, b) => b.faults.length - a.faults.length || byName(a.key, b.key));
    this.list.show(sorted);
    const missing = this.graph.nodes.filter((node) => node.state === "missing").length;
    const seen = this.graph.edges.filter((edge) => edge.origin === "observed").length;
    byID("graph-count").textContent = words.length === 0
      ? plural(this.graph.nodes.length - missing, "registration") + (missing > 0 ? `, ${count(missing)} missing` : "")
        + `, ${plural(this.graph.edges.length, "need")}` + (seen > 0 ? ` (${count(seen)} seen)` : "")
      : `${count(found.length)} of ${count(this.graph.nodes.length)} found`;
  }

  onSearchKey(event) {
    if (event.key === "ArrowDown") {
      byID("node-list").focus();
    } else if (event.key === "Enter") {
      this.find();
      if (this.list.nodes.length > 0) this.choose(this.list.nodes[0].id, { isByKey: true });
    } else return;
    event.preventDefault();
  }

  // MARK: Choosing

  /** Shows a node and its neighbours, and moves the focus into the panel if `isByKey`. */
  choose(id, { isByKey = false, isCentred = true } = {}) {
    this.chosen = id;
    this.showChosen();
    this.list.mark(id);
    if (isCentred) {
      // The panel may just have taken a part of the picture's place.
      this.picture.resize();
      this.picture.centre(this.graph.nodes[id]);
    }
    if (isByKey) byID("details-name").focus();
  }

  /** Chooses a node by its key, as other views name it; if the graph is not loaded yet, once it is. */
  chooseKey(key) {
    const node = this.graph.nodes.find((node) => node.key === key);
    this.wanted = node === undefined ? key : null;
    if (node === undefined) return;
    this.search.value = "";
    this.find();
    this.choose(node.id, { isByKey: true });
  }

  showChosen() {
    const id = this.chosen, node = this.graph.nodes[id];
    const needs = this.graph.edges.filter((edge) => edge.from === id);
    const needers = this.graph.edges.filter((edge) => edge.to === id);
    this.picture.chosen = id;
    this.picture.near = new Set([...needs.map((edge) => edge.to), ...needers.map((edge) => edge.from)]);
    this.picture.redraw();
    // An open panel is not replaced while its content is the same, because the focus may be inside it.
    const said = JSON.stringify([node, needs, needers]);
    if (said === this.said && !this.panel.hidden) return;
    const hadFocus = this.panel.contains(document.activeElement);
    this.said = said;
    showDetails(this.panel, this.graph, node, {
      needs, needers, why: this.why.part(node, this.query(node)), choose: (id) => this.choose(id, { isByKey: true }), close: () => this.close(),
    });
    if (hadFocus) byID("details-name").focus();
  }

  /** How the server finds a node: by its key, or by its number if the key is long or of several nodes. */
  query(node) {
    const isOne = node.key.length < 1000 && this.graph.nodes.every((other) => other === node || other.key !== node.key);
    return isOne ? node.key : `#${node.id}`;
  }

  /** Clears the choice, and returns whether there was one. */
  close() {
    if (this.chosen === null) return false;
    const hadFocus = this.panel.contains(document.activeElement);
    this.chosen = null;
    this.panel.hidden = true;
    this.picture.chosen = null;
    this.picture.near = new Set();
    this.picture.redraw();
    this.list.mark(null);
    if (hadFocus) byID("node-list").focus();
    return true;
  }

  /** Closes the node, or else clears the search. */
  escape() {
    if (this.close()) return true;
    if (this.search.value === "") return false;
    this.search.value = "";
    this.find();
    return true;
  }

  // MARK: The picture's input

  takePointer() {
    const canvas = byID("canvas"), pointers = new Map();
    let way = 0, spread = 0;
    const at = (event) => ({ x: event.offsetX, y: event.offsetY });
    canvas.addEventListener("pointerdown", (event) => {
      pointers.set(event.pointerId, at(event));
      canvas.setPointerCapture(event.pointerId);
      canvas.classList.add("dragging");
      way = 0;
      spread = 0;
    });
    canvas.addEventListener("pointermove", (event) => {
      const now = at(event), before = pointers.get(event.pointerId);
      if (before === undefined) {
        canvas.classList.toggle("over", this.picture.nodeAt(now.x, now.y) !== undefined);
        return;
      }
      pointers.set(event.pointerId, now);
      if (pointers.size === 2) {
        const [a, b] = [...pointers.values()], distance = Math.hypot(a.x - b.x, a.y - b.y);
        if (spread > 0) this.picture.zoom(distance / spread, (a.x + b.x) / 2, (a.y + b.y) / 2);
        spread = distance;
        way = 100;
        return;
      }
      way += Math.abs(now.x - before.x) + Math.abs(now.y - before.y);
      this.picture.pan(now.x - before.x, now.y - before.y);
    });
    const lift = (event) => {
      pointers.delete(event.pointerId);
      canvas.classList.remove("dragging");
    };
    canvas.addEventListener("pointerup", (event) => {
      lift(event);
      const { x, y } = at(event), node = this.picture.nodeAt(x, y);
      if (way < 5 && node !== undefined) this.choose(node.id, { isCentred: false });
      else if (way < 5) this.close();
    });
    canvas.addEventListener("pointercancel", lift);
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.picture.zoom(Math.exp(-Math.max(-60, Math.min(60, event.deltaY)) / 200), event.offsetX, event.offsetY);
    }, { passive: false });
  }

  takeKeys() {
    const picture = this.picture, step = 60;
    const acts = {
      "+": () => picture.zoom(1.25), "=": () => picture.zoom(1.25), "-": () => picture.zoom(0.8), "0": () => picture.fit(),
      ArrowLeft: () => picture.pan(step, 0), ArrowRight: () => picture.pan(-step, 0), ArrowUp: () => picture.pan(0, step),
      ArrowDown: () => picture.pan(0, -step),
    };
    byID("canvas").addEventListener("keydown", (event) => {
      if (!(event.key in acts) || event.ctrlKey || event.metaKey || event.altKey) return;
      acts[event.key]();
      event.preventDefault();
    });
    byID("zoom-in").addEventListener("click", acts["+"]);
    byID("zoom-out").addEventListener("click", acts["-"]);
    byID("zoom-fit").addEventListener("click", acts["0"]);
  }

  showLegend() {
    const lines = [["", "needs"], ["later", "later"], ["optional", "optional"], ["seen", "seen when a factory ran"],
      ["cycle", "cycle"]];
    byID("legend").open = innerWidth > 760;
    byID("legend").addEventListener("toggle", () => { if (this.picture.isFitted) this.picture.fit(); });
    fill(byID("legend-list"),
      ...lifetimes.map((lifetime) => element("li", {}, element("span", { class: `dot ${lifetime}` }), `${lifetime} (${chips[lifetime]})`)),
      element("li", {}, element("span", { class: "dot missing" }), "missing (?)"),
      ...lines.map(([kind, text]) => element("li", {}, element("i", { class: kind }), text)));
  }
}
