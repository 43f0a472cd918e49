// The types of the client. Those of the methods are in generated.d.ts.

import type { Cell, ErrorData, HelloResult, Row } from "./generated.js";
import { ClientMethods, SessionMethods, WatchMethods } from "./generated.js";

export * from "./generated.js";

/** How a client connects: to a socket, to another machine, or to a daemon of its own. */
export type Endpoint = Socket | Host | Stdio | Plugin;

export interface ClientOptions {
  /** How long a call waits for its reply, in ms; 30,000 by default, Infinity for no limit. */
  timeout?: number;
  /** Whether to connect again; true by default. Then calls wait for the connection, and watches go on. */
  reconnect?: boolean;
  /** Whether to start a daemon if none answers to the first connection; true by default. */
  spawn?: boolean;
  /** The name of this program, for the log of the daemon; "node" by default. */
  name?: string;
}

/** A connection to a daemon, which is opened again after it was lost. Calls are sent at once and in order. */
export declare class Client extends ClientMethods {
  /**
   * Connects. A text is the path of a socket, or the address of a Host (ssh://HOST); the default is $CELLD_SOCKET,
   * then $CELLD_HOST, then `new Socket()`. Throws NoDaemon, InvalidAddress, or ProtocolError if the daemon has
   * another version of the protocol.
   */
  static connect(endpoint?: Endpoint | string, options?: ClientOptions): Promise<Client>;
  private constructor();
  /** The result of hello: version, limits and features of the daemon. */
  readonly server: HelloResult;
  /** The path of the socket, also that of a Plugin, or the address of a Host. Undefined without a socket or a connection. */
  readonly address: string | undefined;
  /** The session of this name. Nothing is sent. `owner` is as in protocol.md, §5. */
  session(name: string | number, options?: { owner?: string | number }): Session;
  /**
   * Calls a method by its name, and returns the result. `timeout` is in ms. Throws ReplyError with the
   * class of its kind, ConnectionLost, or TimedOut.
   */
  call(method: string, params?: object, options?: { timeout?: number }): Promise<unknown>;
  /** Ends all watches, and the connection. Closing it again does nothing. */
  close(): Promise<void>;
}

/** A named list of the daemon. Its methods are those of protocol.md, §5, with the session filled in. */
export declare class Session extends SessionMethods {
  private constructor();
  readonly name: string;
  readonly owner: string | number | undefined;
  /** Iterates over all cells, `count` at a time. If the list changes meanwhile, cells can be left out or repeated. */
  eachCell(count?: number): AsyncIterableIterator<Cell>;
}

/** A message that the daemon sends without being asked (protocol.md, §8). */
export interface Notification {
  readonly method: string;
  readonly params: { readonly [name: string]: unknown };
}

/** The parameters of action.invoked. */
export interface InvokedAction {
  readonly subscription: number;
  readonly session: string;
  readonly id?: string;
  readonly ids?: readonly string[];
  readonly action: string;
  readonly value: unknown;
  readonly by: { readonly user: number; readonly process: number; readonly connection: number };
}

/**
 * A window on a list that follows changes, also over a restart of the daemon. Iterating yields the
 * window as it is, and again after changes. Changes between two steps are merged. Iterating ends when
 * the watch is closed, or its session or view is deleted. It throws SessionNotFound if the session does
 * not exist after a restart.
 */
export declare class Watch extends WatchMethods implements AsyncIterable<Rows> {
  private constructor();
  /** The complete window, as the last message left it. */
  readonly rows: Rows;
  /** Whether changes can still come. */
  readonly isOpen: boolean;
  /** The number of invoked actions that were lost, as nobody read them. */
  readonly eventsLost: number;
  /**
   * The window: at once if it was not returned yet, else after its next change. Throws TimedOut after
   * `timeout` ms, WatchEnded, or SessionNotFound (see above).
   */
  wait(options?: { timeout?: number }): Promise<Rows>;
  /** The parameters of the next action.invoked. The watch needs `events: true`. Throws as `wait` does. */
  nextAction(options?: { timeout?: number }): Promise<InvokedAction>;
  /** Iterates over the actions that `nextAction` returns, until the watch ends. */
  actions(): AsyncIterableIterator<InvokedAction>;
  /**
   * Calls back with each notification of the watch, after `rows` has taken it. After a reconnection, the
   * new window comes as rows.changed.
   */
  listen(callback: (message: Notification) => void): void;
  /** Ends the watch. Closing it again does nothing. */
  close(): Promise<void>;
  [Symbol.asyncIterator](): AsyncIterableIterator<Rows>;
}

