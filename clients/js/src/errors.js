// The errors of this package. An error of the daemon has a class of its own for each kind.

/** The base of all errors of this package. */
export class CelldError extends Error {
  get name() {
    return this.constructor.name;
  }
}

/** No daemon answers, or the program celld cannot be started. */
export class NoDaemon extends CelldError {}

/** The address of another machine has a part that it cannot have. */
export class InvalidAddress extends CelldError {}

/** The connection ended before the reply. A change may have been done: read before you repeat it. */
export class ConnectionLost extends CelldError {}

/** The client is closed. */
export class ClientClosed extends CelldError {}

/** No reply came in time. A change may still be done. */
export class TimedOut extends CelldError {}

/** The watch has ended: it was closed, or its session or view was deleted. */
export class WatchEnded extends CelldError {}

/** The other side does not speak version 1 of the protocol: a message is malformed, or too long. */
export class ProtocolError extends CelldError {}

/** Turns the errors of reading a message that is not as protocol.md has it into ProtocolError. */
export function reading(what, read) {
  try {
    return read();
  } catch (error) {
    if (error instanceof CelldError) throw error;
    throw new ProtocolError(`Expected ${what} of celld: ${error.name}: ${error.message}.`);
  }
}

/** The value, if it is of that type: "array", or one of typeof. If not, throws ProtocolError. */
export function checked(value, type, what) {
  const found = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  if (found !== type) throw new ProtocolError(`Expected ${what} of celld to be ${type}, got ${found}.`);
  return value;
}

/** An error that the daemon returned (protocol.md, §9). */
export class ReplyError extends CelldError {
  constructor({ message, code, data }) {
    super(message);
    data ??= {};
    this.code = code;
    this.data = data;
    this.kind = data.kind;
    this.path = data.path;
    this.hint = data.hint;
  }
}

export class ParseError extends ReplyError {}
export class InvalidRequest extends ReplyError {}
export class MethodNotFound extends ReplyError {}
export class InvalidParams extends ReplyError {}
export class InternalError extends ReplyError {}
export class SessionNotFound extends ReplyError {}
export class CellNotFound extends ReplyError {}
export class ViewNotFound extends ReplyError {}
export class SessionExists extends ReplyError {}
export class LimitExceeded extends ReplyError {}
export class LineTooLong extends ReplyError {}
export class AccessDenied extends ReplyError {}
export class RevisionConflict extends ReplyError {}
export class ShuttingDown extends ReplyError {}
export class StorageFailed extends ReplyError {}
export class SubscriptionNotFound extends ReplyError {}
export class ActionNotFound extends ReplyError {}
export class ActionDisabled extends ReplyError {}
export class Unsupported extends ReplyError {}
export class Busy extends ReplyError {}
export class Moved extends ReplyError {}

const CLASSES = [
  ParseError, InvalidRequest, MethodNotFound, InvalidParams, InternalError, SessionNotFound, CellNotFound, ViewNotFound,
  SessionExists, LimitExceeded, LineTooLong, AccessDenied, RevisionConflict, ShuttingDown, StorageFailed,
  SubscriptionNotFound, ActionNotFound, ActionDisabled, Unsupported, Busy, Moved,
];

/** The class of each kind. */
export const KINDS = Object.fromEntries(CLASSES.map((one) => [one.name[0].toLowerCase() + one.name.slice(1), one]));

/** The error of a reply, in the class of its kind. Unknown kinds are a plain ReplyError. */
export function replyError(error) {
  const kind = error.data?.kind;
  return new (Object.hasOwn(KINDS, kind) ? KINDS[kind] : ReplyError)(error);
}
