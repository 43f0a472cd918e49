/// Metrics of real fonts, in 1/64 pt.
///
/// Equal requests of one generation have equal metrics, even from different objects.
public protocol FontMetrics: TextMetrics {
  /// The fallback for a family that is not installed; `nil` if the requested family is.
  var standIn: FontStandIn? { get }

  /// A text that changes when other files are used, or a file changes.
  var version: String { get }

  /// Counts how often the fonts of the machine were read.
  var generation: Int { get }

  /// The ascent of the font: the distance that its letters reach above the baseline.
  func ascent(of role: FontRole) -> Int32

  /// The descent of the font: the distance that its letters reach below the baseline; not negative.
  func descent(of role: FontRole) -> Int32

  /// Calls `body` with the metrics of words, which are valid only during the call. So resources are
  /// acquired once for many texts, not again for each.
  func withWords(_ body: (any WordMetrics) -> Void)

  /// Shapes one line as it is drawn, its ellipsis included.
  func shape(_ line: UnsafeBufferPointer<UInt8>, role: FontRole, isRightToLeft: Bool) -> ShapedLine

  /// The first scalar of a text that no installed font can draw; `nil` if fonts have all of them.
  func missingGlyph(in text: UnsafeBufferPointer<UInt8>, role: FontRole) -> MissingGlyph?

  /// Whether the letters on both sides of the byte `offset` of a text join, like those of an Arabic
  /// word. If a line is cut there, a joiner keeps the form of the remaining letter.
  func joins(_ text: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool
}

extension FontMetrics {
  /// Returns `nil`, because letters have different advances.
  public func asciiAdvance(of role: FontRole) -> Int32? { nil }

  public func prepare(
    _ text: UnsafeBufferPointer<UInt8>, role: FontRole, breaks: LineBreakRule?, budget: Int32,
    into segments: inout [Segment]
  ) -> PreparedText {
    var header = PreparedText()
    withWords {
      header = FontText(bytes: text, metrics: $0, role: role).prepare(
        breaks: breaks, budget: budget, into: &segments)
    }
    return header
  }

  public func clusters(
    of segment: Segment, from start: Int, in text: UnsafeBufferPointer<UInt8>, role: FontRole, phase: Int,
    limit: Int, to clusters: UnsafeMutablePointer<Cluster>
  ) -> Int {
    var word = WordStart()
    return self.clusters(
      of: segment, from: start, in: text, role: role, phase: phase, limit: limit, after: &word, to: clusters)
  }

  /// Writes the clusters of a segment. `word` is the result of an earlier call for the same text,
  /// or new.
  func clusters(
    of segment: Segment, from start: Int, in text: UnsafeBufferPointer<UInt8>, role: FontRole, phase: Int,
    limit: Int, after word: inout WordStart, to clusters: UnsafeMutablePointer<Cluster>
  ) -> Int {
    var count = 0
    withWords {
      count = FontText(bytes: text, metrics: $0, role: role).clusters(
        of: segment, from: start, phase: phase, limit: limit, after: &word, to: clusters)
    }
    return count
  }
}

/// Metrics of real fonts that one thread holds for many texts. It is valid only during a call of
/// ``FontMetrics/withWords(_:)``.
struct HeldMetrics: TextMetrics, @unchecked Sendable {
  private let fonts: any FontMetrics
  private let words: any WordMetrics
  // Asked for once. To ask for each text would count references each time.
  private let recentWords: RecentWords.Entries
  private let styles: [WordStyle]
  private let interruption: Interruption

  init(_ fonts: any FontMetrics, _ words: any WordMetrics, unless interruption: Interruption = .never) {
    self.interruption = interruption
    self.fonts = fonts
    self.words = words
    recentWords = words.recentWords
    styles = FontRole.allCases.map { words.style(of: $0) }
  }

  func asciiAdvance(of role: FontRole) -> Int32? { nil }

  func hyphenAdvance(of role: FontRole) -> Int32 { fonts.hyphenAdvance(of: role) }

  func exactSpaceAdvance(of role: FontRole) -> Int32 { fonts.exactSpaceAdvance(of: role) }