/** The rows of a reply, in order, with what the reply says of their list. As a text they are their lines. */
export declare class Rows implements Iterable<Row> {
  constructor(reply: object);
  /** All members of the reply. */
  readonly reply: { readonly [name: string]: unknown };
  readonly length: number;
  readonly session: string;
  /** The name of the view; null for an anonymous view. */
  readonly view: string | null;
  readonly revision: number;
  /** The clock of these rows, for `since`. */
  readonly clock: string;
  /** The number of cells in the list. */
  readonly count: number;
  /** The height of the list, in lines or points. An estimate if `exact` is false. */
  readonly height: number;
  /** The width of the view, in columns or points; null if it is unlimited. */
  readonly width: number | null;
  /** Whether `height` and the `y` of rows are exact. */
  readonly exact: boolean;
  /** The first row and its position in the window, for `anchor`. Undefined if the window has no `height`. */
  readonly anchor: { readonly id: string; readonly offset: number; readonly index: number } | undefined;
  /** The requested ids that the view does not show. */
  readonly missing: readonly string[];
  /** The index to continue with, if the limit `reply` cut the reply. With `ids`, a position in them. */
  readonly next: number | undefined;
  /** The lines of all rows: texts, or lists of spans in the format spans. */
  readonly lines: readonly unknown[];
  /** The row at an index; of a negative one, counted from the end. */
  at(index: number): Row | undefined;
  toString(): string;
  [Symbol.iterator](): Iterator<Row>;
}

/**
 * The daemon at a socket: at `path`, else $CELLD_SOCKET, else the first candidate that answers. A client starts celld if no
 * daemon answers, unless it has `spawn: false`.
 */
export declare class Socket {
  constructor(path?: string);
}

/**
 * The daemon of another machine, at `address`: ssh://[user@]host[:port][/path/of/socket]. `ssh` joins it, so the
 * identity and the rights are those of ssh and of the socket there. The first connection may ask for a password on
 * the terminal, later ones never ask. Throws InvalidAddress.
 */
export declare class Host {
  constructor(address: string);
  readonly address: string;
}

/**
 * A daemon of one's own on standard input and output. It ends with the client. `program` is the name or
 * the path of celld, `options` are more of its options, such as `["--store", FILE]`.
 */
export declare class Stdio {
  constructor(program?: string, options?: readonly string[]);
}

/** A daemon of one's own at a private socket, which other connections can use too. Otherwise as Stdio. */
export declare class Plugin {
  constructor(program?: string, options?: readonly string[]);
}

/** The base of all errors of this package. */
export declare class CelldError extends Error {}
/** No daemon answers, or the program celld cannot be started. */
export declare class NoDaemon extends CelldError {}
/** The address of another machine has a part that it cannot have. */
export declare class InvalidAddress extends CelldError {}
/** The connection ended before the reply. A change may have been done: read before you repeat it. */
export declare class ConnectionLost extends CelldError {}
/** The client is closed. */
export declare class ClientClosed extends CelldError {}
/** No reply came in time. A change may still be done. */
export declare class TimedOut extends CelldError {}
/** The watch has ended: it was closed, or its session or view was deleted. */
export declare class WatchEnded extends CelldError {}
/** The other side does not speak version 1 of the protocol: a message is malformed, or too long. */
export declare class ProtocolError extends CelldError {}

/** An error that the daemon returned (protocol.md, §9). */
export declare class ReplyError extends CelldError {
  constructor(error: { code: number; message: string; data: { kind: string } });
  readonly code: number;
  readonly kind: string;
  /** The position in the parameters, as a JSON pointer. */
  readonly path: string | undefined;
  /** The nearest known name. */
  readonly hint: string | undefined;
  /** All members of `data`. */
  readonly data: ErrorData;
}
export declare class ParseError extends ReplyError {}
export declare class InvalidRequest extends ReplyError {}
export declare class MethodNotFound extends ReplyError {}
export declare class InvalidParams extends ReplyError {}
export declare class InternalError extends ReplyError {}
export declare class SessionNotFound extends ReplyError {}
export declare class CellNotFound extends ReplyError {}
export declare class ViewNotFound extends ReplyError {}
export declare class SessionExists extends ReplyError {}
export declare class LimitExceeded extends ReplyError {}
export declare class LineTooLong extends ReplyError {}
export declare class AccessDenied extends ReplyError {}
export declare class RevisionConflict extends ReplyError {}
export declare class ShuttingDown extends ReplyError {}
export declare class StorageFailed extends ReplyError {}
export declare class SubscriptionNotFound extends ReplyError {}
export declare class ActionNotFound extends ReplyError {}
export declare class ActionDisabled extends ReplyError {}
export declare class Unsupported extends ReplyError {}
export declare class Busy extends ReplyError {}
export declare class Moved extends ReplyError {}

/** The class of each kind. */
export declare const KINDS: { readonly [kind: string]: typeof ReplyError };
