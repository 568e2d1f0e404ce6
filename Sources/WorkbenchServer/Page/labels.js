// The words of errors: they name filters and inputs as programs do, and the page shows their labels.

// Replaces the names of filters and the keys of their inputs by what the page shows.
export function labelled(model, text, filters) {
  let labelled = text ?? "";
  for (const filter of filters) {
    labelled = replaceWord(labelled, filter, model.displayName(filter));
    for (const control of model.controls.get(filter) ?? []) labelled = replaceWord(labelled, control.key, control.displayName);
  }
  return labelled;
}

function replaceWord(text, word, label) {
  return text.replaceAll(new RegExp(`(?<!\\w)${word.replace(/\W/g, "\\$&")}(?!\\w)`, "g"), () => label);
}

// What to do at an input without which a filter makes nothing.
export function need({ kind }) {
  const todo = { text: "Write a text.", lines: "Add a line.", lens: "Write two or more numbers.", table: "Choose a file." }[kind] ?? "Set this.";
  return `${todo} The filter makes nothing without it.`;
}

// Explains the placeholders for types in the description of a function.
export function withTypes(text) {
  const meanings = {
    F: "float, vec2, vec3 or vec4", I: "int, ivec2, ivec3 or ivec4", B: "bool, bvec2, bvec3 or bvec4",
  };
  const lines = [...new Set((text ?? "").match(/\b(gen|vec)[FIB]\b/g))].map((name) => {
    const meaning = meanings[name.at(-1)];
    return `${name}: ${name.startsWith("gen") ? meaning : meaning.slice(meaning.indexOf(" ") + 1)}, the same everywhere`;
  });
  return text && [text, lines.join("\n")].filter(Boolean).join("\n\n");
}

// How close a filter is to Core Image's, and what that means.
export const statuses = {
  exact: ["Exact", "The formula is public, and the pixels are those of Core Image."],
  fitted: ["Fitted to Core Image", "The formula isn't public. The pixels were compared with pictures that Core Image rendered."],
  documented: ["As documented", "The pixels follow the documentation. There was nothing to compare them with."],
  ours: ["Look of this library", "The documentation leaves the look open, so it may differ from Core Image's."],
};
