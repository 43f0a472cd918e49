import CellClient
import CellEngine
import Glibc

/// The columns of texts on which terminals disagree, as a terminal draws them.
struct TerminalWidths: Equatable {
  /// A text whose columns are measured.
  enum Sample: Int, CaseIterable {
    case conjunct, spacingMark, family, heart, halfWidthMark, flag, isolate, ambiguous

    var text: String {
      switch self {
      case .conjunct: "क्ष्म"
      case .spacingMark: "कि"
      case .family: "👨\u{200D}👩\u{200D}👧"
      case .heart: "❤\u{FE0F}"
      case .halfWidthMark: "ｶﾞ"
      case .flag: "🇩🇪"
      // In the first column, some terminals drop an isolate.
      case .isolate: "a\u{2068}\u{2069}"
      case .ambiguous: "①"
      }
    }

    var name: String {
      switch self {
      case .conjunct: "a conjunct of three letters"
      case .spacingMark: "a letter with a spacing mark"
      case .family: "a family of three emoji"
      case .heart: "a text symbol drawn as emoji"
      case .halfWidthMark: "a half-width kana with a mark"
      case .flag: "a flag"
      case .isolate: "a letter with an empty isolate"
      case .ambiguous: "a character of ambiguous width"
      }
    }
  }

  /// The columns of each sample, in their order.
  let columns: [Int]
  /// Whether the terminal reports that it counts grapheme clusters (mode 2027).
  let countsClusters: Bool

  /// The columns of a sample.
  func columns(of sample: Sample) -> Int { columns[sample.rawValue] }

  /// The width model that differs in fewer samples.
  var mode: WidthModel.Mode {
    let (clusters, scalars) = (differences(from: .grapheme).count, differences(from: .wcwidth).count)
    return clusters < scalars || clusters == scalars && countsClusters ? .grapheme : .wcwidth
  }

  /// The samples that a model counts in another way than the terminal.
  func differences(from mode: WidthModel.Mode) -> [Sample] {
    let model = WidthModel(mode: mode)
    return Sample.allCases.filter { $0 != .ambiguous && columns(of: $0) != $0.text.columns(by: model) }
  }

  /// Whether an isolate has no columns.
  var hidesIsolates: Bool { columns(of: .isolate) == 1 }
}

/// The question to a terminal what it does with the samples.
struct TerminalQuestion {
  /// The samples, and reports of the cursor after each. The first report is that of the place where
  /// they begin. The answer to the last question, for the attributes of the device, ends the reply.
  ///
  /// - Parameter fillsScreen: whether the screen is drawn again after it, and has no wrapping.
  private static func text(fillsScreen: Bool) -> String {
    (fillsScreen ? "\u{1B}[H" : "\u{1B}[?7l") + "\u{1B}7\u{1B}[?2027$p\u{1B}[6n"
      + TerminalWidths.Sample.allCases.map { "\u{1B}8\($0.text)\u{1B}[6n" }.joined()
      + "\u{1B}8\u{1B}[K" + (fillsScreen ? "" : "\u{1B}[?7h") + "\u{1B}[c"
  }
  private static let firstSeconds = 0.15
  private static let allSeconds = 0.5
  /// `TIOCSTI` of ioctl_tty(2): a byte as if it was typed.
  private static let typeByte: UInt = 0x5412

  /// The outcome of a question.
  enum Outcome {
    /// It could not be asked now.
    case notAsked
    /// The terminal returned nothing that can be used.
    case noAnswer
    case answer(TerminalWidths)
  }

  /// Asks the terminal of this process, and erases what was written to it.
  /// - Parameter typed: gets what was typed meanwhile; nil if this process reads no keys. Then the
  ///   terminal gets it back, and is not asked if some input waits.
  static func ask(typed: inout [UInt8]?) -> Outcome {
    let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { return .notAsked }
    defer { close(descriptor) }
    // A terminal belongs to the processes in the foreground.
    guard tcgetpgrp(descriptor) == getpgrp() else { return .notAsked }
    let signals = BlockedSignals()
    defer { withExtendedLifetime(signals) {} }
    var reply = TerminalReply()
    do {
      guard let rawMode = RawMode(descriptor: descriptor) else { return .notAsked }
      defer { withExtendedLifetime(rawMode) {} }
      guard typed != nil || !canRead(descriptor, milliseconds: 0) else { return .notAsked }
      DescriptorWriter.write(text(fillsScreen: typed != nil), to: descriptor)
      let end = Deadline(seconds: allSeconds)
      let first = Deadline(seconds: firstSeconds)
      while !reply.isComplete,
        canRead(descriptor, milliseconds: reply.hasBegun ? end.milliseconds : first.milliseconds)
      {
        var bytes = [UInt8](repeating: 0, count: 512)
        let count = read(descriptor, &bytes, bytes.count)
        guard count > 0 else { break }
        reply.take(bytes[..<count])
      }
      reply.end()
    }
    if typed != nil {
      typed? += reply.typed
    } else {
      for var byte in reply.typed { _ = ioctl(descriptor, typeByte, &byte) }
    }
    guard !reply.isNearEnd(of: Terminal.size(of: descriptor)?.columns ?? .max) else { return .notAsked }
    return reply.widths.map(Outcome.answer) ?? .noAnswer
  }

