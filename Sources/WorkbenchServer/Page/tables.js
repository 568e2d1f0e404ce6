// Files of numbers for inputs that take a table.

// Reads a file: a look-up table as .cube text, or the bytes of 32-bit floats.
// Returns the bytes, and the size of the cube if the file states one.
export async function readTable(file) {
  if (!file.name.toLowerCase().endsWith(".cube")) return { bytes: new Uint8Array(await file.arrayBuffer()) };
  const numbers = [];
  let size = 0;
  for (const [index, line] of (await file.text()).split(/\r?\n/).entries()) {
    const words = line.trim().split(/\s+/);
    if (words[0] === "LUT_3D_SIZE") size = Number(words[1]);
    if (words[0] === "LUT_1D_SIZE") throw new Error(`Line ${index + 1}: the table has one dimension. Use one with LUT_3D_SIZE.`);
    if (!/^[-+.\d]/.test(words[0])) continue;
    const color = words.slice(0, 3).map(Number);
    if (color.length !== 3 || !color.every(Number.isFinite)) throw new Error(`Line ${index + 1}: write three numbers.`);
    numbers.push(...color, 1);
  }
  if (!(size >= 2 && size <= 128)) throw new Error("The file has no line LUT_3D_SIZE with a size from 2 to 128.");
  if (numbers.length !== size ** 3 * 4) {
    throw new Error(`The file has ${numbers.length / 4} colours. A cube of ${size} has ${size ** 3}.`);
  }
  return { bytes: new Uint8Array(new Float32Array(numbers).buffer), size };
}

export function base64(bytes) {
  let text = "";
  for (let start = 0; start < bytes.length; start += 0x8000) {
    text += String.fromCharCode(...bytes.subarray(start, start + 0x8000));
  }
  return btoa(text);
}
