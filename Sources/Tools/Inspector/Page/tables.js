// Tables that can be sorted by each column, and the views that consist of tables: slots and scopes.

class Table {
  /**
   * Columns: `title`, `value(row)` to sort by, `show(row)` for an element or a text, `isNumber`, `width`.
   * Options: `caption`, `sort` (a column's number), `isDescending`, `mark(row)` for a row's class, `limit`.
   */
  constructor(place, columns, options) {
    this.columns = columns;
    this.options = { limit: 200, isDescending: false, sort: 0, ...options };
    this.limit = this.options.limit;
    this.sort = this.options.sort;
    this.isDescending = this.options.isDescending;
    this.rows = [];
    this.heads = columns.map((column, index) => {
      const head = element("th", { scope: "col", class: column.isNumber ? "number" : null },
        element("button", { type: "button", text: column.title, onclick: () => this.sortBy(index) }));
      if (column.width) head.style.width = column.width;
      return head;
    });
    this.body = element("tbody");
    // Neither is shown before there are rows, or an answer that there are none.
    this.more = element("button", { type: "button", class: "more", hidden: true, onclick: () => this.showMore() });
    this.empty = element("p", { class: "note", hidden: true, text: this.options.empty ?? "Nothing." });
    this.order = element("select", { onchange: () => this.sortBy(Number(this.order.value)) },
      ...columns.map((column, index) => element("option", { value: index, text: column.title })));
    // On a narrow page, a row is a card and there is no head to press.
    place.append(element("label", { class: "order" }, "Sort by ", this.order),
      element("table", { role: "table" }, element("caption", { class: "hushed", text: this.options.caption }),
        element("thead", {}, element("tr", {}, ...this.heads)), this.body), this.more, this.empty);
  }

  sortBy(index) {
    this.isDescending = this.sort === index ? !this.isDescending : this.columns[index].isNumber === true;
    this.sort = index;
    this.render();
  }

  showMore() {
    this.limit += 500;
    this.render();
  }

  show(rows) {
    this.rows = rows;
    this.render();
  }

  render() {
    this.order.value = this.sort;
    const { value } = this.columns[this.sort], sign = this.isDescending ? -1 : 1;
    const compare = (a, b) => {
      const left = value(a), right = value(b);
      if (left === null || right === null) return (left === null) - (right === null);
      return (left < right ? -1 : left > right ? 1 : 0) * sign;
    };
    const rows = [...this.rows].sort(compare).slice(0, this.limit);
    // A focused button keeps the keyboard focus.
    const focused = this.body.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
    fill(this.body, ...rows.map((row) => this.line(row)));
    if (focused !== undefined) [...this.body.querySelectorAll("button")].find((one) => one.dataset.key === focused)?.focus();
    this.heads.forEach((head, index) => {
      if (index === this.sort) head.setAttribute("aria-sort", this.isDescending ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    });
    const rest = this.rows.length - rows.length;
    this.more.hidden = rest <= 0;
    this.more.textContent = `Show more: ${count(rest)} are left`;
    this.empty.hidden = this.rows.length > 0;
  }

  line(row) {
    return element("tr", { role: "row", class: this.options.mark?.(row) }, ...this.columns.map((column) => {
      const shown = column.show(row), isText = !(shown instanceof Node);
      return element("td", {
        role: "cell", class: column.isNumber ? "number" : column.kind, title: isText && shown.length > 20 ? shown : null,
        "data-title": column.title,
      }, isText ? document.createTextNode(shown) : shown);
    }));
  }
}

/** A key as a link to its node in the graph. */
const keyLink = (key) => key === null || key === undefined ? document.createTextNode("") : element("button", {
  type: "button", class: "link", "data-key": label(key, 200), title: "Show it in the graph", onclick: () => app.showInGraph(key),
}, name(key));

class SlotsView {
  constructor() {
    this.search = byID("slots-search");
    this.slots = [];
    this.search.addEventListener("input", paused(() => this.find()));
    const state = (slot) => element("span", {
      class: `badge ${slot.state === "ready" ? "good" : slot.state === "building" ? "warn" : ""}`, text: stateNames[slot.state],
    });
    const each = (slot) => slot.made > 0 ? slot.makingNanoseconds / slot.made : null;
    this.table = new Table(byID("slots-table"), [
      { title: "Key", value: (slot) => slot.key, show: (slot) => keyLink(slot.key), width: "22%" },
      { title: "Lifetime", value: (slot) => slot.lifetime ?? "", show: (slot) => lifetimeName(slot), width: "12%" },
      { title: "State", value: (slot) => slot.state, show: state, width: "118px" },
      { title: "Made", value: (slot) => slot.made, show: (slot) => count(slot.made), isNumber: true, width: "84px" },
      { title: "Failed", value: (slot) => slot.failed, show: (slot) => count(slot.failed), isNumber: true, width: "84px" },
      { title: "Live", value: (slot) => slot.live ?? null, show: (slot) => slot.live === undefined ? "–" : count(slot.live),
        isNumber: true, width: "74px" },
      { title: "Mean time", value: each, show: (slot) => slot.made > 0 ? duration(each(slot)) : "–", isNumber: true,
        width: "118px" },
      { title: "Longest", value: (slot) => slot.longestNanoseconds, isNumber: true, width: "102px",
        show: (slot) => slot.made > 0 ? duration(slot.longestNanoseconds) : "–" },
      { title: "Waited", value: (slot) => slot.waitingNanoseconds, isNumber: true, width: "98px",
        show: (slot) => slot.waits > 0 ? duration(slot.waitingNanoseconds) : "–" },
      { title: "Module", value: (slot) => slot.module ?? "", show: (slot) => label(slot.module ?? "", 80) },
    ], { caption: "Registrations and the state of their instances", sort: 3, isDescending: true,
      mark: (slot) => slot.failed > 0 ? "warn" : null });
  }

