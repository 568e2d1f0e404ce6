// The editor of kernels: CodeMirror if the server has it, else a plain field. Both have the members text, onChange,
// show(notes), go(line, column) and refresh().

import { make } from "./elements.js";

export async function makeEditor(parent, service) {
  if (document.querySelector("meta[name=editor]").content !== "codemirror") return plainEditor(parent);
  // The editor measures its lines when it is made, so its style must be there. The page's own style comes after it.
  await new Promise((resolve) => {
    const style = make("link", { rel: "stylesheet", href: "editor/codemirror.css", onload: resolve, onerror: resolve });
    document.querySelector('link[href="kernel.css"]').before(style);
  });
  for (const name of ["codemirror", "simple", "matchbrackets", "show-hint"]) {
    await new Promise((resolve, reject) => {
      document.head.append(make("script", { src: `editor/${name}.js`, onload: resolve, onerror: reject }));
    });
  }
  return codeEditor(parent, service);
}

function plainEditor(parent) {
  const area = make("textarea", { class: "plain", spellcheck: "false", "aria-label": "Text of the kernel" });
  parent.append(area);
  const editor = {
    get text() { return area.value; },
    set text(text) { area.value = text; },
    onChange() {}, show() {}, refresh() {},
    go(line, column) {
      const offset = area.value.split("\n").slice(0, line).reduce((sum, text) => sum + text.length + 1, column);
      area.focus();
      area.setSelectionRange(offset, offset);
    },
  };
  area.addEventListener("input", () => editor.onChange());
  return editor;
}

const words = {
  keyword: "kernel|if|else|for|while|do|return|break|continue|const|in|out|inout|true|false|discard",
  type: "void|float|int|bool|[bi]?vec[234]|float[234]|mat[234]|sampler|__sample|__table|__color|__number",
  builtin: "sample|samplerCoord|samplerTransform|samplerExtent|samplerOrigin|samplerSize|destCoord|premultiply|unpremultiply|compare|mix|clamp|smoothstep|step|length|distance|dot|cross|normalize|abs|sign|floor|ceil|fract|mod|min|max|pow|exp2?|log2?|sqrt|inversesqrt|a?sin|a?cos|a?tan|radians|degrees|reflect|srgb_to_linear|linear_to_srgb|cos_|sin_|tan_|cossin_?|sincos_?",
};

function codeEditor(parent, service) {
  const { CodeMirror } = window;
  const word = (list) => new RegExp(`(?:${list})\\b`);
  CodeMirror.defineSimpleMode("kernel", {
    start: [
      { regex: /\/\/.*/, token: "comment" }, { regex: /\/\*/, token: "comment", next: "comment" },
      { regex: /#\s*\w+/, token: "meta", sol: true }, { regex: /(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?f?/, token: "number" },
      { regex: word(words.type), token: "type" }, { regex: word(words.keyword), token: "keyword" },
      { regex: word(words.builtin), token: "builtin" }, { regex: /[A-Za-z_]\w*/, token: "variable" },
      { regex: /[{([]/, indent: true }, { regex: /[})\]]/, dedent: true },
    ],
    comment: [{ regex: /.*?\*\//, token: "comment", next: "start" }, { regex: /.*/, token: "comment" }],
    meta: { lineComment: "//", electricChars: "})" },
  });
  const mirror = CodeMirror(parent, {
    mode: "kernel", lineNumbers: true, lineWrapping: true, indentUnit: 4, matchBrackets: true, screenReaderLabel: "Text of the kernel",
    // Tab moves the focus, so that the keyboard can leave the editor.
    extraKeys: {
      Tab: false, "Shift-Tab": false, "Ctrl-]": "indentMore", "Ctrl-[": "indentLess",
      "Ctrl-Space": () => mirror.showHint({ hint, completeSingle: false }),
    },
  });
  const hint = async () => {
    const place = mirror.getCursor();
    const items = await service.complete(place.line, place.ch);
    const start = mirror.getLine(place.line).slice(0, place.ch).match(/[#\w]*$/)[0].length;
    const prefix = mirror.getLine(place.line).slice(place.ch - start, place.ch).toLowerCase();
    const list = items.filter((item) => item.label.toLowerCase().startsWith(prefix)).map((item) => ({
      text: item.label, render: (element) => element.append(item.label, make("small", {}, item.detail || item.kind)),
    }));
    return { list, from: CodeMirror.Pos(place.line, place.ch - start), to: place };
  };
  const editor = { ...marks(mirror), onChange() {}, refresh: () => mirror.refresh() };
  Object.defineProperty(editor, "text", { get: () => mirror.getValue(), set: (text) => mirror.setValue(text) });
  editor.go = (line, column) => { mirror.focus(); mirror.setCursor(line, column); };
  mirror.on("change", () => editor.onChange());
  hover(mirror, service);
  return editor;
}

// Underlines what diagnostics are about, and writes their messages below the lines.
function marks(mirror) {
  let shown = [];
  return {
    show(notes) {
      mirror.operation(() => {
        for (const mark of shown) mark.clear();
        shown = notes.flatMap((note) => {
          const kind = note.isError ? "error" : "warning";
          const mark = mirror.markText({ line: note.line, ch: note.column }, { line: note.endLine, ch: note.endColumn }, { className: `mark-${kind}` });
          const text = [note.message, note.suggestion].filter(Boolean).join(": ");
          const widget = mirror.addLineWidget(note.line, make("div", { class: `line-note ${kind}` }, text));
          return [mark, widget];
        });
      });
    },
  };
}

// Shows the description of the word under the pointer.
function hover(mirror, service) {
  const tip = make("div", { id: "tip", role: "tooltip", hidden: true });
  document.body.append(tip);
  let timer;
  const hide = () => { clearTimeout(timer); tip.hidden = true; };
  const wrapper = mirror.getWrapperElement();
  wrapper.addEventListener("mousemove", (event) => {
    hide();
    const { clientX, clientY } = event;
    timer = setTimeout(async () => {
      const place = mirror.coordsChar({ left: clientX, top: clientY }, "window");
      const text = place.outside ? null : await service.hover(place.line, place.ch);
      if (!text) return;
      tip.textContent = text;
      tip.style.left = `${clientX + 8}px`;
      tip.style.top = `${clientY + 16}px`;
      tip.hidden = false;
    }, 300);
  });
  wrapper.addEventListener("mouseleave", hide);
  mirror.on("change", hide);
}
