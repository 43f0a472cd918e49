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

  /// A text whose width differs between terminals.
  private struct Sample {
    let name: String
    let text: String
    /// The width by grapheme cluster.
    let grapheme: Int
    /// The width by `wcwidth` of each scalar.
    let scalars: Int
  }

  private static let samples = [
    Sample(name: "a combining accent", text: "e\u{301}", grapheme: 1, scalars: 1),
    Sample(name: "an ideograph", text: "漢", grapheme: 2, scalars: 2),
    Sample(name: "an emoji with a skin tone", text: "👍🏽", grapheme: 2, scalars: 4),
    Sample(name: "a family of three emoji", text: "👨\u{200D}👩\u{200D}👧", grapheme: 2, scalars: 6),
    Sample(name: "a flag", text: "🇩🇪", grapheme: 2, scalars: 2),
    Sample(name: "a text symbol drawn as emoji", text: "☺\u{FE0F}", grapheme: 2, scalars: 1),
  ]

  private var widths: [Finding] {
    guard Terminal.isOutput, Terminal.isScreen, let probe = CursorProbe() else { return [] }
    guard probe.columns(of: "a") == 1 else {
      return [
        Finding(
          level: .note, subject: "characters",
          text: "the terminal does not report its cursor, so widths were not checked")
      ]
    }
    var matchesGrapheme = true
    var matchesScalars = true
    var findings: [Finding] = []
    for sample in Self.samples {
      guard let columns = probe.columns(of: sample.text) else { continue }
      matchesGrapheme = matchesGrapheme && columns == sample.grapheme
      matchesScalars = matchesScalars && columns == sample.scalars
      let expectation = columns == sample.grapheme ? "" : "; celld expects \(sample.grapheme)"
      findings.append(
        Finding(
          level: expectation.isEmpty ? .good : .note, subject: "characters",
          text: "\(sample.name) takes \(columns.counted("column"))\(expectation)"))
    }
    if !matchesGrapheme {
      findings.append(
        Finding(
          level: .note, subject: "characters",
          text: "this terminal does not draw grapheme clusters at the width that celld expects",
          cure: matchesScalars
            ? "use --set widthModel=wcwidth" : "if rows are not aligned, try --set widthModel=wcwidth"))
    }
    if probe.columns(of: "①") == 2 {
      findings.append(
        Finding(
          level: .note, subject: "characters", text: "characters of ambiguous width take 2 columns",
          cure: "use --set ambiguousWidth=2"))
    }
    return findings
  }
}