  async refresh() {
    this.slots = (await ask("slots.json")).slots;
    this.find();
  }

  find() {
    const words = this.search.value.toLowerCase().split(/\s+/).filter((word) => word !== "");
    const found = this.slots.filter((slot) => {
      const text = [slot.key, slot.lifetime, slot.scope, stateNames[slot.state], slot.module, slot.place].join("\n").toLowerCase();
      return words.every((word) => text.includes(word));
    });
    this.table.show(found);
    byID("slots-count").textContent = words.length === 0
      ? plural(found.length, "registration") : `${count(found.length)} of ${count(this.slots.length)} found`;
  }

  escape() {
    if (this.search.value === "") return false;
    this.search.value = "";
    this.find();
    return true;
  }
}

/** The request that a scope was opened for, or nothing. */
const requestName = ({ request }) => request ? `${request.method} ${request.path}` : "";

/** A scope's number as a link to its events. */
const recordLink = (scope) => element("button", {
  type: "button", class: "link", "data-key": `#${scope.container}`, text: `#${scope.container}`, title: "Show its events",
  onclick: () => app.showRecord(scope.container),
});

const lifetimeName = (slot) => slot.scope ? `${slot.lifetime} in ${label(slot.scope, 40)}` : slot.lifetime ?? "";

class ScopesView {
  constructor() {
    const isSuspect = (scope) => scope.isSuspect ? 0 : 1;
    this.table = new Table(byID("scopes-table"), [
      { title: "Scope", value: (scope) => scope.container, show: recordLink, width: "76px" },
      { title: "Tag", value: (scope) => scope.tag, show: (scope) => label(scope.tag), width: "8%" },
      { title: "Request", value: (scope) => requestName(scope), show: (scope) => label(requestName(scope), 220), width: "19%" },
      { title: "Request ID", value: (scope) => scope.request?.id ?? "", show: (scope) => shortText(scope.request?.id ?? "", 19) },
      { title: "Opened at", value: (scope) => scope.place, width: "20%",
        show: (scope) => shortText(`${scope.place.split("/").pop()} in #${scope.parent}`, 30, scope.place) },
      { title: "Age", value: (scope) => -scope.start, show: (scope) => duration(this.now - scope.start), isNumber: true,
        width: "108px" },
      { title: "Instances", value: (scope) => scope.instances, show: (scope) => count(scope.instances), isNumber: true,
        width: "108px" },
      { title: "Looks", value: isSuspect, width: "176px", show: (scope) => element("span", {
        class: scope.isSuspect ? "badge bad" : "badge", text: scope.isSuspect ? "forgotten? too old" : "as usual" }) },
    ], { caption: "Open scopes", sort: 5, isDescending: true, empty: "No scope is open.",
      mark: (scope) => scope.isSuspect ? "bad" : null });
    const time = (title, field) => ({
      title, value: (tag) => tag[field], show: (tag) => tag.ended > 0 || field === "suspectAge" ? duration(tag[field]) : "–",
      isNumber: true,
    });
    const number = (title, field) => ({
      title, value: (tag) => tag[field], show: (tag) => count(tag[field]), isNumber: true,
    });
    this.tags = new Table(byID("tags-table"), [
      { title: "Tag", value: (tag) => tag.tag, show: (tag) => label(tag.tag), width: "22%" },
      number("Open", "open"), number("Ended", "ended"), number("Failed", "failed"), time("Median", "median"),
      time("99 of 100", "percentile99"), time("Longest", "longest"), time("Too old from", "suspectAge"),
    ], { caption: "Scopes by tag", empty: "No scope was opened yet." });
  }

  async refresh() {
    const answer = await ask("scopes.json");
    this.now = answer.now;
    byID("scopes-note").textContent = `${plural(answer.count, "scope is", "scopes are")} open`
      + (answer.count > answer.scopes.length ? `, of which the ${count(answer.scopes.length)} oldest are shown` : "")
      + (answer.suspects > 0 ? `. ${count(answer.suspects)} of them may have been forgotten: scopes of their tag do not get so old.`
        : ".");
    this.table.show(answer.scopes);
    this.tags.show(answer.tags);
  }

  escape() { return false; }
}
