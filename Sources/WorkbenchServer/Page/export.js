// Keeping results: as pictures, recipes, Swift code and commands.

import { find, show } from "./elements.js";
import { Menu } from "./menu.js";

const titles = { recipe: "Recipe", swift: "Swift code", command: "Command" };
const names = { recipe: "recipe.json", swift: "filters.swift", command: "filters.sh" };

const files = { "image/png": "result.png", "image/jpeg": "result.jpg", "application/zip": "unit.zip", "video/mp4": "result.mp4" };

export function listenForExports(model, stage) {
  const menu = new Menu(find("export"));
  const dialog = find("text-dialog");
  const area = dialog.querySelector("textarea");
  let form = "";
  menu.onchoose = (button) => model.edit({ type: "export", form: button.dataset.form, subject: stage.subject });

  model.connection.on("exported", (exported) => {
    form = exported.form;
    find("text-title").textContent = titles[form];
    area.value = exported.text;
    show(find("text-note"), exported.note ?? "");
    show(dialog.querySelector(".error"), "");
    find("text-copied").textContent = "";
    dialog.showModal();
    // Texts are read from their beginning.
    area.setSelectionRange(0, 0);
    area.scrollTop = 0;
  });
  model.connection.on("exporting", ({ fraction }) => {
    const element = find("exporting");
    element.hidden = fraction === undefined;
    element.querySelector("progress").value = fraction ?? 0;
  });
  find("cancel-export").addEventListener("click", () => model.edit({ type: "cancelExport" }));
  model.connection.on("file", ({ form: type, pixels }) => {
    save(new Blob([pixels], { type }), files[type]);
  });
  find("text-copy").addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(area.value);
      find("text-copied").textContent = "Copied";
    } catch (error) {
      show(dialog.querySelector(".error"), `The browser doesn't allow copying (${error.message}). Select the text and copy it.`);
      area.select();
    }
  });
  find("text-save").addEventListener("click", () => save(new Blob([area.value], { type: "text/plain" }), names[form]));
  find("text-close").addEventListener("click", () => dialog.close());
}

function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