  func prepare(
    _ text: UnsafeBufferPointer<UInt8>, role: FontRole, breaks: LineBreakRule?, budget: Int32,
    into segments: inout [Segment]
  ) -> PreparedText {
    self.text(text, role).prepare(
      breaks: breaks, budget: budget, unless: text.count < Effort.piece ? nil : interruption, into: &segments)
  }

  func clusters(
    of segment: Segment, from start: Int, in text: UnsafeBufferPointer<UInt8>, role: FontRole, phase: Int,
    limit: Int, to clusters: UnsafeMutablePointer<Cluster>
  ) -> Int {
    var word = WordStart()
    return self.text(text, role).clusters(
      of: segment, from: start, phase: phase, limit: limit, after: &word, to: clusters)
  }

  private func text(_ bytes: UnsafeBufferPointer<UInt8>, _ role: FontRole) -> FontText {
    FontText(
      bytes: bytes, metrics: words, role: role, style: styles[Int(role.rawValue)], recentWords: recentWords)
  }
}

/// The fallback for the family of a profile that is not installed. A family that the client named
/// has no fallback.
public struct FontStandIn: Hashable, Sendable {
  public var missing: String
  /// The Debian package of the missing family; `nil` if it is not known.
  public var package: String?
  public var family: String

  /// A fallback by its members.
  public init(missing: String, package: String?, family: String) {
    self.missing = missing
    self.package = package
    self.family = family
  }
}

/// The result of shaping one line.
public struct ShapedLine: Equatable, Sendable {
  /// The exact advance of the line, in 1/64 pt.
  public var advance: Int32
  /// The runs of one font and direction, from left to right.
  public var runs: [FontRun]

  /// A line by its parts.
  public init(advance: Int32, runs: [FontRun]) {
    self.advance = advance
    self.runs = runs
  }
}

/// A part of a line that is set in one font and direction.
public struct FontRun: Hashable, Sendable {
  /// Bytes of the line.
  public var bytes: Range<Int>
  /// From the line's left edge, in 1/64 pt.
  public var x: Int32
  /// In 1/64 pt.
  public var advance: Int32
  /// The name of the font's family.
  public var family: String
  public var isRightToLeft: Bool
  /// Whether the font has colours, as those of emoji have.
  public var isColored: Bool

  /// A run by its parts.
  public init(
    bytes: Range<Int>, x: Int32, advance: Int32, family: String, isRightToLeft: Bool,
    isColored: Bool = false
  ) {
    self.bytes = bytes
    self.x = x
    self.advance = advance
    self.family = family
    self.isRightToLeft = isRightToLeft
    self.isColored = isColored
  }
}

/// A character that no installed font has.
public struct MissingGlyph: Hashable, Sendable {
  public var scalar: UInt32
  /// A Debian package with a font for it; `nil` if none is known.
  public var package: String?

  /// A missing glyph by its members.
  public init(scalar: UInt32, package: String?) {
    self.scalar = scalar
    self.package = package
  }
}

/// The reason why fonts cannot be loaded.
public enum FontFault: Error, Hashable, Sendable {
  /// The family that the client named is not installed. `package` is its Debian package, if that is
  /// known.
  case familyNotInstalled(String, package: String?)
  /// No font is installed.
  case noFonts
}

/// The source of the metrics of views in points.
public protocol FontSource: Sendable {
  /// The metrics of `request`.
  ///
  /// - Throws: ``FontFault`` if the family, or every font, is missing.
  func metrics(for request: FontRequest) throws(FontFault) -> any FontMetrics

  /// The metrics of `request` if they are available without waiting, else `nil`.
  func metricsAtHand(for request: FontRequest) -> (any FontMetrics)?

  /// Forgets all fonts, so that they are looked for again. Metrics that are in use stay valid.
  func reload()

  /// Whether fonts were installed after a text or a profile asked for one that was missing.
  /// Reloading may find it then.
  var hasNewFonts: Bool { get }
}

extension FontSource {
  public func reload() {}

  public var hasNewFonts: Bool { false }
}
