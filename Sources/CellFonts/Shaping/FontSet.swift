import CellEngine

/// The metrics of the fonts of a view: the faces and the size of each role.
public final class FontSet: FontMetrics {
  private let styles: [TextStyle]
  private let hyphens: [Int32]
  private let shapers: ShaperPool
  public let standIn: FontStandIn?

  /// Makes a set. `styles` has one style for each role, in the order of `FontRole.allCases`.
  init(styles: [TextStyle], standIn: FontStandIn? = nil, shapers: ShaperPool) {
    self.styles = styles
    self.standIn = standIn
    self.shapers = shapers
    hyphens = styles.map { style in
      shapers.withShaper { shaper in
        [UInt8(ascii: "-")].withUnsafeBufferPointer {
          shaper.shape($0, style, isRightToLeft: false).advance
        }
      }
    }
  }

  /// The faces and the size of the texts of a role.
  func style(of role: FontRole) -> TextStyle { styles[Int(role.rawValue)] }

  /// The names of the families of a role, in the order in which they are tried. As a `font-family`,
  /// the list makes a browser choose the same fonts.
  public func families(of role: FontRole) -> [String] { style(of: role).faces.families }

  /// The face that draws most of a title.
  var primaryFace: Face { style(of: .title).faces.primary }

  /// Returns `nil`, because letters have different advances.
  public func asciiAdvance(of role: FontRole) -> Int32? { nil }

  public func hyphenAdvance(of role: FontRole) -> Int32 { hyphens[Int(role.rawValue)] }

  public func exactSpaceAdvance(of role: FontRole) -> Int32 { style(of: role).space }

  public func ascent(of role: FontRole) -> Int32 { style(of: role).ascent }

  public func descent(of role: FontRole) -> Int32 { style(of: role).descent }

  public func prepare(
    _ text: UnsafeBufferPointer<UInt8>, role: FontRole, breaks: LineBreakRule?, budget: Int32,
    into segments: inout [Segment]
  ) -> PreparedText {
    shapers.withShaper {
      $0.prepare(text, style(of: role), breaks: breaks, budget: budget, into: &segments)
    }
  }

  public func clusters(
    of segment: Segment, from start: Int, in text: UnsafeBufferPointer<UInt8>, role: FontRole, phase: Int,
    limit: Int, to clusters: UnsafeMutablePointer<Cluster>
  ) -> Int {
    shapers.withShaper {
      $0.clusters(
        of: segment, from: start, in: text, style(of: role), phase: phase, limit: limit, to: clusters)
    }
  }

  public func forTexts(_ body: (HeldMetrics) -> Void) {
    shapers.withShaper { body(HeldMetrics(HeldShaper(set: self, shaper: $0))) }
  }

  public func shape(_ line: UnsafeBufferPointer<UInt8>, role: FontRole, isRightToLeft: Bool) -> ShapedLine {
    shapers.withShaper { $0.shape(line, style(of: role), isRightToLeft: isRightToLeft) }
  }

  public func joins(_ text: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
    CursiveJoining.joins(text, at: offset)
  }
}

/// The metrics of a set, with a shaper from the pool. It must not leave the thread that took the
/// shaper.
private final class HeldShaper: TextMetrics, @unchecked Sendable {
  let set: FontSet
  let shaper: Shaper

  init(set: FontSet, shaper: Shaper) {
    self.set = set
    self.shaper = shaper
  }

  func asciiAdvance(of role: FontRole) -> Int32? { set.asciiAdvance(of: role) }

  func hyphenAdvance(of role: FontRole) -> Int32 { set.hyphenAdvance(of: role) }

  func prepare(
    _ text: UnsafeBufferPointer<UInt8>, role: FontRole, breaks: LineBreakRule?, budget: Int32,
    into segments: inout [Segment]
  ) -> PreparedText {
    shaper.prepare(text, set.style(of: role), breaks: breaks, budget: budget, into: &segments)
  }

  func exactSpaceAdvance(of role: FontRole) -> Int32 { set.exactSpaceAdvance(of: role) }

  func clusters(
    of segment: Segment, from start: Int, in text: UnsafeBufferPointer<UInt8>, role: FontRole, phase: Int,
    limit: Int, to clusters: UnsafeMutablePointer<Cluster>
  ) -> Int {
    shaper.clusters(
      of: segment, from: start, in: text, set.style(of: role), phase: phase, limit: limit, to: clusters)
  }
}
