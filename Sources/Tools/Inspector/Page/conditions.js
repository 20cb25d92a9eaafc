// Which registrations are used, which are not, and why.

class ConditionsView {
  constructor() {
    this.search = byID("conditions-search");
    this.entries = [];
    this.search.addEventListener("input", paused(() => this.find()));
    const state = (entry) => element("span", { class: entry.isUsed ? "badge good" : "badge", text: entry.isUsed ? "in" : "out" });
    const place = (entry) => `${entry.file}:${entry.line}`, modules = (entry) => entry.modules.join(" > ");
    this.table = new Table(byID("conditions-table"), [
      { title: "Used", value: (entry) => entry.isUsed ? 1 : 0, show: state, width: "76px" },
      { title: "Key", value: (entry) => entry.key, width: "24%",
        show: (entry) => entry.isUsed ? keyLink(entry.key) : label(entry.key, 200) },
      { title: "Why", value: (entry) => entry.explanation, show: (entry) => label(entry.explanation, 300), width: "34%" },
      { title: "Place", value: place, show: (entry) => shortText(place(entry), 40), width: "20%" },
      { title: "Module", value: modules, show: (entry) => label(modules(entry), 80) },
    ], { caption: "Registrations, and why each is used or not", empty: "Nothing is registered." });
  }

  async refresh() {
    this.entries = await ask("conditions.json");
    this.find();
  }

  find() {
    const words = this.search.value.toLowerCase().split(/\s+/).filter((word) => word !== "");
    const found = this.entries.filter((entry) => {
      const text = [entry.key, entry.isUsed ? "in" : "out", entry.reason, entry.explanation, ...entry.modules, entry.file]
        .join("\n").toLowerCase();
      return words.every((word) => text.includes(word));
    });
    this.table.show(found);
    const unused = this.entries.filter((entry) => !entry.isUsed).length;
    byID("conditions-count").textContent = words.length === 0
      ? `${plural(found.length, "registration")}, ${count(unused)} not used`
      : `${count(found.length)} of ${count(this.entries.length)} found`;
  }

  escape() {
    if (this.search.value === "") return false;
    this.search.value = "";
    this.find();
    return true;
  }
}
