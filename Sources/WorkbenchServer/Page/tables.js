// Files of numbers for inputs that take a table.

// Reads a file: a look-up table as .cube text, or the bytes of 32-bit floats.
// Returns the bytes, and the size of the cube if the file states one.
export async function readTable(file) {
  if (!file.name.toLowerCase().endsWith(".cube")) return { bytes: await readNumbers(file) };
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
    const count = numbers.length / 4;
    throw new Error(`The file has ${count} ${count === 1 ? "colour" : "colours"}. A cube of ${size} has ${size ** 3}.`);
  }
  return { bytes: new Uint8Array(new Float32Array(numbers).buffer), size };
}

// Reads the bytes of 32-bit floats. Other files, such as pictures, have numbers that no table has.
async function readNumbers(file) {
  const buffer = await file.arrayBuffer();
  const numbers = buffer.byteLength > 0 && buffer.byteLength % 4 === 0 ? new Float32Array(buffer) : [];
  if (numbers.length === 0 || !numbers.every((number) => Math.abs(number) < 1e6)) {
    throw new Error(`${file.name} isn't a table. Choose a .cube file, or a file of 32-bit floats.`);
  }
  return new Uint8Array(buffer);
}

export function base64(bytes) {
  let text = "";
  for (let start = 0; start < bytes.length; start += 0x8000) {
    text += String.fromCharCode(...bytes.subarray(start, start + 0x8000));
  }
  return btoa(text);
}
