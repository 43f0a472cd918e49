// A watch.

import { optionsOf } from "./arguments.js";
import { ReplyError, TimedOut, WatchEnded, checked } from "./errors.js";
import { WatchMethods } from "./generated.js";
import { inTime } from "./time.js";
import { Subscription } from "./window.js";

const MOST_ACTIONS = 256; // as the daemon keeps for a client that does not read

/**
 * A window on a list that follows changes, also over a restart of the daemon. Iterating yields the
 * window as it is, and again after changes. Changes between two steps are merged.
 */
export class Watch extends WatchMethods {
  /** The number of invoked actions that were lost, as nobody read them. */
  eventsLost = 0;
  #client;
  #subscription;
  #isFresh = false;
  #end = undefined;
  #actions = [];
  #waiting = new Set();
  #listeners = [];
  #waiters = 0; // the calls that wait for a change
  #isHolding = false; // whether the watch holds the process open

  /** For sessions: the parts of the client that a watch uses. */
  constructor(client, parameters) {
    super();
    this.#client = client;
    this.#subscription = new Subscription(parameters);
  }

  /** The complete window, as the last message left it. */
  get rows() {
    return this.#subscription.window.rows;
  }

  /** Whether changes can still come. */
  get isOpen() {
    return this.#end === undefined;
  }

  /** The window: at once if it was not returned yet, else after its next change. */
  async wait(options) {
    const { timeout } = optionsOf(options, ["timeout"]);
    await this.#until(() => this.#isFresh, timeout, "The rows did not change");
    this.#isFresh = false;
    return this.rows;
  }

  async *[Symbol.asyncIterator]() {
    try {
      while (true) yield await this.wait();
    } catch (error) {
      if (!(error instanceof WatchEnded)) throw error;
    } finally {
      this.#leave();
    }
  }

  /** The parameters of the next action.invoked. The watch needs `events: true`. */
  async nextAction(options) {
    const { timeout } = optionsOf(options, ["timeout"]);
    await this.#until(() => this.#actions.length > 0, timeout, "No action was invoked");
    return this.#actions.shift();
  }

  /** Iterates over the actions that `nextAction` returns, until the watch ends. */
  async *actions() {
    try {
      while (true) yield await this.nextAction();
    } catch (error) {
      if (!(error instanceof WatchEnded)) throw error;
    } finally {
      this.#leave();
    }
  }

  /** Calls back with each notification of the watch, after `rows` has taken it. */
  listen(callback) {
    this.#listeners.push(callback);
    this.#hold(this.isOpen);
  }

  /** Ends the watch. Closing it again does nothing. */
  async close() {
    if (this.isOpen) this.#client.endWatch(this, this.#subscription.number);
    this.finish(new WatchEnded("The watch is closed."));
  }

  async _call(method, parameters) {
    if (method === "rows.unwatch") return this.close();
    return this.#client.call(method, { subscription: this.#subscription.number, ...parameters });
  }

  /** Opens another subscription, and replaces the old one in the same moment. */
  async _change(changes) {
    await this.#open(this.#subscription.changed(changes));
  }

  /** Moves the subscription. Between connections there is none, so another one is opened. */
  async _window(changes) {
    const subscription = this.#subscription;
    const isMoved = await this.#client.moveWatch(subscription, changes, (link, result) => {
      if (subscription !== this.#subscription) return;
      subscription.move(changes);
      this.#take(link, { method: "rows.changed", params: result });
    });
    if (!isMoved) await this._change(changes);
    return this.rows;
  }

  // For the client and its links.

  /** Opens the watch for the first time. */
  async open() {
    try {
      await this.#open(this.#subscription);
      this.#hold(this.isOpen);
    } catch (error) {
      this.finish(error);
      throw error;
    }
    return this;
  }

  /** Opens the subscription again on a new connection. It gets what changed in the meantime. */
  resume(link) {
    this.#reopen(link, true);
  }

  /** Takes a notification. */
  notified(link, message) {
    if (message.method === "rows.changed") return this.#take(link, message);
    this.eventsLost += checked(message.params.eventsLost ?? 0, "number", "eventsLost");
    if (message.method === "action.invoked") {
      this.#actions.push(message.params);
      if (this.#actions.length > MOST_ACTIONS) {
        this.#actions.shift();
        this.eventsLost += 1;
      }
    } else if (message.method === "session.deleted" || message.method === "view.deleted") {
      this.#client.forgetWatch(this);
      this.finish(new WatchEnded(`The watch has ended: ${message.method}.`));
    }
    this.#wake(message);
  }

  /** Ends the watch on this side. The first reason counts. */
  finish(reason) {
    if (this.#end) return;
    this.#end = reason;
    this.#hold(false);
    this.#wake();
  }

  /** Holds the process open from now on, or does not. */
  #hold(isHolding) {
    if (isHolding === this.#isHolding) return;
    this.#isHolding = isHolding;
    if (isHolding) this.#client.hold();
    else this.#client.release();
  }

  /** A loop was left. If nothing else of the program follows the watch, it does not hold the process open. */
  #leave() {
    if (this.#waiters === 0 && this.#listeners.length === 0) this.#hold(false);
  }

  #open(subscription) {
    return this.#client.openWatch(this, subscription.opening(false), (link, result) => this.#opened(link, subscription, result));
  }

  #opened(link, subscription, result) {
    // The caller has left.
    if (this.#end) return link.notify("rows.unwatch", { subscription: result.subscription });
    const before = this.#subscription;
    if (before !== subscription && before.number !== undefined) {
      link.watches.delete(before.number);
      link.notify("rows.unwatch", { subscription: before.number });
    }
    this.#subscription = subscription;
    subscription.number = checked(result.subscription, "number", "a subscription");
    link.watches.set(result.subscription, this);
    this.#take(link, { method: "rows.changed", params: result });
  }

  #take(link, message) {
    this.eventsLost += checked(message.params.eventsLost ?? 0, "number", "eventsLost");
    if (this.#subscription.window.apply(message.params)) {
      this.#isFresh = true;
      return this.#wake(message);
    }
    // An unchanged row came into the window while there was no connection.
    link.watches.delete(message.params.subscription);
    link.notify("rows.unwatch", { subscription: message.params.subscription });
    this.#reopen(link, false);
  }

  #reopen(link, isResumed) {
    const subscription = this.#subscription;
    subscription.number = undefined;
    const opened = (result) => this.#opened(link, subscription, result);
    link.send("rows.watch", subscription.opening(isResumed), opened).catch((error) => {
      if (!(error instanceof ReplyError)) return; // the next connection opens it
      this.#client.forgetWatch(this);
      this.finish(error);
    });
  }

  async #until(isTrue, timeout, sentence) {
    const happened = async () => {
      while (!isTrue()) {
        if (this.#end) throw this.#end;
        await new Promise((resolve) => this.#waiting.add(resolve));
      }
    };
    const wasHolding = this.#isHolding;
    this.#waiters += 1;
    this.#hold(this.isOpen);
    try {
      await inTime(happened(), timeout, () => new TimedOut(`${sentence} within ${timeout} ms.`));
    } finally {
      this.#waiters -= 1;
      if (!wasHolding) this.#leave();
    }
  }

  #wake(message) {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
    for (const listener of message ? this.#listeners : []) {
      try {
        listener(message);
      } catch (error) {
        // An error of the program, which must not stop the messages of other watches.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}
