/// Metrics of real fonts, in 1/64 pt.
///
/// Equal requests have equal metrics, whichever object answers.
public protocol FontMetrics: TextMetrics {
  /// The family that stands in for the one that was asked for; `nil` where that is there.
  var standIn: FontStandIn? { get }

  /// How far letters reach above the baseline, as the font says.
  func ascent(of role: FontRole) -> Int32

  /// How far letters reach below the baseline, as the font says; not negative.
  func descent(of role: FontRole) -> Int32

  /// Calls `body` with these metrics for many texts, one after the other: what each of them would
  /// have to take and give back is taken once. They must not be kept.
  func forTexts(_ body: (HeldMetrics) -> Void)

  /// Shapes one line as it is drawn, its ellipsis included.
  func shape(_ line: UnsafeBufferPointer<UInt8>, role: FontRole, isRightToLeft: Bool) -> ShapedLine

  /// Whether the letters on both sides of the byte `offset` of a text join, as those of an Arabic
  /// word do: where a line is cut there, a joiner keeps the form of the letter that is left.
  func joins(_ text: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool
}

/// Metrics of real fonts that one thread holds for many texts.
///
/// A structure, because code that is generic over metrics is compiled for it. With an existential,
/// the types of that code were looked up for each text, which took 700 instructions.
public struct HeldMetrics: TextMetrics {
  private let metrics: any TextMetrics

  /// Holds `metrics`.
  public init(_ metrics: any TextMetrics) {
    self.metrics = metrics
  }

  public func asciiAdvance(of role: FontRole) -> Int32? { metrics.asciiAdvance(of: role) }

  public func hyphenAdvance(of role: FontRole) -> Int32 { metrics.hyphenAdvance(of: role) }

  public func exactSpaceAdvance(of role: FontRole) -> Int32 { metrics.exactSpaceAdvance(of: role) }

  public func prepare(
    _ text: UnsafeBufferPointer<UInt8>, role: FontRole, breaks: LineBreakRule?, budget: Int32,
    into segments: inout [Segment]
  ) -> PreparedText {
    metrics.prepare(text, role: role, breaks: breaks, budget: budget, into: &segments)
  }

  public func clusters(
    of segment: Segment, from start: Int, in text: UnsafeBufferPointer<UInt8>, role: FontRole, phase: Int,
    limit: Int, to clusters: UnsafeMutablePointer<Cluster>
  ) -> Int {
    metrics.clusters(
      of: segment, from: start, in: text, role: role, phase: phase, limit: limit, to: clusters)
  }
}

/// A family in place of one that nobody named, but the profile has, and that is not installed.
public struct FontStandIn: Hashable, Sendable {
  public var missing: String
  /// The Debian package that brings the missing one, where that is known.
  public var package: String?
  public var family: String

  /// A stand-in by its members.
  public init(missing: String, package: String?, family: String) {
    self.missing = missing
    self.package = package
    self.family = family
  }
}

/// What shaping found out of one line.
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

/// Why fonts cannot be had.
public enum FontFault: Error, Hashable, Sendable {
  /// The family that was named is not installed; `package` is the Debian package that brings it,
  /// where that is known.
  case familyNotInstalled(String, package: String?)
  /// There is no font at all.
  case noFonts
}

/// Where a view in points gets its metrics from.
public protocol FontSource: Sendable {
  /// The metrics of `request`.
  ///
  /// - Throws: ``FontFault`` where the family, or every font, is missing.
  func metrics(for request: FontRequest) throws(FontFault) -> any FontMetrics

  /// The metrics of `request` if they are there, and nobody has to wait for them.
  func metricsAtHand(for request: FontRequest) -> (any FontMetrics)?
}
