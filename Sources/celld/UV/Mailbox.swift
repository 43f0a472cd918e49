import CUV
import Glibc
import Locks

/// Sends numbers from any thread to the loop. A number is the key of an entry in a table of the
/// receiver, which ignores unknown numbers. So no object of the loop leaves it.
///
/// Threads wake the loop through an event descriptor, not through `uv_async_t`. The loop of libuv
/// 1.44 spins while a sender is interrupted in `uv_async_send`, and the loop that it wakes
/// interrupts a sender of low priority.
final class Mailbox {
  /// The part that other threads hold. It outlives the mailbox; numbers posted after the end are
  /// dropped.
  final class Slot: Sendable {
    fileprivate struct State: Sendable {
      var letters: [UInt64] = []
      var isOpen = true
    }
    fileprivate let state = Mutex(State())
    /// A descriptor that is readable while numbers wait.
    fileprivate let signal: Int32

    fileprivate init() throws(SystemError) {
      signal = cuv_event_descriptor()
      guard signal >= 0 else { throw SystemError("make a mailbox", code: errno) }
    }

    deinit { Glibc.close(signal) }

    /// May be called from any thread.
    func post(_ letter: UInt64) {
      let isFirst = state.withLock { state in
        guard state.isOpen else { return false }
        state.letters.append(letter)
        return state.letters.count == 1
      }
      // The lock is released first: a thread that is interrupted here blocks no other thread.
      guard isFirst else { return }
      var one: UInt64 = 1
      write(signal, &one, 8)
    }

    fileprivate func take() -> [UInt64] {
      state.withLock { state in
        defer { state.letters = [] }
        return state.letters
      }
    }
  }

  let slot: Slot
  private let watcher: DescriptorWatcher

  /// `deliver` runs on the loop, in the order of posting.
  init(_ loop: EventLoop, deliver: @escaping (UInt64) -> Void) throws(SystemError) {
    let slot = try Slot()
    self.slot = slot
    watcher = try DescriptorWatcher(loop, descriptor: slot.signal) { _ in
      var count: UInt64 = 0
      read(slot.signal, &count, 8)
      // Only the first number in an empty mailbox wakes the loop, so all of them are delivered.
      while true {
        let letters = slot.take()
        if letters.isEmpty { return }
        for letter in letters { deliver(letter) }
      }
    }
    watcher.watch(.readable)
  }

  /// Whether the mailbox keeps the loop running.
  func setCounted(_ counted: Bool) {
    watcher.setCounted(counted)
  }

  /// Numbers that are not yet delivered are dropped.
  func close() {
    slot.state.withLock { state in
      state.isOpen = false
      state.letters = []
    }
    watcher.close()
  }
}
