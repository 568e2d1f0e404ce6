// How the pointer and the keyboard move the picture.

import { drag, find } from "./elements.js";

export function navigate(stage) {
  const { view, viewport } = stage;
  view.addEventListener("wheel", (event) => {
    event.preventDefault();
    viewport.zoomBy(Math.exp(-event.deltaY / 300), stage.point(event));
    stage.moved();
  }, { passive: false });
  view.addEventListener("pointerdown", (event) => {
    if (event.target !== view && event.target !== stage.canvas) return;
    view.focus();
    if (stage.tool) return stage.tool.begin(event);
    let last = stage.point(event);
    view.classList.add("dragging");
    drag(event, view, (moved) => {
      const place = stage.point(moved);
      viewport.moveBy(place.x - last.x, place.y - last.y);
      last = place;
      stage.moved();
    }, () => view.classList.remove("dragging"));
  });
  const divider = find("divider");
  const setSplit = (value) => { stage.split = Math.min(1, Math.max(0, value)); stage.draw(); };
  divider.addEventListener("pointerdown", (event) => {
    divider.focus();
    drag(event, divider, (moved) => setSplit(stage.point(moved).x / stage.canvas.width));
  });
  divider.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -0.01, ArrowRight: 0.01, Home: -1, End: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    setSplit(stage.split + step * (event.shiftKey ? 10 : 1));
  });
  view.addEventListener("keydown", (event) => key(stage, event));
  for (const button of document.getElementsByName("mode")) {
    button.addEventListener("change", () => { stage.mode = button.value; stage.draw(); stage.requestBefore(); });
  }
  const actions = {
    "zoom-in": () => viewport.zoomBy(2), "zoom-out": () => viewport.zoomBy(0.5),
    "zoom-pixels": () => viewport.zoomBy(1 / viewport.zoom), fit: () => viewport.fit(stage.pictureRect),
    "fit-result": () => fitResult(stage),
  };
  for (const [id, action] of Object.entries(actions)) {
    find(id).addEventListener("click", () => { action(); stage.moved(); });
  }
}

function fitResult(stage) {
  const extent = stage.model.result.extent;
  if (extent) stage.viewport.fit({ x: extent[0], y: extent[1], width: extent[2], height: extent[3] }, 64);
}

function key(stage, event) {
  if (event.target !== stage.view || event.ctrlKey || event.metaKey || event.altKey) return;
  if (stage.tool?.key(event)) return event.preventDefault();
  const { viewport } = stage;
  const step = (event.shiftKey ? 160 : 32) * stage.scale;
  const action = {
    ArrowLeft: () => viewport.moveBy(step, 0), ArrowRight: () => viewport.moveBy(-step, 0),
    ArrowUp: () => viewport.moveBy(0, step), ArrowDown: () => viewport.moveBy(0, -step),
    "+": () => viewport.zoomBy(2), "=": () => viewport.zoomBy(2), "-": () => viewport.zoomBy(0.5),
    0: () => viewport.fit(stage.pictureRect), 1: () => viewport.zoomBy(1 / viewport.zoom),
  }[event.key];
  if (!action) return;
  event.preventDefault();
  action();
  stage.moved();
}
