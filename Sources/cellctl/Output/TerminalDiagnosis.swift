import CellClient
import CellEngine
import Glibc

/// Checks the locale, and how the terminal draws wide and combined characters.
struct TerminalDiagnosis {
  /// Returns all findings.
  func findings() -> [Finding] {
    [locale, terminal] + widths
  }

  private var locale: Finding {
    let name = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environmentVariable($0) }.first ?? "C"
    let isUTF8 = ["utf-8", "utf8"].contains { name.lowercased().contains($0) }
    if isUTF8 { return .good("locale", name) }
    return .note(
      "locale", "\(name) is not a UTF-8 locale",
      cure: "celld always writes UTF-8; if other programs show it wrongly, set LANG=C.UTF-8")
  }

  private var terminal: Finding {
    guard let size = Terminal.size() else {
      return .note(
        "terminal",
        Terminal.isOutput
          ? "the terminal does not report its size: rows have no width limit"
          : "standard output is not a terminal: rows have no width limit and no colours")
    }
    let name = environmentVariable("TERM") ?? "unknown"
    let color = ColorChoice.auto.isColored ? "colours" : "no colours"
    return .good("terminal", "\(name), \(size.columns) × \(size.lines), \(color)")
  }

  private var widths: [Finding] {
    let subject = "characters"
    guard Terminal.isOutput, Terminal.isScreen else { return [] }
    var typed: [UInt8]?
    let outcome = TerminalQuestion.ask(typed: &typed)
    guard case .answer(let widths) = outcome else {
      guard case .noAnswer = outcome else { return [] }
      TerminalMemory()?.keep(nil)
      return [.note(subject, "the terminal does not report its cursor, so widths were not checked")]
    }
    TerminalMemory()?.keep(widths)
    let mode = widths.mode
    let differences = widths.differences(from: mode)
    let samples = TerminalWidths.Sample.allCases.filter { $0 != .isolate && $0 != .ambiguous }
    var findings: [Finding] = samples.map { sample in
      let expected = sample.text.columns(by: WidthModel(mode: mode))
      let text = "\(sample.name) takes \(widths.columns(of: sample).counted("column"))"
      return differences.contains(sample)
        ? .note(subject, "\(text); celld expects \(expected)") : .good(subject, text)
    }
    let note = differences.isEmpty ? "" : ", which fits best"
    findings.append(.good(subject, "rows have the width model \(mode.rawValue)\(note)"))
    if !widths.hidesIsolates {
      findings.append(.note(subject, "the terminal draws isolates, so right-to-left slots are not isolated"))
    }
    if widths.columns(of: .ambiguous) == 2 {
      findings.append(
        .note(subject, "characters of ambiguous width take 2 columns", cure: "use --set ambiguousWidth=2"))
    }
    return findings
  }
}
