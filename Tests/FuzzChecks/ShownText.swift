import CellEngine

/// A text that a client gets, and its invariants.
enum ShownText {
  /// The grapheme clusters of a text.
  private static func clusters(of text: String, _ model: WidthModel = WidthModel()) -> [Cluster] {
    var text = text
    return text.withUTF8 { bytes in
      var walk = ClusterWalk(bytes.indices, of: bytes, model)
      var clusters: [Cluster] = []
      while let cluster = walk.next() { clusters.append(cluster) }
      return clusters
    }
  }

  /// Returns the columns of a text, counted independently of its layout.
  static func columns(_ text: String, _ model: WidthModel) -> Int {
    clusters(of: text, model).reduce(0) { $0 + $1.advance }
  }

  /// Returns the byte offsets of cluster borders in a text that is displayed unchanged.
  static func clusterBoundaries(_ text: String) -> Set<Int> {
    var boundaries: Set<Int> = []
    var offset = 0
    for cluster in clusters(of: text) {
      boundaries.insert(offset)
      offset += cluster.byteCount
    }
    boundaries.insert(offset)
    return boundaries
  }

  /// Returns the byte offsets of scalar borders.
  static func scalarBoundaries(_ text: String) -> Set<Int> {
    var boundaries: Set<Int> = [0]
    var offset = 0
    for scalar in text.unicodeScalars {
      offset += UTF8.width(scalar)
      boundaries.insert(offset)
    }
    return boundaries
  }

  /// Returns the width of the widest cluster in a text that is displayed unchanged.
  static func widestCluster(_ text: String, _ model: WidthModel) -> Int {
    clusters(of: text, model).map(\.advance).max() ?? 0
  }

  /// Returns true if a text is displayed unchanged: nothing in it is replaced, dropped, or drawn
  /// only at the end of a line.
  static func isPlain(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control: scalar == "\n"
      case .format, .unassigned, .lineSeparator, .paragraphSeparator: false
      default: !scalar.properties.isDefaultIgnorableCodePoint && scalar != "\u{FFFC}"
      }
    }
  }

  /// The text without white space.
  static func ink(_ text: String) -> String.UnicodeScalarView {
    text.unicodeScalars.filter { !$0.properties.isWhitespace }
  }

  /// - Throws: `BrokenInvariant` if a line could control a terminal or affect the text next to it.
  static func requireHarmless(_ line: String) throws(BrokenInvariant) {
    if line.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return }
    /// The open controls; true is an isolate.
    var open: [Bool] = []
    for scalar in line.unicodeScalars {
      let category = scalar.properties.generalCategory
      try require(
        category != .control && category != .lineSeparator && category != .paragraphSeparator
          && scalar.value != 0xFEFF && !scalar.properties.isNoncharacterCodePoint,
        "U+\(String(scalar.value, radix: 16)) in \(line.debugDescription)")
      switch scalar.value {
      case 0x202A, 0x202B, 0x202D, 0x202E: open.append(false)
      case 0x2066...0x2068: open.append(true)
      case 0x202C:
        try require(open.popLast() == false, "U+202C closes nothing in \(line.debugDescription)")
      case 0x2069:
        // It also closes the embeddings inside the isolate (UAX #9, X6a).
        guard let isolate = open.lastIndex(of: true) else {
          throw BrokenInvariant(description: "U+2069 closes nothing in \(line.debugDescription)")
        }
        open.removeSubrange(isolate...)
      default: break
      }
    }
    try require(open.isEmpty, "formatting is left open in \(line.debugDescription)")
  }
}