  private static func canRead(_ descriptor: Int32, milliseconds: Int32) -> Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, milliseconds) > 0
  }
}

/// Signals that wait until the value is released, so that none ends the process while the terminal
/// is in another mode.
private final class BlockedSignals {
  private var saved = sigset_t()

  init() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP] { sigaddset(&signals, signal) }
    pthread_sigmask(SIG_BLOCK, &signals, &saved)
  }

  deinit {
    pthread_sigmask(SIG_SETMASK, &saved, nil)
  }
}

/// The reply of a terminal, and what was typed between its parts.
struct TerminalReply {
  /// The lines and columns of the cursor.
  private var reports: [(line: Int, column: Int)] = []
  private var countsClusters = false
  private var rest: [UInt8] = []
  private var hasReport = false
  private(set) var isComplete = false
  private(set) var typed: [UInt8] = []
  /// Longer sequences are not waited for.
  private static let sequenceLimit = 64
  /// No sample is wider.
  private static let mostColumns = 12

  /// Whether a first byte of the reply came, or what can be one.
  var hasBegun: Bool { hasReport || !rest.isEmpty }

  /// Whether a sample may not fit into the rest of the line, in a terminal with so many columns.
  func isNearEnd(of columns: Int) -> Bool {
    guard let start = reports.first else { return false }
    return start.column + Self.mostColumns > columns || reports.contains { $0.line != start.line }
  }

  /// The columns of the samples; nil if the reply is not complete or cannot be true.
  var widths: TerminalWidths? {
    guard isComplete, let start = reports.first?.column,
      reports.count == TerminalWidths.Sample.allCases.count + 1
    else { return nil }
    let columns = reports.dropFirst().map { $0.column - start }
    guard columns.allSatisfy({ 0...Self.mostColumns ~= $0 }) else { return nil }
    return TerminalWidths(columns: columns, countsClusters: countsClusters)
  }

  /// Takes bytes from the terminal.
  mutating func take(_ bytes: some Sequence<UInt8>) {
    rest += bytes
    while let first = rest.first {
      guard first == 0x1B else {
        typed.append(rest.removeFirst())
        continue
      }
      guard rest.count > 1 else { return }
      let end = rest.dropFirst(2).firstIndex { !(0x20...0x3F ~= $0) }
      guard rest[1] == UInt8(ascii: "["),
        end.map({ 0x40...0x7E ~= rest[$0] }) ?? (rest.count < Self.sequenceLimit)
      else {
        typed.append(rest.removeFirst())
        continue
      }
      guard let end else { return }
      if !takeReply(String(decoding: rest[2..<end], as: UTF8.self), rest[end]) { typed += rest[...end] }
      rest.removeFirst(end + 1)
    }
  }

  /// Ends the wait for more.
  mutating func end() {
    typed += rest
    rest = []
  }

  /// Returns false if a sequence is not a part of the reply.
  private mutating func takeReply(_ parameters: String, _ final: UInt8) -> Bool {
    switch final {
    case UInt8(ascii: "R"):
      let numbers = parameters.split(separator: ";").map { Int($0) }
      guard numbers.count == 2, let line = numbers[0], let column = numbers[1] else { return false }
      reports.append((line, column))
    case UInt8(ascii: "y") where parameters.hasPrefix("?2027;"):
      countsClusters = ["?2027;1$", "?2027;3$"].contains(parameters)
    case UInt8(ascii: "c") where parameters.hasPrefix("?"): isComplete = true
    default: return false
    }
    hasReport = true
    return true
  }
}
