// Numbers that a script would write in another way keep the digits that they came with.

/** A number with its digits. */
export class Digits {
  #text;

  constructor(text) { this.#text = text; }

  toString() { return this.#text; }
  toJSON() { return this.#text; }
}

/** Parses a message. Numbers in cells keep their digits, in browsers that report them. */
export function parse(text) { return text.includes('"cells":[') ? JSON.parse(text, exact) : JSON.parse(text); }

function exact(_, value, context) {
  return typeof value === "number" && context && context.source !== String(value) ? new Digits(context.source) : value;
}
