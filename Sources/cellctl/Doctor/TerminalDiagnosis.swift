import Glibc

/// Looks at the locale and at what the terminal does with wide and joined characters.
struct TerminalDiagnosis {
  /// A finding for each.
  func findings() -> [Finding] {
    [locale] + terminal + widths
  }

  private var locale: Finding {
    let name = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environmentVariable($0) }.first ?? "C"
    let isUTF8 = name.lowercased().contains("utf-8") || name.lowercased().contains("utf8")
    return Finding(
      level: isUTF8 ? .good : .note, subject: "locale", text: isUTF8 ? name : "\(name) does not say UTF-8",
      cure: isUTF8 ? nil : "celld always writes UTF-8; export LANG=C.UTF-8 where other programs garble it")
  }

  private var terminal: [Finding] {
    guard let size = Terminal.size() else {
      return [
        Finding(
          level: .note, subject: "terminal",
          text: Terminal.isOutput
            ? "does not say how large it is: rows are as wide as their content"
            : "standard output is none: rows are as wide as their content, without colour")
      ]
    }
    let name = environmentVariable("TERM") ?? "unknown"
    let color = ColorChoice.auto.isColored ? "colour" : "no colour"
    return [
      Finding(
        level: .good, subject: "terminal", text: "\(name), \(size.columns) × \(size.lines), \(color)")
    ]
  }

  /// A text whose width terminals do not agree on.
  private struct Sample {
    let name: String
    let text: String
    /// By grapheme cluster, and by `wcwidth` of each scalar.
    let grapheme: Int
    let scalars: Int
  }

  private static let samples = [
    Sample(name: "a combining accent", text: "e\u{301}", grapheme: 1, scalars: 1),
    Sample(name: "an ideograph", text: "漢", grapheme: 2, scalars: 2),
    Sample(name: "an emoji with a skin tone", text: "👍🏽", grapheme: 2, scalars: 4),
    Sample(name: "a joined family", text: "👨\u{200D}👩\u{200D}👧", grapheme: 2, scalars: 6),
    Sample(name: "a flag", text: "🇩🇪", grapheme: 2, scalars: 2),
    Sample(name: "a text drawn as emoji", text: "☺\u{FE0F}", grapheme: 2, scalars: 1),
  ]

  private var widths: [Finding] {
    guard Terminal.isOutput, let probe = CursorProbe() else { return [] }
    guard probe.columns(of: "a") == 1 else {
      return [
        Finding(
          level: .note, subject: "characters", text: "the terminal does not say where its cursor is")
      ]
    }
    var matchesGrapheme = true
    var matchesScalars = true
    var findings: [Finding] = []
    for sample in Self.samples {
      guard let columns = probe.columns(of: sample.text) else { continue }
      matchesGrapheme = matchesGrapheme && columns == sample.grapheme
      matchesScalars = matchesScalars && columns == sample.scalars
      findings.append(
        Finding(
          level: columns == sample.grapheme ? .good : .note, subject: "characters",
          text: "\(sample.name) takes \(columns) column\(columns == 1 ? "" : "s")"))
    }
    if !matchesGrapheme {
      findings.append(
        Finding(
          level: .note, subject: "characters",
          text: "this terminal does not draw grapheme clusters as celld counts them",
          cure: matchesScalars
            ? "lay out for it with --set widthModel=wcwidth"
            : "where rows do not align, try --set widthModel=wcwidth"))
    }
    if probe.columns(of: "①") == 2 {
      findings.append(
        Finding(
          level: .note, subject: "characters", text: "characters of ambiguous width take 2 columns",
          cure: "lay out for it with --set ambiguousWidth=2"))
    }
    return findings
  }
}
