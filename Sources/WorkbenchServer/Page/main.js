// Puts the page together.

import { BrowsePanel } from "./browse.js";
import { ClipPlayer } from "./clip.js";
import { Connection } from "./connection.js";
import { find, make } from "./elements.js";
import { listenForExports } from "./export.js";
import { GraphPanel } from "./graph.js";
import { Inspector } from "./inspector.js";
import { Keeper, readKept } from "./keep.js";
import { KernelPanel } from "./kernel.js";
import { MessageBar } from "./messages.js";
import { Model } from "./model.js";
import { Notice } from "./notice.js";
import { Overlay } from "./overlay.js";
import { PaintPanel } from "./paint.js";
import { Sides } from "./sides.js";
import { StackPanel } from "./stack.js";
import { Stage } from "./stage.js";

const connection = new Connection();
const model = new Model(connection);
const stage = new Stage(model);
const messages = new MessageBar(model);
const kept = readKept();
new Notice(model, stage);
new StackPanel(model, messages);
new BrowsePanel(model, stage);
const overlay = new Overlay(model, stage);
const kernel = new KernelPanel(model, stage, overlay, messages, kept.kernel);
new Inspector(model, stage);
const clip = new ClipPlayer(model, stage);
const paint = new PaintPanel(model, stage, overlay, kept.brush);
const graph = new GraphPanel(model, stage);
listenForExports(model, stage);
const keeper = new Keeper(model, kernel, paint);
model.addEventListener("state", () => keeper.restore(kept), { once: true });
// For tests.
window.workbench = { model, stage, kernel, clip };

// MARK: Views

const panels = { filters: ["browse", "stack"], kernel: ["kernel", "kernel-side"], graph: ["graph-steps", "graph"], paint: ["paint", "stack"] };
const sides = new Sides();
sides.show(panels.filters);
for (const button of document.getElementsByName("part")) {
  button.addEventListener("change", () => {
    for (const ids of Object.values(panels)) for (const id of ids) find(id).hidden = !panels[button.value].includes(id);
    sides.show(panels[button.value]);
    document.body.className = button.value;
    // The result is shown again before something else is.
    if (button.value !== "graph") graph.setOpen(false);
    // The graph is that of what was shown before: of the stack, or of the kernel.
    if (button.value === "kernel") kernel.open();
    if (button.value === "filters" || button.value === "paint") kernel.close();
    paint.setOpen(button.value === "paint");
    if (button.value === "graph") graph.setOpen(true);
  });
}

connection.addEventListener("lost", () => {
  keeper.isLost = true;
  find("lost").hidden = false;
});
find("reload").addEventListener("click", async () => {
  try {
    await fetch(location.href, { method: "HEAD" });
    keeper.isLost = false;
    location.reload();
  } catch {
    // The browser's page for addresses that don't answer would take the place of this one.
    find("lost-text").textContent = "The program doesn't answer. Start it again, and open the address that it prints. What is on this page stays here to be read.";
  }
});

// MARK: Pictures

const pictures = find("picture");
const showPictures = () => {
  pictures.replaceChildren(...model.pictures.map(({ id, name }) => make("option", { value: id }, name)));
  pictures.value = model.state.picture;
};
model.on("pictures", showPictures);
model.on("state", () => { pictures.value = model.state.picture; });
pictures.addEventListener("change", () => model.edit({ type: "open", picture: pictures.value }));
find("file").addEventListener("change", ({ target }) => {
  if (target.files[0]) connection.sendPicture(target.files[0]);
  target.value = "";
});
const view = find("view");
view.addEventListener("dragover", (event) => { event.preventDefault(); view.classList.add("drop"); });
view.addEventListener("dragleave", () => view.classList.remove("drop"));
view.addEventListener("drop", (event) => {
  event.preventDefault();
  view.classList.remove("drop");
  if (event.dataTransfer.files[0]) connection.sendPicture(event.dataTransfer.files[0]);
});

// MARK: Undo

const redo = () => model.edit({ type: "redo" });
find("undo-button").addEventListener("click", () => model.undo());
find("redo-button").addEventListener("click", redo);
addEventListener("keydown", (event) => {
  const key = event.key.toLowerCase();
  if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== "z" && key !== "y")) return;
  // Fields for text have their own undo.
  if (event.target.matches("textarea, input[type=search], input[type=text]")) return;
  event.preventDefault();
  if (key === "y" || event.shiftKey) redo();
  else model.undo();
});
