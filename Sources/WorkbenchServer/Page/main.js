// Puts the page together.

import { BrowsePanel } from "./browse.js";
import { ClipPlayer } from "./clip.js";
import { Connection } from "./connection.js";
import { find, make } from "./elements.js";
import { Inspector } from "./inspector.js";
import { listenForExports } from "./export.js";
import { GraphPanel } from "./graph.js";
import { KernelPanel } from "./kernel.js";
import { Model } from "./model.js";
import { Overlay } from "./overlay.js";
import { PaintPanel } from "./paint.js";
import { StackPanel } from "./stack.js";
import { Stage } from "./stage.js";

const connection = new Connection();
const model = new Model(connection);
const stage = new Stage(model);
new StackPanel(model);
new BrowsePanel(model, stage);
const overlay = new Overlay(model, stage);
const kernel = new KernelPanel(model, stage, overlay);
new Inspector(model, stage);
const clip = new ClipPlayer(model, stage);
const paint = new PaintPanel(model, stage, overlay);
const graph = new GraphPanel(model, stage);
listenForExports(model, stage);
// For tests.
window.workbench = { model, stage, kernel, clip };

// MARK: Views

const panels = { filters: ["browse", "stack"], kernel: ["kernel", "kernel-side"], graph: ["graph-steps", "graph"], paint: ["paint", "stack"] };
for (const button of document.getElementsByName("part")) {
  button.addEventListener("change", () => {
    for (const ids of Object.values(panels)) for (const id of ids) find(id).hidden = !panels[button.value].includes(id);
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

connection.addEventListener("lost", () => { find("lost").hidden = false; });
find("reload").addEventListener("click", () => location.reload());

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

find("undo-button").addEventListener("click", () => model.edit({ type: "undo" }));
find("redo-button").addEventListener("click", () => model.edit({ type: "redo" }));
addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
  // Fields for text have their own undo.
  if (event.target.matches("textarea, input[type=search], input[type=text]")) return;
  event.preventDefault();
  model.edit({ type: event.shiftKey ? "redo" : "undo" });
});
