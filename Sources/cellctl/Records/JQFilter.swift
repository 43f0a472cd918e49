import CellClient
import Glibc

/// Runs a jq program over JSON: the documents of a source go in, and its outputs come out, one per
/// line.
///
/// jq is a child process with an empty environment and limits on processor time and memory. A
/// program cannot import modules, because definitions come before it.
final class JQFilter: ByteSource {
  /// The limits of the child process.
  struct Bounds {
    /// The seconds of processor time; nil for a stream without an end.
    var seconds: Int? = 300
    /// The bytes of memory.
    var memory = 2 << 30
  }

  private let feed: any ByteSource
  private let source: JQSource
  private var input: Int32?
  private var pending: ArraySlice<UInt8> = []
  private let child: RunningChild
  private let output: DescriptorReader
  private let errors: DescriptorReader
  private var messages: [UInt8] = []
  private var areMessagesComplete = false

  /// Starts jq.
  /// - Parameters:
  ///   - feed: its input.
  /// - Throws: `Failure` if jq is not installed or the program is too long.
  init(_ source: JQSource, feed: any ByteSource, bounds: Bounds) throws {
    (self.source, self.feed) = (source, feed)
    guard let executable = Executable.findInPath("jq") else {
      throw Failure(
        .failed, "\(source.name) needs the program jq, which is not in PATH",
        hint: "install it: apt-get install jq (or dnf, apk, pacman)")
    }
    let (input, output, errors) = (try Pipe(), try Pipe(), try Pipe())
    var process = ChildProcess(
      executable: executable, arguments: ["--compact-output", "--unbuffered", try source.argument])
    process.input = input.reading
    process.output = output.writing
    process.errors = errors.writing
    process.hasEmptyEnvironment = true
    process.memoryLimit = bounds.memory
    process.processorTimeLimit = bounds.seconds
    child = try RunningChild(process)
    for end in [input.reading, output.writing, errors.writing] { close(end) }
    _ = fcntl(input.writing, F_SETFL, O_NONBLOCK)
    self.input = input.writing
    self.output = DescriptorReader(output.reading, name: "jq")
    self.errors = DescriptorReader(errors.reading, name: "jq")
  }

  deinit {
    closeInput()
  }

  var descriptor: Int32? { output.descriptor }

  /// Returns the next outputs, and feeds jq meanwhile.
  /// - Throws: `Failure` if the program or an input is wrong.
  func read(milliseconds: Int32) throws -> InputPiece {
    guard !child.hasEnded else { return .end }
    let deadline = milliseconds < 0 ? Deadline.never : Deadline(seconds: Double(milliseconds) / 1000)
    while true {
      // A feed can have bytes although its descriptor has none.
      if pending.isEmpty, input != nil { try readFeed() }
      let waitsForFeed = pending.isEmpty && input != nil
      var waiting = [
        pollfd(fd: output.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: areMessagesComplete ? -1 : errors.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: pending.isEmpty ? -1 : input ?? -1, events: Int16(POLLOUT), revents: 0),
        pollfd(fd: waitsForFeed ? feed.descriptor ?? -1 : -1, events: Int16(POLLIN), revents: 0),
      ]
      let left = deadline.milliseconds
      let looksAgain = waitsForFeed && feed.descriptor == nil && !(0...FollowedFile.pause).contains(left)
      let ready = poll(&waiting, 4, looksAgain ? FollowedFile.pause : left)
      if ready == 0, !looksAgain { return .idle }
      guard ready > 0 else { continue }
      if waiting[1].revents != 0 { try readMessages() }
      if waiting[2].revents != 0 { writeInput() }
      if waiting[0].revents != 0 { return try readOutput() }
    }
  }

  private func readOutput() throws -> InputPiece {
    guard case .bytes(let piece) = try output.read(milliseconds: 0) else {
      closeInput()
      while !areMessagesComplete { try readMessages() }
      let status = child.wait()
      if let failure = JQMessages(messages).failure(of: source, status: status) { throw failure }
      return .end
    }
    return .bytes(piece)
  }

  private func readMessages() throws {
    guard case .bytes(let piece) = try errors.read() else {
      areMessagesComplete = true
      return
    }
    if messages.count < 64 << 10 { messages += piece }
  }

  private func readFeed() throws {
    switch try feed.read(milliseconds: 0) {
    case .idle, .newFile: break
    case .bytes(let piece): pending = piece
    case .end: closeInput()
    }
  }

  private func writeInput() {
    guard let input else { return }
    let count = pending.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
    if count > 0 {
      pending = pending.dropFirst(count)
    } else if count < 0, errno != EAGAIN, errno != EINTR {
      // jq has ended. Its messages have the reason.
      pending = []
      closeInput()
    }
  }

  private func closeInput() {
    if let input { close(input) }
    input = nil
  }
}

/// The records of a stream as JSON lines, to feed them to jq.
struct RecordLines: ByteSource {
  let stream: RecordStream
  let replacesBadText: Bool

  var descriptor: Int32? { stream.descriptor }

  func read(milliseconds: Int32) throws -> InputPiece {
    var bytes: [UInt8] = []
    while bytes.count < 64 << 10 {
      switch try stream.next(milliseconds: bytes.isEmpty ? milliseconds : 0) {
      case .record(let record):
        // jq replaces other bytes without a word.
        guard replacesBadText || record.isUTF8 && TextEncoding.isValid(record.bytes) else {
          throw TextEncoding.failure(in: record)
        }
        // jq would take the next file for the rest of a document that is cut off.
        if stream.isBeforeFile { _ = try record.document(depth: InputLimits.depth) }
        bytes += record.bytes + [0x0A]
      case .idle: return bytes.isEmpty ? .idle : .bytes(bytes[...])
      case .end: return bytes.isEmpty ? .end : .bytes(bytes[...])
      }
    }
    return .bytes(bytes[...])
  }
}
