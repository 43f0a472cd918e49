/// The properties of a scalar that text analysis asks for, in 32 bits, as `scripts/unicode-tables`
/// packs them.
struct ScalarProperties {
  var bits: UInt32

  /// The grapheme cluster break class (UAX #29): the column of `DecodedTables.clusterState`.
  @inline(__always)
  var cluster: Int { Int(bits & 0x1F) }

  /// The line break class (UAX #14, resolved by LB1): the column of `DecodedTables.lineState`.
  @inline(__always)
  var line: Int { Int(truncatingIfNeeded: bits >> 5) & 0x3F }

  /// Whether ``LineBreakRule/keepAll`` forbids a break between it and another such scalar.
  var isKept: Bool { bits & 1 << 11 != 0 }

  /// The width class, as `ColumnWidths` names it.
  @inline(__always)
  var width: Int { Int(truncatingIfNeeded: bits >> 21) & 0xF }

  /// Whether VS15 and VS16 choose how it is drawn.
  @inline(__always)
  var hasVariation: Bool { bits & 1 << 13 != 0 }

  /// Its part in the direction of a paragraph (UAX #9, P2). 1 and 2 are strong, from left to right
  /// and from right to left; 3 opens an isolate, and 4 closes one. 5 is an Arabic number.
  @inline(__always)
  var strong: Int { Int(truncatingIfNeeded: bits >> 25) & 0x7 }

  /// The direction of a text that is this scalar alone.
  @inline(__always)
  var direction: TextDirection { strong == 1 ? .leftToRight : strong == 2 ? .rightToLeft : .neutral }

  /// Whether terminals may reorder the text around it. It is a right-to-left character, or an
  /// Arabic number: spaces between those are right-to-left, too (UAX #9, N1).
  var reorders: Bool { strong == 2 || strong == 5 }

  /// The kind of a cluster that is this scalar alone.
  var kind: Segment.Kind {
    bits & Self.hardBreakBit != 0
      ? .hardBreak : bits & Self.spaceBit != 0 ? .space : bits & Self.softHyphenBit != 0 ? .softHyphen : .ink
  }

  /// Whether layout or a writer must look after it: hard breaks, soft hyphens and directional
  /// formatting.
  var needsCare: Bool { bits & (Self.hardBreakBit | Self.invisibleBits) != 0 }

  static let hardBreakBit: UInt32 = 1 << 28
  private static let spaceBit: UInt32 = 1 << 29
  private static let softHyphenBit: UInt32 = 1 << 30
  /// Soft hyphens and explicit directional formatting.
  static let invisibleBits: UInt32 = 3 << 30

  /// Whether it is extended pictographic (UTS #51).
  @inline(__always)
  var isPictographic: Bool { cluster == UnicodeTables.ClusterClass.pictographic }

  /// Whether it belongs to the cluster before it: an extender, or a joiner.
  @inline(__always)
  var joinsCluster: Bool {
    UnicodeTables.ClusterClass.extend...UnicodeTables.ClusterClass.joiner ~= cluster
  }

  /// Whether it is a conjoining Jamo that begins a syllable.
  var isLeadingJamo: Bool { cluster == UnicodeTables.ClusterClass.trailingJamo - 2 }

  /// Whether it is a conjoining Jamo for the vowel of a syllable.
  var isVowelJamo: Bool { cluster == UnicodeTables.ClusterClass.trailingJamo - 1 }

  /// Whether it is a conjoining Jamo for the end of a syllable.
  var isTrailingJamo: Bool { cluster == UnicodeTables.ClusterClass.trailingJamo }

  /// Whether it has columns if it has no character before it.
  var isDrawnAlone: Bool { width > 0 }

  /// Whether it is a mark of a cluster (``ClusterMarks``): a combining mark, a joiner, a conjoining
  /// Jamo, or a scalar that joins the next one.
  @inline(__always)
  var isMark: Bool { UnicodeTables.ClusterClass.extend...UnicodeTables.ClusterClass.trailingJamo ~= cluster }

  /// Whether the marks after it are counted from 0. Pictographs and consonants do not end the
  /// count, since a cluster may continue with them.
  @inline(__always)
  var endsMarks: Bool {
    !isMark && cluster != UnicodeTables.ClusterClass.pictographic
      && cluster != UnicodeTables.ClusterClass.consonant
  }

  /// Whether it adds a column to a cluster that it joins: a spacing mark, or a consonant of a
  /// conjunct.
  var isMarkOrConsonant: Bool {
    UnicodeTables.ClusterClass.extend...UnicodeTables.ClusterClass.spacingMark ~= cluster
      || cluster == UnicodeTables.ClusterClass.consonant
  }

  /// Whether it has columns of its own and joins the cluster of a space before it: the spacing
  /// marks of Indic scripts.
  @inline(__always)
  var joinsSpace: Bool {
    UnicodeTables.ClusterClass.extend...UnicodeTables.ClusterClass.spacingMark ~= cluster && 1...3 ~= width
  }
}
