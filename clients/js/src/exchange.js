// The lines of one connection, without I/O.

import { ProtocolError } from "./errors.js";

const NEWLINE = 10;

/** Splits bytes into lines. */
export class Lines {
  #parts = [];

  /** The lines that these bytes complete, as texts without their ends. The rest waits for more. */
  feed(bytes) {
    const end = bytes.lastIndexOf(NEWLINE);
    if (end < 0) {
      this.#parts.push(bytes);
      return [];
    }
    const complete = Buffer.concat([...this.#parts, bytes.subarray(0, end)]);
    this.#parts = [bytes.subarray(end + 1)];
    return complete.toString("utf8").split("\n");
  }
}

/** Pairs the replies of a connection with its requests. A slot is what waits for a reply. */
export class Exchange {
  #lines = new Lines();
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
    for (const line of this.#lines.feed(bytes)) {
      const message = parsed(line);
      if (typeof message.method === "string") {
        yield { method: message.method, params: message.params ?? {} };
      } else {
        yield { slot: this.#slots.get(message.id), result: message.result, error: message.error };
        this.#slots.delete(message.id);
      }
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
    if (message !== null && typeof message === "object") return message;
  } catch {
    // reported below
  }
  throw new ProtocolError(`Expected a message of celld, got ${JSON.stringify(line.slice(0, 80))}.`);
}
