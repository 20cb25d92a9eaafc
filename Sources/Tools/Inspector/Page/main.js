// The whole page: the tabs, the numbers at the top, and the periodic requests to the server.

class App {
  constructor() {
    this.period = 2000;
    this.isPaused = false;
    this.failures = 0;
    this.seen = new Map();
    this.tabs = [...byID("tabs").querySelectorAll("[role=tab]")];
    this.views = {
      graph: new GraphView(), slots: new SlotsView(), scopes: new ScopesView(), events: new EventsView(), start: new StartView(),
      conditions: new ConditionsView(),
    };
    for (const tab of this.tabs) tab.addEventListener("click", () => this.open(tab.id.slice(4)));
    byID("tabs").addEventListener("keydown", (event) => this.onTabKey(event));
    byID("pause").addEventListener("click", () => this.pause());
    document.addEventListener("keydown", (event) => this.onKey(event));
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.tick(); });
    addEventListener("hashchange", () => this.open(this.named()));
    this.open(this.named());
  }

  /** The view that the address names, or the graph if it names none. */
  named() {
    const name = location.hash.slice(1);
    return Object.hasOwn(this.views, name) ? name : "graph";
  }

  open(view) {
    this.current = view;
    for (const tab of this.tabs) {
      const isOpen = tab.id === `tab-${view}`;
      tab.setAttribute("aria-selected", String(isOpen));
      tab.tabIndex = isOpen ? 0 : -1;
      byID(tab.getAttribute("aria-controls")).hidden = !isOpen;
    }
    if (this.named() !== view) history.replaceState(null, "", `#${view}`);
    this.refreshView();
  }

  showInGraph(key) {
    this.open("graph");
    this.views.graph.chooseKey(key);
  }

  /** Shows the events of a scope, by its number as a container. */
  showRecord(container) {
    this.views.events.records.wanted = container;
    this.views.events.isByRequest = true;
    this.views.events.showMode();
    this.open("events");
  }

  /** Asks for the open view again, also while the page is paused. */
  refreshView() {
    this.seen.delete(this.current);
    this.tick();
  }

  // MARK: Asking

  /** Sends requests now and after each period, but not while the page is hidden or paused. */
  async tick() {
    clearTimeout(this.timer);
    if (document.hidden || this.isPaused && this.seen.has(this.current)) return;
    // Only one request at a time: a slow one is not repeated before it ends.
    if (this.isAsking) {
      this.isAgain = true;
      return;
    }
    this.isAsking = true;
    this.isAgain = false;
    try {
      await this.refresh();
      this.failures = 0;
      this.say(this.isPaused ? "paused" : "live", this.isPaused ? "" : "live");
    } catch (error) {
      this.failures++;
      this.say(`no answer: ${error.message}`, "lost");
    }
    this.isAsking = false;
    // A server that does not answer is asked less and less often.
    const wait = this.isAgain ? 0 : Math.min(this.period * 2 ** this.failures, 30_000);
    if (this.isAgain || !this.isPaused) this.timer = setTimeout(() => this.tick(), wait);
  }

  /** Updates the numbers at the top, and the open view if there were events since its last update. */
  async refresh() {
    const summary = await ask("summary.json"), view = this.current;
    this.showSummary(summary);
    const said = `${summary.container} ${summary.events}`;
    // Ages change even without events.
    const isAging = view === "scopes" || view === "events";
    if (this.seen.get(view) === said && !isAging) return;
    await this.views[view].refresh();
    this.seen.set(view, said);
    document.documentElement.dataset.shown = view;
  }

  showSummary(summary) {
    const health = worst(summary.health);
    const entries = [
      ...health === null ? [] : [["health", health, isDown(summary.health)]],
      ["registrations", summary.registrations], ["made", summary.made], ["failed", summary.failed, summary.failed > 0],
      ["waits", summary.waits], ["open scopes", summary.openScopes], ["too old", summary.suspects, summary.suspects > 0],
      ["events", summary.events], ["failed deliveries", summary.failedDeliveries, summary.failedDeliveries > 0],
    ];
    const shown = entries.filter(([term, , isBad]) => isBad || term !== "too old" && term !== "failed deliveries");
    fill(byID("summary"), ...shown.map(([term, value, isBad]) => element("div", { class: isBad ? "bad" : null },
      element("dt", { text: term }), element("dd", { text: typeof value === "string" ? value : count(value) }))));
    this.views.graph.showHealth(summary.health);
    const badge = byID("suspects");
    badge.hidden = summary.suspects === 0;
    badge.textContent = `${count(summary.suspects)} too old`;
  }

  say(text, kind) {
    const status = byID("status");
    if (status.textContent !== text) status.textContent = text;
    status.className = kind;
  }

  pause() {
    this.isPaused = !this.isPaused;
    const button = byID("pause");
    button.setAttribute("aria-pressed", String(this.isPaused));
    button.textContent = this.isPaused ? "Paused" : "Pause";
    this.say(this.isPaused ? "paused" : "live", this.isPaused ? "" : "live");
    if (!this.isPaused) this.tick();
    else clearTimeout(this.timer);
  }

  // MARK: Keys

  onTabKey(event) {
    const index = this.tabs.indexOf(document.activeElement), last = this.tabs.length - 1;
    const moves = { ArrowRight: index === last ? 0 : index + 1, ArrowLeft: index === 0 ? last : index - 1, Home: 0, End: last };
    if (index < 0 || !(event.key in moves)) return;
    const tab = this.tabs[moves[event.key]];
    tab.focus();
    this.open(tab.id.slice(4));
    event.preventDefault();
  }

  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isTyping = event.target instanceof HTMLInputElement;
    const view = this.views[this.current];
    if (event.key === "Escape") {
      if (view.escape()) event.preventDefault();
    } else if (isTyping) {
      return;
    } else if (event.key === "/" && view.search) {
      view.search.focus();
      view.search.select();
      event.preventDefault();
    } else if (event.key === "p") {
      this.pause();
    }
  }
}

const app = new App();
