// The lines of one connection, without I/O.

import { ProtocolError, checked } from "./errors.js";

const NEWLINE = 10;

/** The bytes of a line before the reply to `hello`. The line and what the program needs to read it have 64 MiB. */
export const LONGEST_GREETING = 56 * 2 ** 20;

// The limits of a daemon that names none, as in protocol.md, §10.
const STANDARD = { line: 2 ** 24, reply: 2 ** 23, row: 2 ** 22 };

/**
 * The maximum bytes of a line of a daemon with these limits. A reply stops at the limit `reply`. But it
 * has at least one row with its cell, which came in a line.
 */
export function longestLine(limits) {
  const { line, reply, row } = { ...STANDARD, ...limits };
  for (const limit of [line, reply, row]) checked(limit, "number", "a limit");
  return Math.max(line, reply) + row + 2 ** 16;
}

/** The index to continue a list with, after a reply to a request of `count` elements. Undefined at the end. */
export function nextStart(reply, name, start, count) {
  const { length } = checked(reply[name], "array", name);
  if (reply.next === undefined) return length >= count ? start + count : undefined;
  if (checked(reply.next, "number", "next") > start) return reply.next;
  throw new ProtocolError(`Expected an index after ${start} to continue with, got ${reply.next}.`);
}

/** Splits bytes into lines. */
export class Lines {
  /** The maximum bytes of a line. A longer one is a ProtocolError. */
  longest;
  #parts = [];
  #held = 0; // the bytes of the parts

  constructor(longest = LONGEST_GREETING) {
    this.longest = longest;
  }

  /** The lines that these bytes complete, as texts without their ends. The rest waits for more. */
  feed(bytes) {
    const end = bytes.lastIndexOf(NEWLINE);
    const first = end < 0 ? bytes.length : bytes.indexOf(NEWLINE);
    if (this.#held + first > this.longest) {
      this.#parts = [];
      throw new ProtocolError(`Expected a line of at most ${this.longest} bytes; see the log of celld.`);
    }
    if (end < 0) {
      this.#parts.push(bytes);
      this.#held += bytes.length;
      return [];
    }
    const complete = Buffer.concat([...this.#parts, bytes.subarray(0, end)]);
    this.#parts = [bytes.subarray(end + 1)];
    this.#held = bytes.length - end - 1;
    return complete.toString("utf8").split("\n");
  }
}

/** Pairs the replies of a connection with its requests. A slot is what waits for a reply. */
export class Exchange {
  lines = new Lines();
  #slots = new Map();
  #last = 0;

  /** The line to send. Its reply comes with the slot. */
  request(method, params, slot) {
    const line = encoded({ id: this.#last + 1, method, params });
    this.#last += 1;
    this.#slots.set(this.#last, slot);
    return line;
  }

  /** The messages that these bytes complete: `{method, params}`, or `{slot, result, error}`. */
  *receive(bytes) {
    for (const line of this.lines.feed(bytes)) {
      const { method, params = {}, id, result, error } = parsed(line);
      if (method !== undefined) {
        yield { method: checked(method, "string", "a method"), params: checked(params, "object", "params") };
        continue;
      }
      if (error) {
        checked(error, "object", "an error");
        checked(error.message, "string", "the message of an error");
        checked(error.code, "number", "the code of an error");
        checked(error.data ?? {}, "object", "the data of an error");
      } else if (this.#slots.has(id)) {
        checked(result, "object", "a result");
      } else {
        checked(id === null ? 0 : id, "number", "an id");
      }
      const slot = this.#slots.get(id);
      this.#slots.delete(id);
      yield { slot, result, error };
    }
  }

  /** Takes all slots that wait, since no reply will come. */
  abandon() {
    const slots = [...this.#slots.values()];
    this.#slots.clear();
    return slots;
  }
}

/** A message as a line. NaN and infinities become null, as in JSON.stringify. */
export function encoded(message) {
  return JSON.stringify(message) + "\n";
}

function parsed(line) {
  try {
    const message = JSON.parse(line);
    if (message !== null && typeof message === "object" && !Array.isArray(message)) return message;
  } catch {
    // reported below
  }
  throw new ProtocolError(`Expected a message of celld, got ${JSON.stringify(line.slice(0, 80))}.`);
}
