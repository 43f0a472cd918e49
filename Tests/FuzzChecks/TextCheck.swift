import CellEngine

/// A text that is the only slot of a row, in one truncation mode and at several widths.
///
/// The first bytes choose the environment and the first width. The rest is the text.
struct TextCheck {
  private static let ellipses = ["…", "...", "", "東", "e\u{301}…"]
  /// The maximum bytes of text. A longer one would only be slower.
  private static let limit = 400

  private let text: String
  private let model: WidthModel
  private let mode: TruncationMode
  private let lineLimit: Int
  private let ellipsis: String
  private let firstWidth: Int
  private let environment: Environment

  /// The lines of the text at unlimited width, which end only at hard breaks.
  private let natural: [Frame.Line]
  private let widestCluster: Int
  private let isPlain: Bool

  init(_ input: UnsafeBufferPointer<UInt8>) throws(BrokenInvariant) {
    var source = ByteSource(input)
    var environment = Environment()
    model = WidthModel(mode: source.pick(WidthModel.Mode.allCases), ambiguous: source.int(1...2))
    environment.widthModel = model.mode
    environment.ambiguousWidth = model.ambiguous
    mode = source.pick(TruncationMode.allCases)
    environment.truncation = [.all: mode]
    lineLimit = source.int(0...3)
    environment.titleLines = lineLimit
    environment.truncateAt = source.pick(TruncationUnit.allCases)
    environment.breaks = source.pick(LineBreakRule.allCases)
    environment.widthClass = .compact
    ellipsis = source.pick(Self.ellipses)
    environment.ellipsis = ellipsis
    firstWidth = source.int(0...80)
    text = String(decoding: source.rest.prefix(Self.limit), as: UTF8.self)
    self.environment = environment
    let natural = try Self.title(of: text, nil, 0, environment)?.lines ?? []
    let model = model
    widestCluster = natural.map { ShownText.widestCluster($0.text, model) }.max() ?? 0
    self.natural = natural
    isPlain = ShownText.isPlain(text)
  }

  func run() throws(BrokenInvariant) {
    for line in natural { try ShownText.requireHarmless(line.text) }
    let widest = Int(natural.map(\.width).max() ?? 0)
    var widths = Set(firstWidth..<(firstWidth + 6))
    widths.formUnion([max(0, widest - 1), widest, widest + 1].map { min($0, 1000) })
    var narrower: (width: Int, frame: Frame)?
    for width in widths.sorted() {
      guard let frame = try Self.title(of: text, width, lineLimit, environment) else {
        try require(natural.allSatisfy { $0.width == 0 } || width == 0, "nothing is shown at \(width)")
        continue
      }
      do {
        try lines(of: frame, fit: width)
        try hiddenRange(of: frame)
        if widestCluster <= width {
          try wholeWhereItFits(frame, width, widest: widest)
          try beginningOrEnd(of: frame)
          if let narrower { try shows(frame, noLessThan: narrower.frame) }
          narrower = (width, frame)
        }
        try sameWhenCutAgain(frame, width)
      } catch {
        throw BrokenInvariant(
          description: "\(error.description): \(context(width)), shown as \(frame.lines.map(\.text))")
      }
    }
  }

  /// Lines have at most the width and number that were requested, and contain only text.
  private func lines(of frame: Frame, fit width: Int) throws(BrokenInvariant) {
    try require(frame.width <= Double(width), "the slot is \(frame.width) wide")
    try require(lineLimit == 0 || frame.lines.count <= lineLimit, "\(frame.lines.count) lines")
    for line in frame.lines {
      try ShownText.requireHarmless(line.text)
      try require(line.width <= frame.width, "a line is \(line.width) wide, of \(frame.width)")
      let columns = ShownText.columns(line.text, model)
      try require(columns <= Int(line.width), "a line says that it is \(line.width) wide, and is \(columns)")
    }
  }

  /// Hidden text is reported, and starts and ends between clusters.
  private func hiddenRange(of frame: Frame) throws(BrokenInvariant) {
    try require(
      frame.isTruncated == !frame.hidden.isEmpty, "truncated: \(frame.isTruncated), \(frame.hidden)")
    let boundaries = isPlain ? ShownText.clusterBoundaries(text) : ShownText.scalarBoundaries(text)
    for range in frame.hidden {
      try require(!range.isEmpty, "the hidden range is empty")
      for place in [range.lowerBound, range.upperBound] {
        try require(boundaries.contains(place), "\(place) in \(range) is inside of a cluster")
      }
    }
  }

