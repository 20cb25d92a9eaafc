// Why a key leads to its registration: a part of a node's details, which asks the server when it is opened.

const owners = { own: "this container", base: "the container that this one overrides", parent: "a parent container" };
const origins = {
  value: "a value that the registration contains", seed: "a value that the scope receives when it is opened",
  choice: "one of several registrations, chosen in each scope", adapter: "an adapter, from another registration's instance",
  alias: "an additional type of another registration's instance", justInTime: "its type itself, because nothing is registered",
  missing: "nothing: no registration is used",
};
const entries = { root: "a root", eager: "eager", unneeded: "needed by no registration" };

class Why {
  constructor(chooseKey) {
    this.chooseKey = chooseKey;
    this.key = null;
  }

  /** The part for a node, which stays as it is while the node is the same. */
  part(node, query) {
    if (this.key === node.key && this.query === query) return this.box;
    this.key = node.key;
    this.query = query;
    this.button = element("button", {
      type: "button", "aria-expanded": "false", "aria-controls": "why",
      text: node.state === "missing" ? "Why is it missing?" : "Why this registration?", onclick: () => this.toggle(),
    });
    this.content = element("div", { id: "why", "aria-live": "polite", hidden: true });
    this.box = element("section", { class: "why", "aria-label": "Why" }, this.button, this.content);
    return this.box;
  }

  async toggle() {
    const { content, key } = this, isOpen = content.hidden;
    this.button.setAttribute("aria-expanded", String(isOpen));
    content.hidden = !isOpen;
    if (!isOpen) return;
    try {
      const reason = await ask("why.json?key=" + encodeURIComponent(this.query));
      fill(content, ...reason.key === key ? this.lines(reason) : [this.note("The graph has changed. Choose the node again.")]);
    } catch (error) {
      fill(content, this.note(`No answer: ${error.message}`));
    }
  }

  note(text) {
    return element("p", { class: "note", text });
  }

  lines(reason) {
    const rows = [], { condition } = reason;
    const row = (term, value) => {
      if (value) rows.push(element("dt", { text: term }), element("dd", { text: label(value, 600) }));
    };
    row("Modules", reason.registration?.modules.join(" > "));
    row("In", owners[reason.owner]);
    row("Provided by", origins[reason.origin]);
    row("Private in", reason.privateIn);
    row("Found by", reason.isForListsOnly && "lists and maps of its type only");
    row("Condition", condition && this.words(condition));
    return [
      element("dl", {}, ...rows),
      ...this.section("Around each instance, innermost first", reason.layers.map((layer) =>
        this.item(`${layer.kind} at ${layer.file}:${layer.line}`, layer.module && `in module ${layer.module}`))),
      ...this.section(reason.origin === "missing" ? "Registered, but not used" : "Used instead of", reason.losers.map((loser) =>
        this.item(`${loser.registration.file}:${loser.registration.line}`, loser.explanation))),
      ...this.section("Shortest path from an entry", reason.path.map((key, index) =>
        this.link(key, index === 0 ? entries[reason.entry] : null))),
      ...this.section("Similar keys", reason.near.map((key) => this.link(key))),
    ];
  }

  words(condition) {
    const facts = [condition.isMet ? "holds" : "does not hold"];
    for (const [name, isSet] of Object.entries(condition.variables).sort()) facts.push(`${name} is ${isSet ? "" : "not "}set`);
    if (condition.readsWholeEnvironment) facts.push("it has read the whole environment");
    return facts.join(", ");
  }

  section(title, items) {
    return items.length === 0 ? [] : [element("h3", { text: title }), element("ul", {}, ...items.slice(0, neighboursShown))];
  }

  item(text, more) {
    return element("li", {}, element("span", { text: label(text, 300) }), more ? element("small", { text: label(more, 600) }) : null);
  }

  link(key, more) {
    return element("li", {}, element("button", { type: "button", onclick: () => this.chooseKey(key) }, name(key),
      more ? element("small", { text: more }) : null));
  }
}
