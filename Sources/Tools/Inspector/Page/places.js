// Places layers, and the blocks of nodes without edges.

/** Places the layers side by side or below each other, in the way that fits larger. */
function place(layers, nodes, shape) {
  if (layers.length === 0) return { isBelow: true, width: 0, bottom: 0 };
  const beside = arrange(layers, nodeHeight + 12, nodeWidth + 24, 80, 1 / shape);
  const below = arrange(layers, nodeWidth + 18, nodeHeight + 14, 50, shape);
  const size = (broad, high) => Math.min(shape / broad, 1 / high);
  const isBelow = size(below.across, below.along) > size(beside.along, beside.across);
  let left = Infinity, right = -Infinity, bottom = -Infinity;
  for (const id of layers.flat()) {
    const node = nodes[id], [place, line] = (isBelow ? below : beside).places[id];
    node.x = isBelow ? place : line;
    node.y = isBelow ? line : place;
    left = Math.min(left, node.x);
    right = Math.max(right, node.x + nodeWidth);
    bottom = Math.max(bottom, node.y + nodeHeight);
  }
  for (const id of layers.flat()) nodes[id].x -= left;
  return { isBelow, width: right - left, bottom };
}

/**
 * Breaks layers into lines, so long that the whole is about `shape` times as long as the layers are deep.
 *
 * `step` is the distance between nodes in a line, `lineStep` between lines, and `gap` the extra one between layers.
 */
function arrange(layers, step, lineStep, gap, shape) {
  const most = Math.max(...layers.map((layer) => layer.length), 1);
  const depth = (length) => layers.reduce((sum, layer) => sum + Math.ceil(layer.length / length) * lineStep + gap, 0);
  let length = Math.min(most, 4);
  while (length < most && length * step < depth(length) * shape) length = Math.min(most, Math.ceil(length * 1.2));
  const across = Math.min(most, length) * step, starts = [], places = [];
  let line = 0;
  for (const layer of layers) {
    starts.push(line);
    const lines = Math.ceil(layer.length / length), perLine = Math.ceil(layer.length / lines);
    layer.forEach((id, index) => {
      const which = Math.floor(index / perLine), inLine = Math.min(perLine, layer.length - which * perLine);
      places[id] = [(index % perLine - (inLine - 1) / 2) * step, line + which * lineStep];
    });
    line += lines * lineStep + gap;
  }
  return fold({ places, along: line - gap, across }, layers, starts, shape, step);
}

/** Breaks a long chain of layers into several, side by side, as text is broken into columns. */
function fold(whole, layers, starts, shape, step) {
  const side = whole.across + 2 * step, parts = Math.round(Math.sqrt(whole.along * shape / side));
  if (parts < 2 || layers.length < 20) return whole;
  const most = whole.along / parts;
  let part = 0, begin = 0, along = 0;
  layers.forEach((layer, index) => {
    if (starts[index] - begin >= most) {
      part++;
      begin = starts[index];
    }
    for (const id of layer) {
      whole.places[id][0] += part * side;
      whole.places[id][1] -= begin;
      along = Math.max(along, whole.places[id][1]);
    }
  });
  return { places: whole.places, along: along + step, across: (part + 1) * side };
}

const mostInBlock = 120;
const byName = new Intl.Collator("en", { numeric: true }).compare;

/** Groups nodes without edges by the first property that tells them apart; large groups are cut in alphabetical order. */
function blocksOf(ids, nodes) {
  if (ids.length === 0) return [];
  const properties = [(node) => node.module, (node) => node.file, (node) => node.scope ?? node.lifetime];
  const grouped = properties.map((title) => Map.groupBy(ids, (id) => title(nodes[id]) ?? ""));
  const groups = grouped.find((groups) => groups.size > 1) ?? grouped[0];
  const blocks = [];
  for (const [title, members] of [...groups].sort((a, b) => byName(a[0], b[0]))) {
    members.sort((a, b) => byName(nodes[a].key, nodes[b].key));
    const parts = Math.ceil(members.length / mostInBlock), size = Math.ceil(members.length / parts);
    for (let start = 0; start < members.length; start += size) {
      const part = members.slice(start, start + size);
      const range = `${brief(nodes[part[0]].key, 22)} … ${brief(nodes[part[part.length - 1]].key, 22)}`;
      blocks.push({ ids: part, title: parts > 1 ? range : title, first: parts > 1 ? nodes[part[0]].key : undefined });
    }
  }
  return blocks;
}

/** Places blocks in rows below the layers; returns them with their places. */
function placeBlocks(blocks, nodes, shape, width, bottom) {
  const stepX = nodeWidth + 14, stepY = nodeHeight + 10, pad = 22, gap = 60;
  for (const block of blocks) {
    const count = block.ids.length;
    block.columns = Math.max(1, Math.round(Math.sqrt(count * stepY * 1.5 / stepX)));
    block.width = block.columns * stepX - 14 + 2 * pad;
    block.rows = Math.ceil(count / block.columns) * stepY - 10;
  }
  const space = blocks.reduce((sum, block) => sum + (block.width + gap) * (block.rows + 2 * pad + gap), 0);
  // The titles are readable when the whole is seen.
  const band = Math.max(34, (bottom + Math.sqrt(space / shape)) * 0.032);
  for (const block of blocks) {
    block.band = block.title === "" ? 0 : band;
    block.height = block.band + block.rows + 2 * pad;
  }
  const area = blocks.reduce((sum, block) => sum + (block.width + gap) * (block.height + gap), 0);
  const room = Math.max(width, Math.sqrt(area * shape), ...blocks.map((block) => block.width));
  let x = 0, y = bottom > 0 ? bottom + 2 * gap : 0, high = 0;
  for (const block of blocks) {
    if (x > 0 && x + block.width > room) {
      y += high + gap;
      x = 0;
      high = 0;
    }
    [block.x, block.y] = [x, y];
    x += block.width + gap;
    high = Math.max(high, block.height);
    block.ids.forEach((id, index) => {
      nodes[id].x = block.x + pad + index % block.columns * stepX;
      nodes[id].y = block.y + pad + block.band + Math.floor(index / block.columns) * stepY;
    });
  }
  return blocks;
}
