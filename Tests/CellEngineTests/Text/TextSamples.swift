import Foundation

@testable import CellEngine

/// A small generator with a seed, so that a failure comes back.
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}

/// Texts to try things on: generated ones, and fields of real records.
enum TextSamples {
  static let pieces: [String] = [
    "word", "longer-hyphenated", "in", "a", "3.5", "$1,200.00", "100%", "(see below)", "[1]", "\"quoted\"",
    "it's",
    "and/or", "http://example.org/a?b=c&d", "x86_64", "C++", "{braces}", "50/50", "!?", "...", "--option",
    "|",
    "漢字", "かな", "カタカナー", "「括弧」", "、", "。", "한국어", "글자", "\u{1112}\u{1161}\u{11AB}", "Ελληνικά",
    "Українська", "հայերեն", "שלום", "مرحبا", "کتاب", "नमस्ते", "क्षि", "தமிழ்", "ไทยแลนด์", "กำ", "ខ្មែរ", "বাংলা",
    "e\u{301}", "Z\u{300}\u{301}\u{302}\u{303}", "ﬁ", "①", "Å", "½", "°", "…", "—", "–", "“a”", "«b»",
    "👍🏽", "👩‍👩‍👧‍👦", "🏳️‍🌈", "🇩🇪", "🇫🇷🇯🇵🇺", "❤️", "❤", "☎︎", "1️⃣", "🧜🏿‍♀️", "⌚︎", "🏻",
    "\u{A0}", "\u{AD}", "auto\u{AD}matic\u{AD}ally", "\u{200B}", "\u{2060}", "\u{3000}", "\u{2003}",
    "\u{200D}",
    "\u{200E}", "\u{2067}", "\u{2069}", "\u{202E}", "\u{202C}", "\t", "\u{1B}[0m", "\u{7}", "\r\n", "\n",
    "\u{85}",
    "\u{FEFF}", "\u{E0041}", "\u{300}", "\u{600}1", "\u{1FAE9}",
  ]
  static let asciiPieces: [String] =
    Array(pieces[..<21]) + [
      "'", "\"", "(", ")", "[", "]", "{", "}", "/", "\\", "-", "+", "$", "%", ",", ".", ";", ":", "!", "?",
      "|", "<",
      "0", "1", "7", "@", "#", "_", "~", " ", "  ", "A", "b",
    ]

  /// Some pieces in a row, most of them with spaces between.
  static func generated(_ random: inout SplitMix64, from pieces: [String] = pieces) -> [UInt8] {
    let spacing = Int.random(in: 0...4, using: &random)
    var text = ""
    for _ in 0..<Int.random(in: 0...30, using: &random) {
      text += pieces.randomElement(using: &random) ?? ""
      if Int.random(in: 0..<4, using: &random) < spacing { text += " " }
    }
    if pieces.contains("\u{300}"), Int.random(in: 0..<40, using: &random) == 0 {
      text += "x" + String(repeating: "\u{301}", count: Int.random(in: 100...400, using: &random))
    }
    return Array(text.utf8)
  }

  /// What is shown of a text.
  static func display(_ text: [UInt8]) -> [UInt8] {
    text.withUnsafeBufferPointer { DisplayText.display(of: $0) } ?? text
  }

  /// Titles, subtitles, footnotes and descriptions of real records: `debian` or `intl`.
  static func corpus(_ name: String) throws -> [[UInt8]] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(
      contentsOf: folder.appendingPathComponent("Fixtures/corpus/\(name).ndjson"), encoding: .utf8)
    return try text.split(separator: "\n").flatMap { line -> [[UInt8]] in
      let record = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
      return ["title", "subtitle", "footnote", "description"].compactMap { member in
        (record[member] as? String).map { Array($0.utf8) }
      }
    }
  }
}

/// A text that owns what its runs borrow.
struct OwnedText {
  let bytes: [UInt8]
  /// The marks as they were prepared, like clusters as runs, and printable ASCII as stretches.
  let runs: [Mark]
  /// A mark for each cluster.
  let marks: [Mark]
  let prepared: PreparedText
  let metrics: ColumnMetrics

  init(_ display: [UInt8], _ model: WidthModel, breaks: Environment.Breaks = .normal, budget: Int32 = .max) {
    bytes = display
    metrics = ColumnMetrics(model)
    var marks: [Mark] = []
    prepared = bytes.withUnsafeBufferPointer {
      ColumnMetrics(model).prepare($0, breaks: breaks, budget: budget, into: &marks)
    }
    runs = marks
    marks = []
    _ = bytes.withUnsafeBufferPointer {
      TextAnalysis.run(
        $0, model: model, columnAdvance: 1, breaks: breaks, budget: budget, gathering: .runs, into: &marks)
    }
    self.marks = marks.flatMap(\.clusters)
  }

  /// The same with a mark for each word, as rows keep it.
  func withWords<Result>(breaks: Environment.Breaks?, budget: Int32, _ body: (TextRun) -> Result) -> Result {
    var words: [Mark] = []
    return bytes.withUnsafeBufferPointer { bytes in
      let prepared = metrics.prepareWords(
        bytes, isASCII: false, role: .title, breaks: breaks, budget: budget, into: &words)
      return words.withUnsafeBufferPointer {
        body(
          TextRun(
            bytes, prepared: prepared, marks: $0, hyphenAdvance: 1, spaceAdvance: 1, wordModel: metrics.model)
        )
      }
    }
  }

  func withRun<Result>(_ body: (TextRun) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { bytes in
      runs.withUnsafeBufferPointer { marks in
        body(TextRun(bytes, prepared: prepared, marks: marks, hyphenAdvance: 1))
      }
    }
  }

  /// Wraps, and writes the lines.
  func wrapped(_ width: Int32, _ maximumLines: Int, _ truncation: Truncation) -> Wrapped {
    withRun { Wrapped($0, width, maximumLines, truncation) }
  }

  /// The widest cluster.
  var widestCluster: Int32 { marks.map(\.advance).max() ?? 0 }
}

/// A wrapped text and its lines as written.
struct Wrapped: Equatable {
  var result: WrappedText
  var lines: [TextLine] = []
  var written: [[UInt8]] = []

  init(_ run: TextRun, _ width: Int32, _ maximumLines: Int, _ truncation: Truncation) {
    result = run.wrap(
      width: width, maximumLines: maximumLines, truncation: truncation, into: &lines)
    for line in lines {
      var output: [UInt8] = []
      line.append(of: run.bytes, ellipsis: truncation.ellipsis, to: &output)
      written.append(output)
    }
  }
}
