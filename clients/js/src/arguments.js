// Arguments of the methods, as programs in JavaScript give them.

/**
 * The options of a call: those of `given`, or none. Throws a TypeError if it is no object, or has a name that is not in
 * `known`.
 */
export function optionsOf(given, known) {
  if (given === undefined) return {};
  if (given === null || typeof given !== "object" || Array.isArray(given)) {
    throw new TypeError(`Expected an object with options, got ${shown(given)}.`);
  }
  const other = known && Object.keys(given).find((name) => !known.includes(name));
  if (other !== undefined) throw new TypeError(`Unknown option "${other}"; use one of ${known.join(", ")}.`);
  return given;
}

/** An argument in a sentence. */
export function shown(value) {
  if (typeof value === "string") return JSON.stringify(value);
  if (Array.isArray(value)) return "an array";
  return value !== null && typeof value === "object" ? "an object" : String(value);
}
