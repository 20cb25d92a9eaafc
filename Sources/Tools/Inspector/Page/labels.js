// Names over the picture: the titles of blocks, and labels of nodes that are too small for their names.

/** From this scale on, a node's own name is readable. */
const readable = 0.62;

/** Draws the blocks, with their titles above the nodes. */
function drawBlocks(picture, pen, seen) {
  for (const block of picture.blocks) {
    if (block.x > seen.right || block.x + block.width < seen.left) continue;
    if (block.y > seen.bottom || block.y + block.height < seen.top) continue;
    pen.globalAlpha = 1;
    pen.fillStyle = picture.colour.raised;
    pen.strokeStyle = picture.colour.line;
    pen.lineWidth = 1 / picture.scale;
    pen.beginPath();
    pen.roundRect(block.x, block.y, block.width, block.height, 12);
    pen.fill();
    pen.stroke();
    const size = Math.min(block.band * 0.8, 14 / picture.scale);
    if (size * picture.scale < 6) continue;
    pen.font = `600 ${size}px ${picture.sans}`;
    pen.fillStyle = picture.colour.soft;
    pen.textAlign = "left";
    pen.textBaseline = "middle";
    const room = block.width - 36;
    const whole = label(block.title, 120), isCut = block.first !== undefined && pen.measureText(whole).width > room;
    const title = isCut ? brief(block.first, Math.floor(room / size / 0.72)) : shortened(pen, whole, room);
    if (title.length > 2 || title === block.title) pen.fillText(title, block.x + 22, block.y + 14 + block.band / 2);
  }
}

/** The part of a text that fits into a width. */
function shortened(pen, text, room) {
  const width = pen.measureText(text).width;
  if (width <= room) return text;
  const characters = Array.from(text);
  let kept = Math.min(characters.length - 1, Math.floor(characters.length * room / width));
  while (kept > 0 && pen.measureText(characters.slice(0, kept).join("") + "…").width > room) kept--;
  return characters.slice(0, kept).join("") + "…";
}

/** Draws labels of a readable size over small nodes, the most important first, where they cover no other label. */
function drawLabels(picture, pen, ratio) {
  if (picture.scale >= readable) return 0;
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.font = `10.5px ${picture.mono}`;
  pen.textAlign = "left";
  pen.textBaseline = "middle";
  const width = nodeWidth * picture.scale, room = width < 40 ? 118 : Math.max(62, width + 12 * picture.scale);
  const letter = pen.measureText("m").width, height = 13, rows = new Map();
  const isFree = (left, right, top, row) => (rows.get(row) ?? []).every(
    ([from, to, above]) => right < from || left > to || Math.abs(top - above) > height);
  let drawn = 0;
  for (const id of labelled(picture)) {
    const node = picture.nodes[id], start = Math.round(node.x * picture.scale + picture.x);
    const middle = Math.round((node.y + nodeHeight / 2) * picture.scale + picture.y), top = middle - height / 2;
    if (start > picture.width || start + width < 0 || middle < 0 || middle > picture.height) continue;
    const text = brief(node.key, Math.max(3, Math.floor((room - 10) / letter))), broad = text.length * letter + 10;
    const left = Math.max(2, Math.min(start, Math.round(picture.width - broad - 4))), right = left + broad;
    const over = [Math.floor(top / height), Math.floor((top + height) / height)];
    if (!over.every((row) => isFree(left - 2, right + 2, top, row))) continue;
    for (const row of over) rows.set(row, [...(rows.get(row) ?? []), [left, right, top]]);
    drawLabel(picture, pen, node, text, left, top, right - left, height);
    if (++drawn === 400) break;
  }
  return drawn;
}

function drawLabel(picture, pen, node, text, left, top, width, height) {
  const colour = picture.colour, isBad = isWrong(node);
  const isFound = picture.matches?.has(node.id) === true;
  pen.globalAlpha = 1;
  pen.fillStyle = isFound ? colour.mark : colour.card;
  pen.strokeStyle = node.id === picture.chosen ? colour.accent : isBad ? colour.bad : colour["strong-line"];
  pen.lineWidth = node.id === picture.chosen ? 2 : 1;
  pen.beginPath();
  pen.roundRect(left + 0.5, Math.round(top) + 0.5, width, height, 3);
  pen.fill();
  pen.stroke();
  pen.fillStyle = isBad ? colour.bad : colour[node.lifetime];
  pen.fillRect(left + 1, Math.round(top) + 1, 4, height - 1);
  pen.fillStyle = colour.text;
  pen.fillText(text, left + 8, Math.round(top) + height / 2 + 1);
}

/** The nodes that get a label, the most important first; few of many, unless the nodes are large enough. */
function* labelled(picture) {
  const { chosen, near, matches, hubs, nodes } = picture, few = 300;
  if (chosen !== null) yield* [chosen, ...near];
  if (matches !== null) yield* [...matches].slice(0, few);
  if (chosen !== null || matches !== null) return;
  yield* hubs.slice(0, few);
  // Nodes so wide that a label is not much wider.
  if (nodeWidth * picture.scale >= 40) yield* nodes.keys();
}
