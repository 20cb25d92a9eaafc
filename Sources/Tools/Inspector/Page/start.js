// The view of the start: factories as bars, each below the factory that asked for it, and tables.

const barHeight = 20, laneGap = 26;
const drawing = (tag, attributes) => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
};

class StartView {
  constructor() {
    this.place = byID("flames");
    this.window = null;
    this.said = "";
    const thread = (one) => String(one.thread);
    this.makings = new Table(byID("makings-table"), [
      { title: "Key", value: (making) => making.key, show: (making) => keyLink(making.key), width: "30%" },
      { title: "Own time", value: (making) => making.ownNanoseconds, show: (making) => duration(making.ownNanoseconds), isNumber: true },
      { title: "With needs", value: (making) => making.end - making.start, isNumber: true,
        show: (making) => duration(making.end - making.start) },
      { title: "Began at", value: (making) => making.start, show: (making) => "+" + duration(making.start - this.begin),
        isNumber: true },
      { title: "Thread", value: (making) => making.thread, show: thread, isNumber: true },
      { title: "Asked for by", value: (making) => making.asker ?? "", show: (making) => label(making.asker ?? ""), width: "24%" },
    ], { caption: "Factories of the start", sort: 1, isDescending: true, limit: 100,
      mark: (making) => making.isFailed ? "bad" : null });
    this.waits = new Table(byID("waits-table"), [
      { title: "Waited for", value: (wait) => wait.key ?? "", show: (wait) => wait.key === undefined ? "its turn" : keyLink(wait.key),
        width: "34%" },
      { title: "How long", value: (wait) => wait.end - wait.start, isNumber: true, show: (wait) => duration(wait.end - wait.start) },
      { title: "Thread", value: (wait) => wait.thread, show: thread, isNumber: true },
      { title: "Created on", value: (wait) => wait.maker ?? 0, isNumber: true,
        show: (wait) => wait.maker === undefined ? "a task" : String(wait.maker) },
      { title: "Asked for by", value: (wait) => wait.asker ?? "", show: (wait) => label(wait.asker ?? ""), width: "24%" },
    ], { caption: "Waits of the start", sort: 1, isDescending: true, empty: "No caller has waited.", limit: 100 });
    const step = (one) => one.order;
    this.path = new Table(byID("path-table"), [
      { title: "Step", value: step, show: (one) => String(one.order), isNumber: true, width: "70px" },
      { title: "Key", value: (one) => one.key, show: (one) => keyLink(one.key), width: "50%" },
      { title: "Own time", value: (one) => one.nanoseconds, show: (one) => duration(one.nanoseconds), isNumber: true },
      { title: "Share", value: (one) => one.share, show: (one) => `${Math.round(one.share * 100)} %`, isNumber: true },
    ], { caption: "The factories that decided how long the start took", empty: "No factory was called.", limit: 100 });
    this.fans = new Table(byID("fans-table"), [
      { title: "Key", value: (slot) => slot.key, show: (slot) => keyLink(slot.key), width: "50%" },
      { title: "Needed by", value: (slot) => slot.neededBy, show: (slot) => count(slot.neededBy), isNumber: true },
      { title: "Needs", value: (slot) => slot.needs, show: (slot) => count(slot.needs), isNumber: true },
    ], { caption: "The registrations with the most dependents or dependencies", sort: 1, isDescending: true,
      limit: 10, empty: "No registration needs another one." });
    this.slow = new Table(byID("slow-table"), [
      { title: "Key", value: (slow) => slow.key, show: (slow) => keyLink(slow.key), width: "24%" },
      { title: "Own time", value: (slow) => slow.ownNanoseconds, show: (slow) => duration(slow.ownNanoseconds), isNumber: true },
      { title: "Created in", value: (slow) => slow.scope ?? "", show: (slow) => label(slow.scope ?? "no scope"), width: "14%" },
      { title: "What to do", value: (slow) => slow.fix, show: (slow) => name(slow.fix), width: "48%" },
    ], { caption: "Factories that were slow while a caller waited", sort: 1, isDescending: true,
      limit: 100, mark: () => "bad" });
    new ResizeObserver(paused(() => this.draw())).observe(this.place);
  }

