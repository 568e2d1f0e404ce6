// Moving the cards of the stack: by dragging their grips, and with the arrow keys.

import { drag } from "./elements.js";

export function makeReorderable(list, card, grip, move) {
  const index = () => [...list.children].indexOf(card);

  grip.addEventListener("keydown", (event) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const to = index() + step;
    if (to >= 0 && to < list.children.length) move(to);
  });

  grip.addEventListener("pointerdown", (event) => {
    let target = null;
    const clear = () => { for (const other of list.children) other.classList.remove("drop-before", "drop-after"); };
    drag(event, grip, ({ clientY }) => {
      clear();
      const others = [...list.children].filter((other) => other !== card);
      // The number of other cards above the pointer is the new place.
      target = others.filter((other) => {
        const box = other.querySelector(".layer-head").getBoundingClientRect();
        return clientY > box.top + box.height / 2;
      }).length;
      if (target < others.length) others[target].classList.add("drop-before");
      else others.at(-1)?.classList.add("drop-after");
    }, () => {
      clear();
      if (target !== null && target !== index()) move(target);
    });
  });
}
