import CellClient
import CellEngine
import CellProtocol
import Glibc

/// The terminal that rows are written to, as far as it decides how they are laid out.
final class TerminalText {
  private let memory: TerminalMemory
  private let options: EnvironmentOptions
  /// The answer of the terminal, once it is known; the inner nil if there is none.
  private var answer: TerminalWidths??
  /// The bytes that were typed while the terminal was asked; nil if the command reads no keys.
  private var typed: [UInt8]?

  /// Whether rows of a format are drawn on a terminal.
  static func takes(_ format: RowFormat) -> Bool {
    (format == .ansi || format == .text) && Terminal.isScreen
  }

  /// Returns nil if the terminal decides nothing: rows go elsewhere or are in points, or an option
  /// sets the width model. A terminal without control sequences is not asked.
  /// - Parameters:
  ///   - output: the descriptor that rows are written to.
  ///   - readsKeys: whether the command reads keys.
  init?(
    _ options: EnvironmentOptions, format: RowFormat, output: Int32 = STDOUT_FILENO, readsKeys: Bool = false
  ) {
    var status = stat()
    guard Self.takes(format), isatty(output) == 1, !options.isInPoints,
      !options.members.contains(where: { $0.name == "widthModel" }), let memory = TerminalMemory(),
      fstat(output, &status) == 0, readsKeys || UInt64(status.st_rdev) == memory.device
    else { return nil }
    self.memory = memory
    self.options = options
    typed = readsKeys ? [] : nil
  }

  /// The answer of the terminal, now or to an earlier command; nil without an answer.
  var widths: TerminalWidths? {
    if let answer { return answer }
    if let kept = memory.answer {
      answer = kept
      return kept
    }
    switch TerminalQuestion.ask(typed: &typed) {
    case .notAsked: answer = .some(nil)
    case .noAnswer:
      memory.keep(nil)
      answer = .some(nil)
    case .answer(let widths):
      memory.keep(widths)
      answer = widths
    }
    return answer ?? nil
  }

  /// Returns what was typed while the terminal was asked, once.
  func takeTyped() -> [UInt8] {
    defer { if typed != nil { typed = [] } }
    return typed ?? []
  }

  /// Whether slots are isolated: the terminal hides isolates, and no option sets them.
  private var isolates: Bool? {
    guard !options.members.contains(where: { $0.name == "isolates" }) else { return nil }
    return widths?.hidesIsolates == true ? true : nil
  }

  /// Sets the members of an environment that the terminal decides.
  /// - Returns: whether one differs from its default.
  @discardableResult
  func set(in environment: inout Parameters) -> Bool {
    guard let widths else { return false }
    environment.set("widthModel", widths.mode.rawValue)
    if let isolates { environment.set("isolates", isolates) }
    return widths.mode != WidthModel().mode || isolates != nil
  }

  /// Sets the members of an environment that the terminal decides.
  func set(in environment: inout CellEngine.Environment) {
    guard let widths else { return }
    environment.widthModel = widths.mode
    environment.isolates = isolates ?? environment.isolates
  }

  /// The sentence about a view that counts columns in another way than the terminal; nil for none.
  func note(onView view: String, _ mode: WidthModel.Mode) -> String? {
    guard let widths, widths.mode != mode else { return nil }
    return "the view \(view.printable) has the width model \(mode.rawValue); "
      + "this terminal fits \(widths.mode.rawValue)"
  }
}

extension String {
  /// Whether terminals draw it differently: they disagree on its columns, or may reorder it.
  var isUncertainInTerminals: Bool { hasUncertainColumns || isReorderedInTerminals }
}
