// The picture of the graph, which is drawn after each change, and only as far as it is visible.

const dashes = { plain: [], later: [8, 5], optional: [2, 4], seen: [9, 3, 2, 3] };
const chips = { transient: "Tr", singleton: "Si", shared: "Sh", graph: "Gr", scoped: "Sc", custom: "Cu" };

class Picture {
  constructor(canvas) {
    this.canvas = canvas;
    this.pen = canvas.getContext("2d");
    this.nodes = [];
    this.edges = [];
    this.blocks = [];
    this.hubs = [];
    this.scale = 1;
    this.x = 0;
    this.y = 0;
    this.chosen = null;
    this.near = new Set();
    this.matches = null;
    this.isWaiting = false;
    this.slowest = 0;
    this.readColours();
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      this.readColours();
      this.redraw();
    });
    new ResizeObserver(() => this.resize()).observe(canvas);
  }

  readColours() {
    const style = getComputedStyle(document.documentElement);
    this.colour = {};
    for (const name of ["ground", "card", "raised", "line", "strong-line", "text", "soft", "accent", "bad", "good", "on-chip",
      "edge", "seen", "mark", ...lifetimes]) this.colour[name] = style.getPropertyValue("--" + name).trim();
    this.mono = style.getPropertyValue("--mono");
    this.sans = style.getPropertyValue("--sans");
    this.font = `13px ${this.mono}`;
  }

  resize() {
    const box = this.canvas.getBoundingClientRect(), ratio = devicePixelRatio || 1;
    if (box.width === 0) return;
    const isFirst = this.width === undefined;
    this.width = box.width;
    this.height = box.height;
    this.canvas.width = Math.round(box.width * ratio);
    this.canvas.height = Math.round(box.height * ratio);
    if (isFirst || this.isFitted) this.fit();
    this.draw();
  }

  /** The width of the picture in relation to its height. */
  get shape() {
    const box = this.canvas.getBoundingClientRect();
    return box.width > 0 && box.height > 0 ? box.width / box.height : 1.6;
  }

  /** Shows other nodes and edges. */
  show(nodes, edges, cyclic, { isBelow, blocks, hubs }) {
    this.isBelow = isBelow;
    this.blocks = blocks;
    this.hubs = hubs;
    this.nodes = nodes;
    this.edges = edges;
    this.cyclic = cyclic;
    this.redraw();
  }

  redraw() {
    if (this.isWaiting || this.width === undefined) return;
    this.isWaiting = true;
    requestAnimationFrame(() => {
      this.isWaiting = false;
      this.draw();
    });
  }

  // MARK: Moving

  /** Shows all nodes, or the given ones, in the middle. */
  fit(nodes = this.nodes) {
    if (nodes.length === 0 || this.width === undefined) return;
    let left = Infinity, right = -Infinity, top = Infinity, bottom = -Infinity;
    for (const node of nodes) {
      left = Math.min(left, node.x);
      right = Math.max(right, node.x + nodeWidth);
      top = Math.min(top, node.y);
      bottom = Math.max(bottom, node.y + nodeHeight);
    }
    for (const block of nodes === this.nodes ? this.blocks : []) {
      left = Math.min(left, block.x);
      right = Math.max(right, block.x + block.width);
      top = Math.min(top, block.y);
      bottom = Math.max(bottom, block.y + block.height);
    }
    // The zoom buttons are above the nodes, the legend is below them.
    const above = 58, below = (byID("legend").offsetHeight || 30) + 26, beside = this.width < 500 ? 10 : 24;
    const broad = this.width - 2 * beside, high = Math.max(60, this.height - above - below);
    this.scale = Math.min(1, Math.max(0.005, Math.min(broad / (right - left), high / (bottom - top))));
    this.x = this.width / 2 - (left + right) / 2 * this.scale;
    this.y = above + high / 2 - (top + bottom) / 2 * this.scale;
    this.isFitted = nodes === this.nodes;
    this.redraw();
  }

  zoom(factor, x = this.width / 2, y = this.height / 2) {
    const scale = Math.min(3, Math.max(0.005, this.scale * factor));
    this.x = x - (x - this.x) * scale / this.scale;
    this.y = y - (y - this.y) * scale / this.scale;
    this.scale = scale;
    this.isFitted = false;
    this.redraw();
  }

  pan(x, y) {
    this.x += x;
    this.y += y;
    this.isFitted = false;
    this.redraw();
  }

  /** Moves a node into the middle, and zooms in until it is readable. */
  centre(node) {
    if (this.width === undefined) return;
    this.scale = Math.max(this.scale, 0.8);
    this.x = this.width / 2 - (node.x + nodeWidth / 2) * this.scale;
    this.y = this.height / 2 - (node.y + nodeHeight / 2) * this.scale;
    this.isFitted = false;
    this.redraw();
  }

  /** The node at a point of the canvas. */
  nodeAt(x, y) {
    const atX = (x - this.x) / this.scale, atY = (y - this.y) / this.scale;
    return this.nodes.find(
      (node) => atX >= node.x && atX <= node.x + nodeWidth && atY >= node.y && atY <= node.y + nodeHeight);
  }

  // MARK: Drawing

  draw() {
    if (this.width === undefined) return;
    const begin = performance.now(), pen = this.pen, ratio = devicePixelRatio || 1;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.fillStyle = this.colour.ground;
    pen.fillRect(0, 0, this.width, this.height);
    pen.setTransform(ratio * this.scale, 0, 0, ratio * this.scale, ratio * this.x, ratio * this.y);
    const seen = {
      left: -this.x / this.scale, top: -this.y / this.scale,
      right: (this.width - this.x) / this.scale, bottom: (this.height - this.y) / this.scale,
    };
    drawBlocks(this, pen, seen);
    this.drawEdges(pen, seen);
    this.drawNodes(pen, seen);
    this.canvas.dataset.labels = drawLabels(this, pen, ratio);
    pen.globalAlpha = 1;
    this.slowest = Math.max(this.slowest, performance.now() - begin);
    this.canvas.dataset.draws = Number(this.canvas.dataset.draws ?? 0) + 1;
  }

  drawEdges(pen, seen) {
    const kinds = new Map();
    let shown = 0;
    for (const edge of this.edges) {
      const from = this.nodes[edge.from], to = this.nodes[edge.to];
      const left = Math.min(from.x, to.x), right = Math.max(from.x, to.x) + nodeWidth;
      const top = Math.min(from.y, to.y), bottom = Math.max(from.y, to.y) + nodeHeight;
      if (right < seen.left || left > seen.right || bottom < seen.top || top > seen.bottom) continue;
      const isChosen = this.chosen !== null && (edge.from === this.chosen || edge.to === this.chosen);
      const isCyclic = this.cyclic.has(edge.from * this.nodes.length + edge.to);
      const dash = edge.origin === "observed" ? "seen" : edge.time === "later" ? "later" : edge.isOptional ? "optional" : "plain";
      const kind = `${isChosen ? 2 : isCyclic ? 1 : 0} ${dash}`;
      let path = kinds.get(kind);
      if (path === undefined) kinds.set(kind, path = { isChosen, isCyclic, dash, edges: [] });
      path.edges.push(edge);
      shown++;
    }
    const isCurved = shown < 2500;
    for (const kind of [...kinds.keys()].sort()) {
      const { isChosen, isCyclic, dash, edges } = kinds.get(kind);
      pen.beginPath();
      for (const edge of edges) this.trace(pen, this.nodes[edge.from], this.nodes[edge.to], isCurved || isChosen);
      const isFaint = !isChosen && !isCyclic && (this.chosen !== null || this.matches !== null);
      pen.globalAlpha = isChosen || isCyclic ? 1 : isFaint ? 0.15 : shown > 2500 ? 0.25 : 0.75;
      pen.strokeStyle = isChosen ? this.colour.accent : isCyclic ? this.colour.bad
        : dash === "seen" ? this.colour.seen : this.colour.edge;
      pen.lineWidth = (isChosen || isCyclic ? 2 : 1.2) / Math.max(this.scale, 0.6);
      const isDashed = shown < 2500 || isChosen;
      pen.setLineDash(isDashed ? dashes[dash] : []);
      pen.stroke();
      pen.setLineDash([]);
      if (this.scale > 0.3 && shown < 1500) this.drawHeads(pen, edges, pen.strokeStyle, dash === "seen");
    }
  }

  /** Draws from the end of one node to the beginning of another, in the direction of the layers. */
  trace(pen, from, to, isCurved) {
    const bend = (length) => Math.max(24, Math.min(140, Math.abs(length) / 2));
    if (this.isBelow) {
      const x = from.x + nodeWidth / 2, y = from.y + nodeHeight, endX = to.x + nodeWidth / 2, pull = bend(to.y - y);
      pen.moveTo(x, y);
      if (isCurved) pen.bezierCurveTo(x, y + pull, endX, to.y - pull, endX, to.y - 4);
      else pen.lineTo(endX, to.y);
    } else {
      const x = from.x + nodeWidth, y = from.y + nodeHeight / 2, endY = to.y + nodeHeight / 2, pull = bend(to.x - x);
      pen.moveTo(x, y);
      if (isCurved) pen.bezierCurveTo(x + pull, y, to.x - pull, endY, to.x - 4, endY);
      else pen.lineTo(to.x, endY);
    }
  }

  /** Draws the heads of arrows; those of needs that were seen are hollow. */
  drawHeads(pen, edges, colour, isHollow) {
    pen.fillStyle = isHollow ? this.colour.ground : colour;
    pen.beginPath();
    for (const edge of edges) {
      const to = this.nodes[edge.to], x = to.x + (this.isBelow ? nodeWidth / 2 : 0), y = to.y + (this.isBelow ? 0 : nodeHeight / 2);
      pen.moveTo(x, y);
      pen.lineTo(x - (this.isBelow ? 4 : 8), y - (this.isBelow ? 8 : 4));
      pen.lineTo(x + (this.isBelow ? 4 : -8), y + (this.isBelow ? -8 : 4));
      pen.closePath();
    }
    pen.fill();
    if (isHollow) pen.stroke();
  }

  drawNodes(pen, seen) {
    pen.font = this.font;
    pen.textBaseline = "middle";
    for (const node of this.nodes) {
      if (node.x + nodeWidth < seen.left || node.x > seen.right) continue;
      if (node.y + nodeHeight < seen.top || node.y > seen.bottom) continue;
      const isChosen = node.id === this.chosen;
      const isMatch = this.matches === null || this.matches.has(node.id);
      const isNear = this.chosen === null || isChosen || this.near.has(node.id);
      pen.globalAlpha = isChosen || isMatch && isNear ? 1 : this.matches !== null && isMatch ? 0.8 : 0.28;
      this.drawNode(pen, node, isChosen, this.matches !== null && isMatch);
    }
  }

  drawNode(pen, node, isChosen, isFound) {
    const colour = this.colour, isBad = isWrong(node);
    const main = node.lifetime ? colour[node.lifetime] : colour.bad;
    if (this.scale < 0.3) {
      pen.fillStyle = isBad ? colour.bad : isFound || isChosen ? colour.accent : main;
      // A distant node is drawn larger than it is, so that it stays visible.
      const grow = Math.max(0, 2 / this.scale - nodeHeight) / 2;
      pen.fillRect(node.x, node.y - grow, nodeWidth, nodeHeight + 2 * grow);
      return;
    }
    pen.fillStyle = isFound ? colour.mark : colour.card;
    pen.beginPath();
    pen.roundRect(node.x, node.y, nodeWidth, nodeHeight, 5);
    pen.fill();
    pen.lineWidth = isChosen ? 3 : isBad ? 2 : 1;
    pen.strokeStyle = isChosen ? colour.accent : isBad ? colour.bad : colour["strong-line"];
    if (node.state === "missing") pen.setLineDash([4, 3]);
    pen.stroke();
    pen.setLineDash([]);
    pen.fillStyle = main;
    pen.beginPath();
    pen.roundRect(node.x + 1, node.y + 1, 22, nodeHeight - 2, [4, 0, 0, 4]);
    pen.fill();
    if (this.scale < readable) return;
    pen.fillStyle = colour["on-chip"];
    pen.textAlign = "center";
    pen.fillText(node.lifetime ? chips[node.lifetime] : "?", node.x + 12, node.y + nodeHeight / 2 + 1);
    pen.fillStyle = colour.text;
    pen.textAlign = "left";
    node.label ??= brief(node.key, Math.floor((nodeWidth - 31 - 22) / pen.measureText("m").width));
    pen.fillText(node.label, node.x + 31, node.y + nodeHeight / 2 + 1);
    this.drawState(pen, node, isBad);
  }

  /** Draws a full dot for an existing instance, and a ring for one that is not created yet. */
  drawState(pen, node, isBad) {
    if (isBad) {
      pen.fillStyle = this.colour.bad;
      pen.fillText("!", node.x + nodeWidth - 15, node.y + nodeHeight / 2 + 1);
      return;
    }
    if (node.state === "none") return;
    pen.beginPath();
    pen.arc(node.x + nodeWidth - 12, node.y + nodeHeight / 2, 4, 0, 7);
    pen.lineWidth = 1.5;
    pen.fillStyle = pen.strokeStyle = node.state === "building" ? this.colour.scoped : this.colour.good;
    if (node.state === "empty") pen.strokeStyle = this.colour["strong-line"];
    else pen.fill();
    pen.stroke();
  }
}
