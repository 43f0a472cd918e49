import CProcess
import CellClient
import Glibc

/// A process in a session of its own, with an empty input and no terminal. It ends with this one.
struct CommandProcess {
  private var child = cp_command()
  private let dependents: Dependents
  private let timer: Int32

  /// The events of a process.
  struct Events {
    var output = false
    var errors = false
    /// The time of the process is over.
    var timer = false
    /// The process has ended.
    var end = false
  }

  /// Becomes readable after an event.
  let descriptor: Int32
  let output: Int32
  let errors: Int32

  /// Starts a program.
  /// - Parameters:
  ///   - words: its name and its arguments.
  ///   - timeout: the seconds until the event ``Events/timer``.
  /// - Throws: `Failure` with status `notExecutable` or `programNotFound`.
  init(path: String, words: [String], timeout: Double?) throws {
    let (output, errors) = (try Pipe(), try Pipe())
    var strings: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    defer { for string in strings { free(string) } }
    strings.append(nil)
    let code = cp_start_command(path, &strings, output.writing, errors.writing, &child)
    for end in [output.writing, errors.writing] { close(end) }
    guard code == 0 else {
      for end in [output.reading, errors.reading] { close(end) }
      throw Failure(
        code == ENOENT ? .programNotFound : .notExecutable, "cannot run \(path): \(systemMessage(code))",
        hint: code == ENOEXEC ? "begin a script with a line such as #!/bin/sh" : nil)
    }
    dependents = Dependents(group: child.process)
    timer = timeout.map { cp_timer($0) } ?? -1
    (self.output, self.errors) = (output.reading, errors.reading)
    let descriptors = [output.reading, errors.reading, child.handle, timer]
    descriptor = cp_any_of(descriptors, Int32(descriptors.count))
  }

  /// Waits for events of the process and of its streams that are still read.
  /// - Returns: nil if nothing has happened in time.
  func events(readsOutput: Bool, readsErrors: Bool, milliseconds: Int32) -> Events? {
    var waiting = [readsOutput ? output : -1, readsErrors ? errors : -1, timer, child.handle].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let count = poll(&waiting, 4, milliseconds)
    guard count != 0 else { return nil }
    let isReady = waiting.map { count > 0 && $0.revents != 0 }
    return Events(output: isReady[0], errors: isReady[1], timer: isReady[2], end: isReady[3])
  }

  /// The bytes of output that can be read.
  var bytesWaiting: Int {
    var count: Int32 = 0
    return ioctl(output, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
  }

  /// Ends the process group.
  /// - Parameter hasEnded: whether the process has ended by itself.
  /// - Returns: the status of `waitpid` of a process that has ended by itself; otherwise nil.
  mutating func end(hasEnded: Bool) -> Int32? {
    var status: Int32 = 0
    if hasEnded { while waitpid(child.process, &status, 0) < 0, errno == EINTR {} }
    if !hasEnded || kill(-child.process, 0) == 0 { cp_end_group(child.process) }
    dependents.forgetGroup()
    cp_release(&child)
    for other in [child.handle, timer, descriptor] where other >= 0 { close(other) }
    return hasEnded ? status : nil
  }

  /// Ends this process when the one that started it ends.
  static func endWithParent() { cp_end_with_parent() }
}
