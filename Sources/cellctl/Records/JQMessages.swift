import CellWire
import Glibc

/// The messages of jq on its standard error.
struct JQMessages {
  private let lines: [String]

  init(_ bytes: [UInt8]) {
    lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Returns the failure that the messages and the status of `waitpid` describe; nil for success.
  func failure(of source: JQSource, status: Int32) -> Failure? {
    let signal = status & 0x7F
    guard signal == 0 else { return ended(by: signal, source) }
    switch status >> 8 & 0xFF {
    // jq 1.6 ends with 0 if the last input had no error.
    case 0: return errors.isEmpty ? nil : evaluation(of: source)
    case 3: return compilation(of: source)
    default: return evaluation(of: source)
    }
  }

  private var errors: [String] {
    lines.filter { $0.hasPrefix("jq: error") || Self.syntaxError(in: $0) != nil }
  }

  /// Returns what follows `parse error: `, before which newer versions of jq write their name.
  private static func syntaxError(in line: String) -> String? {
    let text = line.without(prefix: "jq: ")
    return text.hasPrefix("parse error: ") ? text.without(prefix: "parse error: ") : nil
  }

  private func ended(by signal: Int32, _ source: JQSource) -> Failure {
    switch signal {
    case SIGXCPU, SIGKILL: Failure(.failed, "\(source.name): the program took too much processor time")
    case SIGABRT: Failure(.failed, "\(source.name): the program needs more memory than it may use")
    default: Failure(.failed, "\(source.name): jq was ended by signal \(signal)")
    }
  }

  /// The program cannot be compiled: the message, and the line of the program.
  private func compilation(of source: JQSource) -> Failure {
    let message = (lines.first ?? "").without(prefix: "jq: error: ").withoutShellAdvice
    let mark = " at <top-level>, line "
    guard let found = message.ranges(of: mark).last else {
      return Failure(.usage, "\(source.name): \(message)")
    }
    let sentence = String(message[..<found.lowerBound])
    let digits = message[found.upperBound...].prefix { $0.isNumber }
    let number = (Int(digits) ?? 0) - source.linesBefore
    let program = source.program.split(separator: "\n", omittingEmptySubsequences: false)
    guard program.indices.contains(number - 1) else {
      return Failure(.usage, "\(source.name): \(sentence)", hint: "a bracket, a quote or 'end' is missing")
    }
    return Failure(
      .usage, "\(source.name), line \(number): \(sentence)", hint: "\(number) | \(program[number - 1])")
  }

  /// An input or the evaluation is wrong: the first message, and the number of others.
  private func evaluation(of source: JQSource) -> Failure {
    guard let first = errors.first else {
      return Failure(.failed, "\(source.name): jq failed: \(lines.first ?? "without a message")")
    }
    if let reason = Self.syntaxError(in: first) {
      return Failure(
        .badData, "\(source.name): the input is not valid JSON: \(reason)", hint: source.inputHint)
    }
    var message = first.without(prefix: "jq: error ").without(prefix: "jq: ")
    // For example: (at <stdin>:3): Cannot index number with "name"
    if message.hasPrefix("(at "), let end = message.ranges(of: "): ").first {
      message = String(message[end.upperBound...])
    }
    let others = errors.count - 1
    return Failure(
      .badData, "\(source.name): \(message)",
      hint: others > 0 ? "and \(others.counted("other error"))" : nil)
  }
}

extension String {
  fileprivate func without(prefix: String) -> String {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
  }

  /// The message without jq's advice about shells.
  fileprivate var withoutShellAdvice: String {
    guard let advice = ranges(of: " (Unix shell quoting issues?)").first else { return self }
    return String(self[..<advice.lowerBound] + self[advice.upperBound...])
  }
}