  private func wholeWhereItFits(_ frame: Frame, _ width: Int, widest: Int) throws(BrokenInvariant) {
    // A text without a width has no slot at some widths.
    guard width > 0, widest > 0 else { return }
    let fits = natural.count <= max(1, lineLimit) && widest <= width
    if lineLimit == 1 || fits {
      try require(frame.isTruncated != fits, fits ? "it fits, and is cut" : "it does not fit, and is not cut")
    }
    if fits { try require(frame.lines.map(\.text) == natural.map(\.text), "it fits, and is shown otherwise") }
    guard lineLimit != 1, let all = try Self.title(of: text, width, 0, environment) else { return }
    try require(!all.isTruncated, "cut without a limit of lines")
    let isWhole = lineLimit == 0 || all.lines.count <= lineLimit
    try require(frame.isTruncated != isWhole, "\(all.lines.count) lines, truncated: \(frame.isTruncated)")
    if isWhole {
      try require(frame.lines == all.lines, "the limit of lines changes what keeps within it")
    } else {
      try require(frame.lines.dropLast() == all.lines.prefix(lineLimit - 1), "a line before the last is cut")
    }
  }

  /// The start of the text is shown, or in the mode tail the start and the ellipsis, without gaps.
  private func beginningOrEnd(of frame: Frame) throws(BrokenInvariant) {
    guard isPlain, !ellipsis.isEmpty || mode != .middle else { return }
    let whole = Array(ShownText.ink(text))
    var shown = frame.lines.map { Array(ShownText.ink($0.text)) }
    guard frame.isTruncated else {
      return try require(shown.flatMap { $0 } == whole, "not all of it is shown")
    }
    guard mode == .tail || mode == .none, var last = shown.popLast() else { return }
    if mode == .tail {
      let mark = Array(ShownText.ink(ellipsis))
      // If the ellipsis itself is cut, the line has nothing else.
      guard last.suffix(mark.count) == mark[...] else { return }
      last.removeLast(mark.count)
    }
    let all = shown.flatMap { $0 } + last
    try require(whole.starts(with: all), "what is shown is not its beginning")
  }

  /// A larger width never shows less.
  private func shows(_ frame: Frame, noLessThan narrower: Frame) throws(BrokenInvariant) {
    guard let hidden = frame.hidden.first else { return }
    guard let before = narrower.hidden.first else {
      throw BrokenInvariant(description: "it is whole where there is less room")
    }
    if mode != .head {
      try require(hidden.lowerBound >= before.lowerBound, "less of the beginning is shown than in less room")
    }
    if mode == .head || mode == .middle {
      try require(hidden.upperBound <= before.upperBound, "less of the end is shown than in less room")
    }
  }

  private func sameWhenCutAgain(_ frame: Frame, _ width: Int) throws(BrokenInvariant) {
    guard lineLimit == 1, let line = frame.lines.first, !line.text.isEmpty else { return }
    let again = try Self.title(of: line.text, width, 1, environment)
    try require(
      again?.lines.first?.text ?? "" == line.text,
      "cut again it is \(again?.lines.first?.text.debugDescription ?? "nothing")")
  }

  private static func title(
    of text: String, _ width: Int?, _ lines: Int, _ environment: Environment
  ) throws(BrokenInvariant) -> Frame? {
    var environment = environment
    environment.width = width.map { .definite(Double($0)) } ?? .unlimited
    environment.titleLines = lines
    do {
      return RenderedRow.frame(.title, of: Cell(id: "1", title: text), in: try Style(environment))
    } catch {
      throw BrokenInvariant(description: "\(error)")
    }
  }

  private func context(_ width: Int) -> String {
    "\(text.debugDescription) at \(width), \(lineLimit) lines, \(mode), \(environment.truncateAt ?? .cluster), "
      + "\(environment.breaks ?? .normal), \(ellipsis.debugDescription), \(model)"
  }
}
