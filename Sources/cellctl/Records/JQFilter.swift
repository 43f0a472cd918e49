import CellClient
import Glibc

/// Runs a jq program over JSON: the documents of a source go in, and its outputs come out, one per
/// line.
///
/// jq is a child process with an empty environment and limits on processor time and memory. A
/// program cannot import modules, because definitions come before it. Each file of the source has a
/// process of its own.
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
  private let bounds: Bounds
  private var run: Run
  private var input: Int32?
  private var pending: ArraySlice<UInt8> = []
  private var marks = JSONMarks()
  /// Whether another file follows, for which jq is started again.
  private var isBeforeFile = false

  /// A run of jq.
  private struct Run {
    let child: RunningChild
    let input: Int32
    let output: DescriptorReader
    let errors: DescriptorReader
    var messages: [UInt8] = []
    var areMessagesComplete = false
  }

  /// Starts jq.
  /// - Parameters:
  ///   - feed: its input.
  /// - Throws: `Failure` if jq is not installed or the program is too long.
  init(_ source: JQSource, feed: any ByteSource, bounds: Bounds) throws {
    self.source = source
    self.feed = feed
    self.bounds = bounds
    run = try Self.start(source, bounds)
    input = run.input
  }

  deinit {
    closeInput()
  }

  private static func start(_ source: JQSource, _ bounds: Bounds) throws -> Run {
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
    let child = try RunningChild(process)
    for end in [input.reading, output.writing, errors.writing] { close(end) }
    _ = fcntl(input.writing, F_SETFL, O_NONBLOCK)
    return Run(
      child: child, input: input.writing, output: DescriptorReader(output.reading, name: "jq"),
      errors: DescriptorReader(errors.reading, name: "jq"))
  }

  var descriptor: Int32? { run.output.descriptor }

  /// Returns the next outputs, and feeds jq meanwhile.
  /// - Throws: `Failure` if the program or an input is wrong.
  func read(milliseconds: Int32) throws -> InputPiece {
    guard !run.child.hasEnded else { return .end }
    let deadline = milliseconds < 0 ? Deadline.never : Deadline(seconds: Double(milliseconds) / 1000)
    while true {
      // A feed can have bytes although its descriptor has none.
      if pending.isEmpty, input != nil { try readFeed() }
      let waitsForFeed = pending.isEmpty && input != nil
      var waiting = [
        pollfd(fd: run.output.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: run.areMessagesComplete ? -1 : run.errors.descriptor, events: Int16(POLLIN), revents: 0),
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
      if waiting[0].revents != 0, let piece = try readOutput() { return piece }
    }
  }

  /// - Returns: nil if jq was started again.
  private func readOutput() throws -> InputPiece? {
    guard case .bytes(let piece) = try run.output.read(milliseconds: 0) else {
      closeInput()
      while !run.areMessagesComplete { try readMessages() }
      let status = run.child.wait()
      if let failure = JQMessages(run.messages).failure(of: source, status: status) { throw failure }
      guard isBeforeFile else { return .end }
      isBeforeFile = false
      run = try Self.start(source, bounds)
      input = run.input
      return nil
    }
    return .bytes(piece)
  }

  private func readMessages() throws {
    guard case .bytes(let piece) = try run.errors.read() else {
      run.areMessagesComplete = true
      return
    }
    if run.messages.count < 64 << 10 { run.messages += piece }
  }

  private func readFeed() throws {
    switch try feed.read(milliseconds: 0) {
    case .idle: break
    case .bytes(let piece): pending = marks.removed(from: piece)
    case .newFile:
      marks = JSONMarks()
      isBeforeFile = true
      closeInput()
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

  var descriptor: Int32? { stream.descriptor }

  func read(milliseconds: Int32) throws -> InputPiece {
    var bytes: [UInt8] = []
    while bytes.count < 64 << 10 {
      switch try stream.next(milliseconds: bytes.isEmpty ? milliseconds : 0) {
      case .record(let record):
        guard record.isUTF8 else { throw TextEncoding.failure(at: record.position) }
        bytes += record.bytes.withoutLineBreaks + [0x0A]
      case .idle: return bytes.isEmpty ? .idle : .bytes(bytes[...])
      case .end: return bytes.isEmpty ? .end : .bytes(bytes[...])
      }
    }
    return .bytes(bytes[...])
  }
}

/// Byte order marks between JSON documents, which jq refuses. In a text they are characters.
private struct JSONMarks {
  private var isInText = false
  private var isEscaped = false
  /// The beginning of a mark whose other bytes come later.
  private var held: ArraySlice<UInt8> = []

  /// The piece of JSON that follows, without its marks.
  mutating func removed(from piece: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = held + piece
    held = []
    var kept: ArraySlice<UInt8> = []
    var index = rest.startIndex
    while index < rest.endIndex {
      let byte = rest[index]
      guard isInText || byte != TextEncoding.mark[0] else {
        let found = rest[index...].prefix(TextEncoding.mark.count)
        guard TextEncoding.mark.starts(with: found) else {
          index += 1
          continue
        }
        kept += rest[..<index]
        if found.count < TextEncoding.mark.count { held = found }
        rest = rest[found.endIndex...]
        index = rest.startIndex
        continue
      }
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\"") {
        isInText.toggle()
      } else {
        isEscaped = isInText && byte == UInt8(ascii: "\\")
      }
      index += 1
    }
    return kept.isEmpty ? rest : kept + rest
  }
}
