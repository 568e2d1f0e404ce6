// Checks of the values that the page of an image unit sends. The program checks them again.

const finite = (value) => typeof value === "number" && Number.isFinite(value);
const numbers = (value, count) => Array.isArray(value) && value.every(finite)
  && (count ? value.length === count : value.length >= 1 && value.length <= 4096);
const isColor = (value) => value !== null && typeof value === "object"
  && ["r", "g", "b"].every((part) => finite(value[part])) && (value.a === undefined || finite(value.a));
const isText = (value, most) => typeof value === "string" && value.length <= most;

const checks = {
  slider: finite, angle: finite, toggle: (value) => typeof value === "boolean",
  choice: (value, { choices }) => choices.some((choice) => choice.value === value),
  color: isColor, opaqueColor: isColor,
  text: (value) => isText(value, 10000),
  table: (value) => (value !== null && typeof value === "object" && isText(value.base64, 1 << 20)) || numbers(value),
  lines: (value) => Array.isArray(value) && value.length <= 256 && value.every((row) => numbers(row, 4)),
  lens: (value) => numbers(value),
};
for (const kind of ["point", "elevatedPoint", "rectangle", "offset", "vector", "transform"]) {
  checks[kind] = (value, { components }) => numbers(value, components?.length);
}

// Returns a copy of a value with nothing but what the control takes; undefined if it doesn't fit.
export function fittingValue(value, control) {
  if (!Object.hasOwn(checks, control.kind) || !checks[control.kind](value, control)) return undefined;
  if (isColor(value)) return { r: value.r, g: value.g, b: value.b, a: value.a ?? 1 };
  return typeof value === "object" && !Array.isArray(value) ? { base64: value.base64 } : value;
}