  async refresh() {
    const [answer, { slots }] = await Promise.all([ask("profile.json"), ask("slots.json")]);
    byID("slow-part").hidden = answer.warnings.length === 0;
    this.slow.show(answer.warnings);
    const said = `${answer.makings.length} ${answer.waits.length} ${answer.dropped} ${answer.makings[0]?.start}`;
    if (said === this.said) return;
    this.said = said;
    this.dropped = answer.dropped;
    for (const { making } of answer.criticalPath) answer.makings[making].isCritical = true;
    this.showPath(answer);
    this.fans.show(slots.filter((slot) => slot.needs + slot.neededBy > 0));
    this.all = nest(answer.makings);
    this.allWaits = answer.waits;
    const spans = [...answer.makings, ...answer.waits];
    this.begin = spans.reduce((first, one) => Math.min(first, one.start), Infinity);
    this.end = spans.reduce((last, one) => Math.max(last, one.end), 0);
    byID("start-part").hidden = spans.length === 0;
    this.makings.show(answer.makings);
    this.waits.show(answer.waits);
    byID("start-note").textContent = answer.makings.length === 0 ? "No factory was called yet."
      : `${plural(answer.makings.length, "call")} of factories outside of scopes, over ${duration(this.end - this.begin)}`
        + (answer.dropped > 0 ? `; ${count(answer.dropped)} later ones are not shown` : "")
        + ". Blue: a factory; brown: one that awaits; red: one that has thrown; dashed: a wait;"
        + " thick frame: on the critical path."
        + " Press a bar to see its time alone; press it again, or Escape, to see all.";
    this.window = null;
    this.draw();
  }

  /** Shows the factories that decided how long the start took, in the order in which they did. */
  showPath(answer) {
    this.path.show(answer.criticalPath.map((one, index) => ({ ...one, order: index + 1 })));
    byID("path-note").textContent = answer.criticalPath.length === 0 ? ""
      : `These factories decided how long the start took: ${duration(answer.criticalPathNanoseconds)}`
        + (answer.criticalPathOutside > 0 ? `; for ${duration(answer.criticalPathOutside)} of it, none of them ran.` : ".")
        + " To start faster, make the ones with a large share faster.";
  }

  escape() {
    if (this.window === null) return false;
    this.window = null;
    this.draw();
    return true;
  }

  draw() {
    const width = this.place.clientWidth;
    if (!this.all || width === 0) return;
    if (this.all.length === 0) return fill(this.place);
    const [begin, end] = this.window ?? [this.begin, this.end];
    const scale = width / Math.max(1, end - begin), root = drawing("svg", { role: "img" });
    root.setAttribute("aria-label", "The factories of the start as bars; the tables below have the same");
    let y = 22;
    this.drawScale(root, begin, end, width);
    const lanes = new Map();
    for (const making of this.all) {
      if (!lanes.has(making.thread)) lanes.set(making.thread, { bars: [], waits: [] });
      lanes.get(making.thread).bars.push(making);
    }
    for (const wait of this.allWaits) lanes.get(wait.thread)?.waits.push(wait);
    for (const [thread, lane] of lanes) {
      const bars = lane.bars.filter((bar) => bar.end >= begin && bar.start <= end);
      if (bars.length === 0) continue;
      const title = drawing("text", { x: 6, y: y + 13, class: "lane" });
      title.textContent = `thread ${thread}`;
      root.append(title);
      y += laneGap - 6;
      const depth = bars.reduce((most, bar) => Math.max(most, bar.depth), 0);
      const waits = lane.waits.filter((wait) => wait.end >= begin && wait.start <= end);
      for (const bar of bars) this.drawBar(root, bar, y, begin, scale, width);
      for (const wait of waits) this.drawWait(root, wait, y + (depth + 1) * barHeight, begin, scale, width);
      y += (depth + (waits.length > 0 ? 2 : 1)) * barHeight + 8;
    }
    root.setAttribute("viewBox", `0 0 ${width} ${y}`);
    root.setAttribute("height", y);
    fill(this.place, root);
  }

