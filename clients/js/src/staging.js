// The parts in which a long list is sent, without I/O.

import { encoded } from "./exchange.js";

const LONGEST_PART = 1 << 20; // bytes; the parts of a list pass the limits `line` and `input` easily
const NO_REVISION = 2 ** 53; // the last number that `ifRevision` can have; no session has this revision

/** The cells in parts that fit a line each; at least one part, which can be empty. */
export function parts(cells, lineLimit) {
  const limit = Math.min(LONGEST_PART, lineLimit / 2);
  const found = [[]];
  let size = 0;
  for (const cell of cells) {
    const length = Buffer.byteLength(encoded(cell));
    if (found.at(-1).length && size + length > limit) {
      found.push([]);
      size = 0;
    }
    found.at(-1).push(cell);
    size += length;
  }
  return found;
}

/** Parameters of a cells.replace that fails. Then the daemon drops what was staged. */
export function dropping(session) {
  return { ...session, cells: [], more: true, ifRevision: NO_REVISION };
}
