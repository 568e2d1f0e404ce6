/// The script for searching and copying. Without it, the pages can still be read.
enum GalleryScript {
    /// The text of `gallery.js`.
    static let text = #"""
        "use strict";
        const search = document.getElementById("search");
        if (search) {
          const cards = [...document.querySelectorAll("[data-words]")];
          const update = () => {
            const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
            let found = 0;
            for (const card of cards) {
              const fits = words.every((word) => card.dataset.words.includes(word));
              card.hidden = !fits;
              found += fits;
            }
            for (const section of document.querySelectorAll("main section")) {
              const own = section.querySelectorAll("[data-words]");
              if (own.length) section.hidden = ![...own].some((card) => !card.hidden);
            }
            document.getElementById("found").textContent = words.length ? `${found} found` : "";
          };
          search.addEventListener("input", update);
          search.form.addEventListener("submit", (event) => {
            event.preventDefault();
            const first = cards.find((card) => !card.hidden);
            if (first) first.querySelector("a").click();
          });
          document.addEventListener("keydown", (event) => {
            if (event.key === "/" && document.activeElement !== search) { event.preventDefault(); search.focus(); }
            if (event.key === "Escape" && document.activeElement === search) { search.value = ""; update(); }
          });
          update();
        }
        for (const button of document.querySelectorAll(".copy")) {
          const code = button.parentElement.querySelector("code");
          button.hidden = false;
          button.addEventListener("click", async () => {
            try {
              await navigator.clipboard.writeText(code.textContent);
              button.textContent = "Copied";
            } catch {
              // Browsers may keep the clipboard from pages opened as files: the marked text can be copied by hand.
              getSelection().selectAllChildren(code);
              button.textContent = "Press Ctrl-C";
            }
            setTimeout(() => { button.textContent = "Copy"; }, 2000);
          });
        }
        if (!search) {
          document.addEventListener("keydown", (event) => {
            if (event.altKey || event.ctrlKey || event.metaKey) return;
            const rel = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
            const link = rel && document.querySelector(`a[rel=${rel}]`);
            if (link && document.activeElement.tagName !== "PRE") link.click();
          });
        }

        """#
}