  drawScale(root, begin, end, width) {
    const whole = end - begin, power = 10 ** Math.floor(Math.log10(Math.max(1, whole / 5)));
    const step = [1, 2, 5, 10].map((factor) => factor * power).find((step) => whole / step <= Math.max(3, width / 110)) ?? power * 10;
    for (let time = Math.ceil((begin - this.begin) / step) * step; time <= end - this.begin; time += step) {
      const x = (time + this.begin - begin) / whole * width;
      root.append(drawing("line", { x1: x, x2: x, y1: 0, y2: 4000, class: "tick" }));
      if (x > width - 60) continue;
      const text = drawing("text", { x: x + 4, y: 13, class: "lane" });
      text.textContent = duration(time);
      root.append(text);
    }
  }

  drawBar(root, bar, y, begin, scale, width) {
    const isWindow = this.window !== null && bar.start === this.window[0] && bar.end === this.window[1];
    const said = `${label(bar.key, 300)}: ${duration(bar.end - bar.start)}, of which its own ${duration(bar.ownNanoseconds)}`;
    const kind = `make ${bar.isFailed ? "failed" : bar.awaits ? "awaits" : ""} ${bar.isCritical ? "critical" : ""} ${isWindow ? "chosen" : ""}`;
    const press = () => {
      this.window = isWindow ? null : [bar.start, bar.end];
      byID("flame-detail").textContent = isWindow ? "" : said;
      this.draw();
    };
    const place = { start: bar.start, end: bar.end, top: y + bar.depth * barHeight };
    this.box(root, { ...place, said, kind, text: bar.key, press }, begin, scale, width);
  }

  /** Draws a wait below the bars: while the thread waited, the factories above it waited. */
  drawWait(root, wait, y, begin, scale, width) {
    const said = `waits for ${wait.key === undefined ? "its turn" : label(wait.key, 300)}: ${duration(wait.end - wait.start)}`;
    this.box(root, { said, start: wait.start, end: wait.end, top: y, kind: "wait", text: said }, begin, scale, width);
  }

  box(root, { said, start, end, top, kind, text, press }, begin, scale, width) {
    const left = Math.max(0, (start - begin) * scale), right = Math.min(width, (end - begin) * scale);
    // A narrower box is not visible; the table has it.
    if (right - left < 0.4) return;
    const box = drawing("rect", {
      x: left + 0.5, y: top + 0.5, width: Math.max(0.5, right - left - 1), height: barHeight - 2, rx: 2, class: kind,
    });
    const title = drawing("title", {});
    title.textContent = said;
    box.append(title);
    if (press) box.addEventListener("click", press);
    root.append(box);
    const room = Math.floor((right - left - 8) / 7.4);
    if (room < 3) return;
    const name = drawing("text", { x: left + 5, y: top + 13.5, "pointer-events": "none" });
    name.textContent = brief(text, room);
    root.append(name);
  }
}

/** Computes the depth of each call among the calls of its thread. */
function nest(makings) {
  const sorted = [...makings].sort((a, b) => a.thread - b.thread || a.start - b.start || b.end - a.end);
  let open = [];
  for (const making of sorted) {
    open = open.filter((other) => other.thread === making.thread && other.end > making.start);
    // A factory that awaits lets other factories run on its thread, and these may end after it.
    const around = open.filter((other) => other.end >= making.end).pop();
    const taken = new Set(open.map((other) => other.depth));
    making.depth = around === undefined ? 0 : around.depth + 1;
    while (taken.has(making.depth)) making.depth++;
    open.push(making);
  }
  return sorted;
}
