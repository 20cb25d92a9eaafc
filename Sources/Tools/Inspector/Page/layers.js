// The positions of the nodes: a node is left of or above the nodes it needs, and near the nodes that belong to it.

const nodeWidth = 210, nodeHeight = 30;

/**
 * Sets x and y of the nodes, for a picture that is `shape` times as wide as it is high; O((n + e) log n).
 *
 * Returns whether the layers are below each other, the blocks of the nodes without edges, and the nodes by their number
 * of edges, the most first.
 */
function layOut(nodes, edges, shape) {
  const size = nodes.length;
  const needs = Array.from({ length: size }, () => []);
  const needers = Array.from({ length: size }, () => []);
  for (const edge of forwardEdges(size, edges)) {
    needs[edge[0]].push(edge[1]);
    needers[edge[1]].push(edge[0]);
  }
  const depth = depths(size, needs, needers);
  const layers = [], alone = [];
  for (let id = 0; id < size; id++) {
    if (needs[id].length + needers[id].length === 0) alone.push(id);
    else (layers[depth[id]] ??= []).push(id);
  }
  const kept = layers.filter((layer) => layer !== undefined);
  order(kept, needs, needers, nodes, size);
  const { isBelow, width, bottom } = place(kept, nodes, shape);
  const blocks = placeBlocks(blocksOf(alone, nodes), nodes, shape, width, bottom);
  const degree = (id) => needs[id].length + needers[id].length;
  const hubs = nodes.map((node, id) => id).filter((id) => degree(id) > 0).sort((a, b) => degree(b) - degree(a) || a - b);
  return { isBelow, blocks, hubs };
}

const compareTexts = (a, b) => a < b ? -1 : a > b ? 1 : 0;
const compareNodes = (a, b) => compareTexts(a.module ?? "", b.module ?? "") || compareTexts(a.key, b.key);

/** The edges without those that lead back, so that there are no cycles. */
function forwardEdges(size, edges) {
  const next = Array.from({ length: size }, () => []);
  const incoming = new Int32Array(size);
  for (const edge of edges) {
    if (edge.from === edge.to) continue;
    next[edge.from].push(edge.to);
    incoming[edge.to]++;
  }
  const state = new Uint8Array(size), position = new Int32Array(size), kept = [];
  const visit = (root) => {
    const stack = [root];
    state[root] = 1;
    while (stack.length > 0) {
      const from = stack[stack.length - 1];
      if (position[from] === next[from].length) {
        state[from] = 2;
        stack.pop();
        continue;
      }
      const to = next[from][position[from]++];
      if (state[to] === 1) continue;
      kept.push([from, to]);
      if (state[to] === 0) {
        state[to] = 1;
        stack.push(to);
      }
    }
  };
  for (let id = 0; id < size; id++) if (incoming[id] === 0) visit(id);
  for (let id = 0; id < size; id++) if (state[id] === 0) visit(id);
  return kept;
}

/** The longest paths from nodes that no node needs; such a node is then moved as near as possible to its needs. */
function depths(size, needs, needers) {
  const depth = new Int32Array(size), open = new Int32Array(size), sorted = [];
  for (let id = 0; id < size; id++) {
    open[id] = needers[id].length;
    if (open[id] === 0) sorted.push(id);
  }
  for (let index = 0; index < sorted.length; index++) {
    const from = sorted[index];
    for (const to of needs[from]) {
      depth[to] = Math.max(depth[to], depth[from] + 1);
      if (--open[to] === 0) sorted.push(to);
    }
  }
  for (let index = sorted.length - 1; index >= 0; index--) {
    const from = sorted[index];
    if (needers[from].length > 0 || needs[from].length === 0) continue;
    depth[from] = Math.max(0, Math.min(...needs[from].map((to) => depth[to])) - 1);
  }
  return depth;
}

/** Orders each layer by the positions of the neighbours in the layers around it. */
function order(layers, needs, needers, nodes, size) {
  const at = new Float64Array(size), wish = new Float64Array(size);
  const number = (layer) => layer.forEach((id, index) => { at[id] = (index + 0.5) / layer.length; });
  for (const layer of layers) {
    layer.sort((a, b) => compareNodes(nodes[a], nodes[b]));
    number(layer);
  }
  const middle = (id, neighbours) => {
    if (neighbours.length === 0) return at[id];
    let sum = 0;
    for (const other of neighbours) sum += at[other];
    return sum / neighbours.length;
  };
  for (let round = 0; round < 6; round++) {
    const isForward = round % 2 === 0;
    for (const layer of isForward ? layers : [...layers].reverse()) {
      for (const id of layer) wish[id] = middle(id, isForward ? needers[id] : needs[id]);
      layer.sort((a, b) => wish[a] - wish[b] || at[a] - at[b]);
      number(layer);
    }
  }
}
