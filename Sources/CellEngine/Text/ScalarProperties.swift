/// The properties of a scalar that text analysis asks for, in 32 bits, as `scripts/unicode-tables` packs them.
struct ScalarProperties {
  var bits: UInt32

  /// The grapheme cluster break class (UAX #29): the column of `UnicodeData.clusterStates`.
  @inline(__always)
  var cluster: Int { Int(bits & 0xF) }

  /// The line break class (UAX #14, resolved as LB1 says): the column of `UnicodeData.lineStates`.
  @inline(__always)
  func line(_ breaks: Environment.Breaks) -> Int {
    Int(truncatingIfNeeded: (breaks == .normal ? bits >> 4 : bits >> 10) & 0x3F)
  }

  /// The word break class (UAX #29).
  @inline(__always)
  var word: WordClass { WordClass(rawValue: UInt8(truncatingIfNeeded: bits >> 16) & 0x1F) ?? .other }

  /// What `ColumnWidths` goes by.
  @inline(__always)
  var width: Int { Int(truncatingIfNeeded: bits >> 21) & 0x7 }

  /// Whether VS15 and VS16 choose how it is drawn.
  @inline(__always)
  var hasVariation: Bool { bits & 1 << 24 != 0 }

  /// What it means to the direction of its paragraph (UAX #9, P2).
  @inline(__always)
  var strong: Int { Int(truncatingIfNeeded: bits >> 25) & 0x7 }

  /// The flags of the mark of a cluster that is this scalar alone: hard break, space, soft hyphen.
  @inline(__always)
  var markFlags: UInt32 { (bits &>> 28 & 7) &* Mark.hardBreakBit }

  /// Hard breaks, in any of the `bits` of a text.
  static let hardBreakBit: UInt32 = 1 << 28
  /// Soft hyphens and explicit directional formatting, in any of the `bits` of a text.
  static let invisibleBits: UInt32 = 3 << 30

  /// Whether it is extended pictographic (UTS #51).
  @inline(__always)
  var isPictographic: Bool { cluster == 14 }

  /// Whether it belongs to the cluster in front of it: an extender, or a joiner.
  @inline(__always)
  var joinsCluster: Bool { cluster == 4 || cluster == 5 }

  /// Whether it takes columns by itself, but none behind a space, whose cluster it joins: the spacing marks of Indic
  /// scripts.
  @inline(__always)
  var joinsSpace: Bool { (cluster == 4 || cluster == 8) && width &- 1 < 3 && width > 0 }

  static let alphabeticClass = 0
  static let combiningMarkClass = 6
  static let joinerClass = 7
  static let numericClass = 26
}
