// The events by request: those of one scope together, also long after.

class RecordsView {
  constructor(search) {
    this.search = search;
    this.place = byID("record");
    this.scopes = [];
    this.chosen = null;
    const looks = { failed: "badge bad", slow: "badge warn", open: "badge good" };
    this.table = new Table(byID("records-table"), [
      { title: "Request", value: recordName, width: "30%", show: (scope) => element("button", {
        type: "button", class: "link", "data-key": String(scope.number), title: "Show its events",
        onclick: () => this.choose(scope.number) }, name(recordName(scope))) },
      { title: "Request ID", value: (scope) => scope.request?.id ?? "", show: (scope) => shortText(scope.request?.id ?? "", 24) },
      { title: "Ago", value: (scope) => this.now - scope.start, show: (scope) => ago(this.now - scope.start), isNumber: true,
        width: "112px" },
      { title: "Took", value: (scope) => scope.end === undefined ? null : scope.end - scope.start, isNumber: true, width: "98px",
        show: (scope) => scope.end === undefined ? "–" : duration(scope.end - scope.start) },
      { title: "Events", value: (scope) => scope.eventCount, show: (scope) => count(scope.eventCount), isNumber: true, width: "90px" },
      { title: "Kept as", value: (scope) => scope.reason, width: "110px",
        show: (scope) => element("span", { class: looks[scope.reason] ?? "badge", text: scope.reason }) },
      { title: "Scope", value: (scope) => scope.container, width: "15%",
        show: (scope) => `#${scope.container} ${label(scope.tag, 40)}` },
    ], { caption: "Requests whose events are kept together", sort: 2, empty: "No scope was opened yet.",
      mark: (scope) => scope.reason === "failed" ? "bad" : null });
    this.head = element("div", { class: "head" });
    const rows = element("div");
    this.place.append(this.head, rows);
    const begin = () => this.record?.start ?? 0;
    this.events = new Table(rows, [
      { title: "At", value: (event) => event.number, show: (event) => "+" + duration(event.start - begin()), isNumber: true,
        width: "98px" },
      { title: "What", value: (event) => event.kind, width: "110px", show: (event) => element("span", {
        class: isFailure(event) ? "badge bad" : "badge", text: event.kind }) },
      { title: "Key", value: (event) => event.key ?? "", width: "28%", show: (event) => keyLink(event.key) },
      { title: "Took", value: (event) => event.end - event.start, isNumber: true, width: "98px",
        show: (event) => event.end > event.start ? duration(event.end - event.start) : "–" },
      { title: "In", value: (event) => event.container ?? 0, width: "130px",
        show: (event) => `#${event.container} ${label(event.scope ?? "", 40)}` },
      { title: "Asked for by", value: (event) => event.asker ?? "", show: (event) => label(event.asker ?? "") },
      { title: "More", value: more, show: (event) => label(more(event), 300) },
    ], { caption: "The events of one request, in their order", sort: 0, mark: (event) => isFailure(event) ? "bad" : null });
  }

  async refresh() {
    const answer = await ask("recorded.json");
    this.now = answer.now;
    this.ended = answer.ended;
    this.scopes = answer.scopes;
    if (this.wanted !== undefined) {
      const scope = this.scopes.find((scope) => scope.container === this.wanted);
      if (scope !== undefined) this.chosen = scope.number;
      this.wanted = undefined;
    }
    // The events of an ended scope do not change.
    if (this.chosen !== null && (this.record?.number !== this.chosen || this.record.end === undefined)) await this.load();
    this.find();
  }

  find() {
    const words = this.search.value.toLowerCase().split(/\s+/).filter((word) => word !== "");
    const found = this.scopes.filter((scope) => {
      const text = [recordName(scope), scope.request?.id, scope.tag, scope.place, scope.reason, `#${scope.container}`]
        .join("\n").toLowerCase();
      return words.every((word) => text.includes(word));
    });
    this.table.show(found);
    const open = this.scopes.filter((scope) => scope.end === undefined).length;
    byID("events-count").textContent = `${count(open)} open, ${count(this.scopes.length - open)} kept of ${count(this.ended ?? 0)} ended`
      + (words.length > 0 ? `; ${count(found.length)} found` : "");
  }

  async choose(number) {
    this.chosen = number;
    await this.load();
    this.place.focus();
    this.place.scrollIntoView({ block: "nearest" });
  }

  async load() {
    const number = this.chosen;
    const [record] = (await ask(`recorded.json?number=${number}`)).scopes;
    if (this.chosen !== number) return;
    if (record === undefined) return this.close();
    this.record = record;
    const lost = record.eventCount - record.events.length;
    fill(this.head,
      element("div", {}, element("h2", { text: label(recordName(record), 220) }), element("p", { class: "note", text: [
        record.request?.id, `scope #${record.container} ${label(record.tag, 40)}`, `opened at ${label(record.place)}`,
        record.end === undefined ? "open" : `took ${duration(record.end - record.start)}`,
        lost > 0 ? `${count(lost)} further events are not kept` : "",
      ].filter(Boolean).join(" · ") })),
      element("button", { type: "button", text: "Close", title: "Close (Escape)", onclick: () => this.close() }));
    this.events.show(record.events);
    this.place.hidden = false;
  }

  /** Closes the events of the chosen request, and returns whether one was chosen. */
  close() {
    if (this.chosen === null) return false;
    this.chosen = null;
    this.record = undefined;
    this.place.hidden = true;
    return true;
  }
}

/** The request of a scope, or the scope's tag if it was opened for none. */
const recordName = (scope) => requestName(scope) || scope.tag;
