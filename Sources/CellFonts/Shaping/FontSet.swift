import CellEngine

/// The metrics of the fonts of a view: the faces and the size of each role.
public final class FontSet: FontMetrics {
  private let styles: [TextStyle]
  private let hyphens: [Int32]
  private let shapers: ShaperPool
  private let gaps: FontGaps
  public let standIn: FontStandIn?
  public let version: String
  public let generation: Int

  /// Makes a set. `styles` has one style for each role, in the order of `FontRole.allCases`.
  init(styles: [TextStyle], standIn: FontStandIn? = nil, shapers: ShaperPool, gaps: FontGaps, generation: Int)
  {
    self.styles = styles
    self.gaps = gaps
    self.generation = generation
    self.standIn = standIn
    self.shapers = shapers
    version = styles.map { "\($0.faces.version) \($0.size)" }.joined(separator: "\n")
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

  public func hyphenAdvance(of role: FontRole) -> Int32 { hyphens[Int(role.rawValue)] }

  public func exactSpaceAdvance(of role: FontRole) -> Int32 { style(of: role).space }

  public func ascent(of role: FontRole) -> Int32 { style(of: role).ascent }

  public func descent(of role: FontRole) -> Int32 { style(of: role).descent }

  public func withWords(_ body: (any WordMetrics) -> Void) {
    shapers.withShaper {
      $0.styles = styles
      body($0)
    }
  }

  public func shape(_ line: UnsafeBufferPointer<UInt8>, role: FontRole, isRightToLeft: Bool) -> ShapedLine {
    shapers.withShaper { $0.shape(line, style(of: role), isRightToLeft: isRightToLeft) }
  }

  public func missingGlyph(in text: UnsafeBufferPointer<UInt8>, role: FontRole) -> MissingGlyph? {
    guard text.contains(where: { $0 >= 0x80 }),
      let scalar = shapers.withShaper({ $0.missingScalar(in: text, style(of: role)) })
    else { return nil }
    gaps.note()
    return MissingGlyph(scalar: scalar, package: DebianPackage.name(covering: scalar))
  }

  public func joins(_ text: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
    CursiveJoining.joins(text, at: offset)
  }
}
