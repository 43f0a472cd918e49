import CHarfBuzz
import CellEngine

/// The grapheme clusters of a text, with the face, script and level that each is shaped with.
struct ClusterTable {
  struct Cluster {
    /// The bytes of the cluster in the text.
    var bytes: Range<Int>
    /// The indices of its scalars in the table.
    var scalars: Range<Int>
    /// Whether it takes two columns in a terminal.
    var isWide: Bool
    /// The index of its face in the list of faces.
    var face = 0
    /// Whether that face has colours.
    var isEmoji = false
    var script = HB_SCRIPT_COMMON
    /// The bidi level (UAX #9).
    var level: Int8 = 0
  }

  private(set) var scalars: [UInt32] = []
  private(set) var clusters: [Cluster] = []

  mutating func removeAll() {
    scalars.removeAll(keepingCapacity: true)
    clusters.removeAll(keepingCapacity: true)
  }

  /// Appends the cluster at `bytes` of `text`.
  mutating func append(_ bytes: Range<Int>, of text: UnsafeBufferPointer<UInt8>, isWide: Bool) {
    let first = scalars.count
    var index = bytes.lowerBound
    while index < bytes.upperBound {
      let scalar = UTF8Scalar(in: text, at: index)
      scalars.append(scalar.value)
      index += scalar.byteCount
    }
    clusters.append(Cluster(bytes: bytes, scalars: first..<scalars.count, isWide: isWide))
  }

  /// Resolves the scripts (UAX #24). A cluster without a script of its own gets that of the cluster
  /// before it, or else of the next one that has a script.
  ///
  /// Emoji get no script, because the rules of some scripts, such as Khmer, would split their
  /// sequences.
  mutating func resolveScripts() {
    var last: hb_script_t?
    var leading = 0
    scalars.withUnsafeBufferPointer { scalars in
      clusters.withUnsafeMutableBufferPointer { clusters in
        for index in clusters.indices {
          let own = Self.script(of: scalars[clusters[index].scalars])
          if let own, last == nil {
            for open in 0..<leading { clusters[open].script = own }
          }
          last = own ?? last
          if let last { clusters[index].script = last } else { leading += 1 }
        }
        for index in clusters.indices where clusters[index].isEmoji {
          clusters[index].script = HB_SCRIPT_COMMON
        }
      }
    }
  }

  /// The script of the scalars of a cluster; `nil` if none of them has a script.
  private static func script(of cluster: Slice<UnsafeBufferPointer<UInt32>>) -> hb_script_t? {
    for scalar in cluster {
      if scalar < 0x80 {
        // In ASCII, only letters have a script.
        if (scalar | 0x20) &- 0x61 < 26 { return HB_SCRIPT_LATIN }
        continue
      }
      let script = hb_unicode_script(hb_unicode_funcs_get_default(), scalar)
      if isReal(script) { return script }
    }
    return nil
  }

  private static func isReal(_ script: hb_script_t) -> Bool {
    script != HB_SCRIPT_COMMON && script != HB_SCRIPT_INHERITED && script != HB_SCRIPT_UNKNOWN
  }

  /// Chooses the face of every cluster. A cluster that needs no face gets the face of the cluster
  /// before it.
  mutating func chooseFaces(from list: FaceList, _ known: inout KnownFaces) {
    var last = 0
    scalars.withUnsafeBufferPointer { scalars in
      clusters.withUnsafeMutableBufferPointer { clusters in
        for index in clusters.indices {
          let own = UnsafeBufferPointer(rebasing: scalars[clusters[index].scalars])
          if list.coversASCII, own.count == 1, own[0] &- 0x20 < 0x5F {
            last = 0
          } else {
            last = known.index(for: own, isWide: clusters[index].isWide, in: list) ?? last
          }
          clusters[index].face = last
          clusters[index].isEmoji = list.isColored(last)
        }
      }
    }
  }

  /// Sets the level of every cluster from the direction of its script. ASCII digits always run from
  /// left to right.
  mutating func levelByScript() {
    var last = HB_SCRIPT_COMMON
    var runsLeft = hb_script_get_horizontal_direction(last) == HB_DIRECTION_RTL
    for index in clusters.indices {
      let script = clusters[index].script
      if script != last {
        last = script
        runsLeft = hb_script_get_horizontal_direction(script) == HB_DIRECTION_RTL
      }
      let isDigit = scalars[clusters[index].scalars].first.map { $0 &- 0x30 < 10 } ?? false
      clusters[index].level = runsLeft && !isDigit ? 1 : 0
    }
  }

  /// Sets the level of every cluster to that of its first scalar.
  mutating func takeLevels(_ levels: [Int8]) {
    for index in clusters.indices where clusters[index].scalars.lowerBound < levels.count {
      clusters[index].level = levels[clusters[index].scalars.lowerBound]
    }
  }

  /// The clusters from `first` on that are shaped together: they have the same face, script and
  /// level.
  func run(from first: Int) -> Range<Int> {
    let kind = clusters[first]
    var end = first + 1
    while end < clusters.count, clusters[end].face == kind.face, clusters[end].script == kind.script,
      clusters[end].level == kind.level
    {
      end += 1
    }
    return first..<end
  }

  /// The script and direction of a run.
  func kind(of run: Range<Int>) -> ShapePlan.Kind {
    let first = clusters[run.lowerBound]
    return ShapePlan.Kind(script: first.script, isRightToLeft: first.level & 1 != 0)
  }

  /// The bytes of a run in the text.
  func bytes(of run: Range<Int>) -> Range<Int> {
    clusters[run.lowerBound].bytes.lowerBound..<clusters[run.upperBound - 1].bytes.upperBound
  }
}
