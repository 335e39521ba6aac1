/** An affine transformation as PDF writes it: `[a b c d e f]` (ISO 32000-1, 8.3.3). */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];
export type Box = readonly [left: number, bottom: number, right: number, top: number];

export const identity: Matrix = [1, 0, 0, 1, 0, 0];

/** Returns the transformation that applies first `inner` and then `outer`. */
export const matrixProduct = (outer: Matrix, inner: Matrix): Matrix => [
  outer[0] * inner[0] + outer[2] * inner[1],
  outer[1] * inner[0] + outer[3] * inner[1],
  outer[0] * inner[2] + outer[2] * inner[3],
  outer[1] * inner[2] + outer[3] * inner[3],
  outer[0] * inner[4] + outer[2] * inner[5] + outer[4],
  outer[1] * inner[4] + outer[3] * inner[5] + outer[5],
];

export const translated = (x: number, y: number): Matrix => [1, 0, 0, 1, x, y];

export const at = ([a, b, c, d, e, f]: Matrix, x: number, y: number): readonly [x: number, y: number] => [
  a * x + c * y + e,
  b * x + d * y + f,
];

/** Returns the smallest upright box around a transformed box. */
export function boxOf(matrix: Matrix, [left, bottom, right, top]: Box): Box {
  const corners = [at(matrix, left, bottom), at(matrix, right, bottom), at(matrix, left, top), at(matrix, right, top)];
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

export const contains = ([left, bottom, right, top]: Box, x: number, y: number): boolean =>
  left <= x && x <= right && bottom <= y && y <= top;

export const common = (a: Box, b: Box): Box => [
  Math.max(a[0], b[0]),
  Math.max(a[1], b[1]),
  Math.min(a[2], b[2]),
  Math.min(a[3], b[3]),
];
