import CellClient
import CellEngine
import Glibc

/// Checks the locale, and how the terminal draws wide and combined characters.
struct TerminalDiagnosis {
  /// Returns all findings.
  func findings() -> [Finding] {
    [locale] + terminal + widths
  }

  private var locale: Finding {
    let name = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environmentVariable($0) }.first ?? "C"
    let isUTF8 = name.lowercased().contains("utf-8") || name.lowercased().contains("utf8")
    return Finding(
      level: isUTF8 ? .good : .note, subject: "locale", text: isUTF8 ? name : "\(name) is not a UTF-8 locale",
      cure: isUTF8
        ? nil : "celld always writes UTF-8; if other programs show it wrongly, set LANG=C.UTF-8")
  }

  private var terminal: [Finding] {
    guard let size = Terminal.size() else {
      return [
        Finding(
          level: .note, subject: "terminal",
          text: Terminal.isOutput
            ? "the terminal does not report its size: rows have no width limit"
            : "standard output is not a terminal: rows have no width limit and no colours")
      ]
    }
    let name = environmentVariable("TERM") ?? "unknown"
    let color = ColorChoice.auto.isColored ? "colours" : "no colours"
    return [
      Finding(
        level: .good, subject: "terminal", text: "\(name), \(size.columns) × \(size.lines), \(color)")
    ]
  }

  private var widths: [Finding] {
    func finding(_ text: String, cure: String? = nil) -> Finding {
      Finding(level: .note, subject: "characters", text: text, cure: cure)
    }
    guard Terminal.isOutput, Terminal.isScreen else { return [] }
    var typed: [UInt8]?
    let outcome = TerminalQuestion.ask(typed: &typed)
    guard case .answer(let widths) = outcome else {
      guard case .noAnswer = outcome else { return [] }
      TerminalMemory()?.keep(nil)
      return [finding("the terminal does not report its cursor, so widths were not checked")]
    }
    TerminalMemory()?.keep(widths)
    let mode = widths.mode
    let differences = widths.differences(from: mode)
    var findings = TerminalWidths.Sample.allCases.filter { $0 != .isolate && $0 != .ambiguous }.map {
      sample in
      let expected = sample.text.columns(by: WidthModel(mode: mode))
      let isExpected = !differences.contains(sample)
      return Finding(
        level: isExpected ? .good : .note, subject: "characters",
        text: "\(sample.name) takes \(widths.columns(of: sample).counted("column"))"
          + (isExpected ? "" : "; celld expects \(expected)"))
    }
    findings.append(
      Finding(
        level: .good, subject: "characters",
        text: "rows have the width model \(mode.rawValue)" + (differences.isEmpty ? "" : ", which fits best"))
    )
    if !widths.hidesIsolates {
      findings.append(finding("the terminal draws isolates, so right-to-left slots are not isolated"))
    }
    if widths.columns(of: .ambiguous) == 2 {
      findings.append(
        finding("characters of ambiguous width take 2 columns", cure: "use --set ambiguousWidth=2"))
    }
    return findings
  }
}
