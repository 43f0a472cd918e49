// A client of celld, which turns lists of objects into rows that fit.

export { Client } from "./client.js";
export { Host, Plugin, Socket, Stdio } from "./endpoints.js";
export {
  AccessDenied, ActionDisabled, ActionNotFound, Busy, CellNotFound, CelldError, ClientClosed, ConnectionLost,
  InternalError, InvalidAddress, InvalidParams, InvalidRequest, KINDS, LimitExceeded, LineTooLong, MethodNotFound,
  Moved, NoDaemon, ParseError, ProtocolError, ReplyError, RevisionConflict, SessionExists, SessionNotFound,
  ShuttingDown, StorageFailed, SubscriptionNotFound, TimedOut, Unsupported, ViewNotFound, WatchEnded,
} from "./errors.js";
export { Session } from "./session.js";
export { Watch } from "./watch.js";
export { Rows } from "./window.js";
