// The list of filters: by category, with search, and with a preview of each on the picture.

import { find, make } from "./elements.js";
import { statuses } from "./labels.js";

export class BrowsePanel {
  constructor(model, stage) {
    [this.model, this.stage] = [model, stage];
    this.list = find("filters");
    this.thumbnails = new Map();
    this.thumbnailCount = 0;
    this.observer = new IntersectionObserver((entries) => this.see(entries), { root: this.list, rootMargin: "200px" });
    model.on("catalogue", () => this.build());
    model.on("state", ({ isNewPicture }) => { if (isNewPicture) this.forgetThumbnails(); });
    model.connection.on("thumbnail", (frame) => this.paint(frame));
    model.connection.on("noThumbnail", ({ id, message }) => {
      const row = this.thumbnails.get(id);
      if (row) row.dataset.reason = message;
    });
    find("search").addEventListener("input", () => this.build());
    find("search").addEventListener("keydown", (event) => {
      if (event.key === "ArrowDown") { event.preventDefault(); this.rows()[0]?.focus(); }
    });
    find("category").addEventListener("change", () => this.build());
    this.list.addEventListener("keydown", (event) => this.key(event));
    this.list.addEventListener("pointerleave", () => this.preview(null));
    this.list.addEventListener("focusout", (event) => {
      if (!this.list.contains(event.relatedTarget)) this.preview(null);
    });
  }

  rows() { return [...this.list.querySelectorAll("button.filter")]; }

  build() {
    const { categories, filters, refusedUnits } = this.model.catalogue;
    const select = find("category");
    if (!select.options.length) {
      select.append(make("option", { value: "" }, `All categories (${filters.length})`),
        ...categories.map(({ id, name }) => make("option", { value: id }, name)));
    }
    const words = find("search").value.toLowerCase().split(/\s+/).filter(Boolean);
    const contains = (text) => words.every((word) => text.toLowerCase().includes(word));
    const matches = (filter) => contains(`${filter.name} ${filter.displayName} ${filter.summary ?? ""}`);
    const chosen = select.value;
    this.observer.disconnect();
    // The row under the pointer may be gone, and with it what ends its preview.
    this.preview(null);
    this.list.replaceChildren();
    for (const { id, name } of categories) {
      if (chosen && id !== chosen) continue;
      const rows = filters.filter((filter) => filter.categories[0] === id && matches(filter));
      if (rows.length > 0) this.list.append(make("h3", {}, name), ...rows.map((filter) => this.row(filter)));
    }
    if (!this.list.hasChildNodes()) this.list.append(make("p", { class: "hint" }, "No filter has these words in its name or description."));
    if (!chosen) this.listRefused(refusedUnits.filter(({ name, filters }) => contains(`${name} ${filters.join(" ")}`)));
    const [first] = this.rows();
    if (first) first.tabIndex = 0;
  }

  row(filter) {
    const canvas = make("canvas", { width: 160, height: 120, "aria-hidden": "true" });
    const row = make("button", { type: "button", class: "filter", tabindex: -1, "data-filter": filter.name, title: filter.name,
      onclick: () => { this.preview(null); this.model.edit({ type: "add", filter: filter.name }); },
      onpointerenter: () => this.preview(filter, row), onfocus: () => this.preview(filter, row) },
      canvas, make("b", {}, filter.displayName), make("small", {}, filter.unit ?? filter.name));
    this.observer.observe(row);
    return row;
  }

  listRefused(units) {
    if (units.length === 0) return;
    const title = `${units.length} ${units.length === 1 ? "image unit isn't" : "image units aren't"} available`;
    this.list.append(make("details", { class: "refused" }, make("summary", {}, title), ...units.map(({ name, filters, reasons }) =>
      make("div", { class: "unit" }, make("b", {}, name), filters.length ? make("p", {}, filters.join(", ")) : null,
        ...reasons.map((reason) => make("p", { class: "error" }, reason))))));
  }

  key(event) {
    const rows = this.rows();
    const index = rows.indexOf(document.activeElement);
    const to = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: rows.length - 1, PageDown: index + 8, PageUp: index - 8 }[event.key];
    if (to === undefined || index < 0) return;
    event.preventDefault();
    if (to < 0 && event.key === "ArrowUp") return find("search").focus();
    const target = rows[Math.min(Math.max(to, 0), rows.length - 1)];
    for (const row of rows) row.tabIndex = -1;
    target.tabIndex = 0;
    target.focus();
  }

  // Shows a filter on the picture after a moment, so that a pointer that passes by doesn't render all of them.
  preview(filter, row) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.stage.setTrial(filter?.name ?? null);
      this.describe(filter, row);
    }, filter ? 150 : 50);
  }

  describe(filter, row) {
    if (!filter) return;
    const [status, meaning] = filter.unit ? [`Image unit ${filter.unit}`] : statuses[filter.status] ?? [];
    find("filter-details").replaceChildren(
      make("b", {}, filter.displayName), " ", make("small", {}, filter.name),
      status ? make("small", { class: meaning ? "term" : "", title: meaning }, status) : "",
      make("p", {}, filter.summary ?? ""), row?.dataset.reason ? make("p", { class: "error" }, row.dataset.reason) : "",
      filter.documentation ? make("a", { href: filter.documentation, target: "_blank", rel: "noreferrer noopener" }, "Documentation") : "");
  }

  // MARK: Thumbnails

  see(entries) {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting || target.dataset.asked || !this.model.state.picture) continue;
      target.dataset.asked = "yes";
      this.thumbnailCount += 1;
      this.thumbnails.set(this.thumbnailCount, target);
      this.model.connection.send({ type: "thumbnail", filter: target.dataset.filter, id: this.thumbnailCount });
    }
  }

  forgetThumbnails() {
    this.thumbnails.clear();
    this.observer.disconnect();
    for (const row of this.rows()) {
      delete row.dataset.asked;
      this.observer.observe(row);
    }
  }

  paint({ id, width, height, pixels }) {
    const row = this.thumbnails.get(id);
    this.thumbnails.delete(id);
    row?.querySelector("canvas").getContext("2d").putImageData(new ImageData(pixels, width, height), 0, 0);
  }
}
