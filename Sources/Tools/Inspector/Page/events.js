// The view of recent events.

class EventsView {
  constructor() {
    this.search = byID("events-search");
    this.events = [];
    this.next = 0;
    this.missed = 0;
    this.kinds = new Set();
    this.records = new RecordsView(this.search);
    this.isByRequest = false;
    fill(byID("events-modes"), ...[["Newest", false], ["By request", true]].map(([text, isByRequest]) => element("button", {
      type: "button", text, onclick: () => this.switchTo(isByRequest),
    })));
    this.search.addEventListener("input", paused(() => this.find()));
    const kinds = ["registered", "made", "failed", "waited", "closed", "opened", "ended"];
    fill(byID("events-kinds"), ...kinds.map((kind) => element("button", {
      type: "button", "aria-pressed": "false", text: kind, onclick: (event) => this.toggle(kind, event.currentTarget),
    })));
    const looks = { failed: "badge bad", waited: "badge warn", made: "badge good" };
    this.table = new Table(byID("events-table"), [
      { title: "#", value: (event) => event.number, show: (event) => count(event.number), isNumber: true, width: "84px" },
      { title: "Ago", value: (event) => this.now - event.end, show: (event) => ago(this.now - event.end), isNumber: true,
        width: "112px" },
      { title: "What", value: (event) => event.kind, width: "110px",
        show: (event) => element("span", { class: looks[event.kind] ?? "badge", text: event.kind }) },
      { title: "Key", value: (event) => event.key ?? "", show: (event) => keyLink(event.key), width: "26%" },
      { title: "Took", value: (event) => event.end - event.start, isNumber: true, width: "86px",
        show: (event) => event.end > event.start ? duration(event.end - event.start) : "–" },
      { title: "In", value: (event) => event.container ?? 0, width: "130px", show: (event) => [
        event.container === undefined ? "" : `#${event.container}`, label(event.scope ?? "", 40)].join(" ").trim() },
      { title: "Asked for by", value: (event) => event.asker ?? "", show: (event) => label(event.asker ?? "") },
      { title: "More", value: more, show: (event) => label(more(event), 300) },
    ], { caption: "Recent events, the newest first", sort: 0, isDescending: true, empty: "Nothing has happened.",
      mark: (event) => isFailure(event) ? "bad" : null });
    this.showMode();
  }

  /** Shows the newest events, or those of each request together. */
  async switchTo(isByRequest) {
    this.isByRequest = isByRequest;
    this.showMode();
    app.refreshView();
  }

  showMode() {
    [...byID("events-modes").children].forEach((button, index) =>
      button.setAttribute("aria-pressed", String((index === 1) === this.isByRequest)));
    byID("events-table").hidden = byID("events-kinds").hidden = this.isByRequest;
    byID("records").hidden = !this.isByRequest;
    byID("events-count").textContent = "";
  }

  async refresh() {
    if (this.isByRequest) return this.records.refresh();
    const answer = await ask(`events.json?after=${this.next}`);
    this.now = answer.now;
    // A restarted server counts from zero.
    if (answer.next < this.next) {
      this.events = [];
      this.next = 0;
      return this.refresh();
    }
    this.missed += answer.missed;
    this.next = answer.next;
    this.events = this.events.concat(answer.events).slice(-answer.capacity);
    this.find();
  }

  toggle(kind, button) {
    if (!this.kinds.delete(kind)) this.kinds.add(kind);
    button.setAttribute("aria-pressed", String(this.kinds.has(kind)));
    this.find();
  }

  find() {
    if (this.isByRequest) return this.records.find();
    const words = this.search.value.toLowerCase().split(/\s+/).filter((word) => word !== "");
    const found = this.events.filter((event) => {
      if (this.kinds.size > 0 && !this.kinds.has(event.kind)) return false;
      if (words.length === 0) return true;
      const text = [event.key, event.scope, event.asker, more(event), event.kind, `#${event.container}`].join("\n").toLowerCase();
      return words.every((word) => text.includes(word));
    });
    this.table.show(found);
    byID("events-count").textContent = (found.length === this.events.length ? plural(found.length, "event")
      : `${count(found.length)} of ${plural(this.events.length, "event")}`)
      + (this.missed > 0 ? `; ${count(this.missed)} earlier ones were dropped before they were shown` : "");
  }

  escape() {
    if (this.isByRequest && this.records.close()) return true;
    if (this.search.value === "") return false;
    this.search.value = "";
    this.find();
    return true;
  }
}

/** The text of an event's last column: an error, or the request of an opened scope. */
const more = (event) => event.detail ?? [requestName(event), event.request?.id].filter(Boolean).join("  ");

const isFailure = (event) => event.kind === "failed" || event.kind === "ended" && event.detail !== undefined;

/** An age, as exact as is useful. */
const ago = (nanoseconds) =>
  nanoseconds < 1e9 ? "now" : nanoseconds < 60e9 ? `${Math.floor(nanoseconds / 1e9)} s` : duration(nanoseconds);
