import Foundation

@testable import CellEngine

/// A small generator with a seed, so that a failure can be repeated.
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

/// Texts for tests: generated ones, and fields of real records.
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

  /// A text of random pieces. Most of them are separated by spaces.
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

  /// The display text of a text.
  static func display(_ text: [UInt8]) -> [UInt8] {
    text.withUnsafeBufferPointer { DisplayText.display(of: $0) } ?? text
  }

  /// Titles, subtitles, footnotes and descriptions of real records: `debian` or `intl`.
  static func corpus(_ name: String) throws -> [[UInt8]] {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(
      contentsOf: tests.appendingPathComponent("Oracles/Fixtures/\(name).ndjson"), encoding: .utf8)
    return try text.split(separator: "\n").flatMap { line -> [[UInt8]] in
      let record = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
      return ["title", "subtitle", "footnote", "description"].compactMap { member in
        (record[member] as? String).map { Array($0.utf8) }
      }
    }
  }
}

/// A text that owns the memory that line breakers borrow.
struct OwnedText {
  let bytes: [UInt8]
  /// The clusters, found by a look at every scalar.
  let clusters: [ReferenceCluster]
  let prepared: PreparedText
  let segments: [Segment]
  let metrics: ColumnMetrics
  private let viewMetrics: [ViewMetrics]

  init(_ display: [UInt8], _ model: WidthModel, breaks: LineBreakRule? = .normal, budget: Int32 = .max) {
    bytes = display
    metrics = ColumnMetrics(model)
    viewMetrics = [.columns(metrics)]
    clusters = ReferenceCluster.clusters(of: display, model, breaks)
    var arena: [Segment] = []
    var header = bytes.withUnsafeBufferPointer {
      ColumnMetrics(model).prepare($0, breaks: breaks, budget: budget, into: &arena)
    }
    segments = arena.withUnsafeBufferPointer { Array(PreparedText.segments(of: &header, in: $0)) }
    prepared = header
  }

  /// Calls `body` with the breaker that rows use.
  func withBreaker<Result>(_ body: (LineBreaker) -> Result) -> Result {
    withBreaker(of: segments, prepared, body)
  }

  /// Calls `body` with a breaker whose segments have one cluster each.
  func withReference<Result>(_ body: (LineBreaker) -> Result) -> Result {
    var header = prepared
    header.isUniform = false
    return withBreaker(of: clusters.flatMap(\.segments), header, body)
  }

  private func withBreaker<Result>(
    of segments: [Segment], _ header: PreparedText, _ body: (LineBreaker) -> Result
  ) -> Result {
    bytes.withUnsafeBufferPointer { bytes in
      segments.withUnsafeBufferPointer { segments in
        viewMetrics.withUnsafeBufferPointer {
          body(
            LineBreaker(
              bytes, prepared: header, segments: segments, columns: (metrics.model, 1), hyphenAdvance: 1,
              exactSpaceAdvance: Segment.phaseCount, metrics: $0.baseAddress!, role: .title, cut: nil,
              cutsSegments: true))
        }
      }
    }
  }

  /// Wraps the text and writes its lines.
  func wrapped(_ width: Int32, _ maximumLines: Int, _ truncation: Truncation) -> Wrapped {
    withBreaker { Wrapped($0, width, maximumLines, truncation) }
  }

  /// The columns of the widest cluster.
  var widestCluster: Int32 { Int32(clusters.map(\.columns).max() ?? 0) }
}

/// A wrapped text and its written lines.
struct Wrapped: Equatable {
  var result: WrappedText
  var lines: [TextLine] = []
  var written: [[UInt8]] = []

  init(_ text: LineBreaker, _ width: Int32, _ maximumLines: Int, _ truncation: Truncation) {
    var room = Scratch<TextLine>()
    result = withUnsafePointer(to: truncation) {
      text.wrap(width: width, maximumLines: maximumLines, truncation: $0, into: &room)
    }
    room.withElements { lines = Array($0) }
    for line in lines {
      var output: [UInt8] = []
      line.append(of: text.bytes, ellipsis: truncation.ellipsis, to: &output)
      written.append(output)
    }
  }
}
