import CFriBidi

/// Bidi levels (UAX #9), found by FriBidi.
struct BidiLevels {
  private var types: [FriBidiCharType] = []
  private var brackets: [FriBidiBracketType] = []
  private(set) var levels: [FriBidiLevel] = []
  /// Whether all levels are 0, so that the visual order is that of the text.
  private(set) var isFlat = true

  /// Finds the level of each scalar of a line. Without memory for FriBidi, all scalars get the
  /// level of the base direction.
  mutating func find(in scalars: [UInt32], isRightToLeft: Bool) {
    let count = scalars.count
    let base: FriBidiLevel = isRightToLeft ? 1 : 0
    levels.removeAll(keepingCapacity: true)
    levels.append(contentsOf: repeatElement(base, count: count))
    isFlat = !isRightToLeft && !scalars.contains(where: Self.canRaise)
    guard count > 0, !isFlat else { return }
    types.removeAll(keepingCapacity: true)
    types.append(contentsOf: repeatElement(FRIBIDI_TYPE_ON, count: count))
    brackets.removeAll(keepingCapacity: true)
    brackets.append(contentsOf: repeatElement(0, count: count))
    let length = FriBidiStrIndex(count)
    fribidi_get_bidi_types(scalars, length, &types)
    fribidi_get_bracket_types(scalars, length, types, &brackets)
    var direction = isRightToLeft ? FRIBIDI_PAR_RTL : FRIBIDI_PAR_LTR
    if fribidi_get_par_embedding_levels_ex(types, brackets, length, &direction, &levels) == 0 {
      for index in levels.indices { levels[index] = base }
    }
  }

  /// Whether a scalar can change levels of a left-to-right line: a scalar of a right-to-left block,
  /// or directional formatting. Unicode adds right-to-left letters to these blocks only.
  private static func canRaise(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0..<0x590: false
    case 0x590...0x8FF, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFB1D...0xFDFF, 0xFE70...0xFEFF,
      0x10800...0x10FFF, 0x1E800...0x1EFFF:
      true
    default: false
    }
  }

  /// The visual order of runs with these levels: indices, from left to right (UAX #9, L2).
  static func visualOrder(of levels: [Int8]) -> [Int] {
    var order = Array(levels.indices)
    guard let highest = levels.max(), highest > 0 else { return order }
    for level in stride(from: highest, through: 1, by: -1) {
      var start = 0
      while start < order.count {
        guard levels[order[start]] >= level else {
          start += 1
          continue
        }
        let end = order[start...].firstIndex { levels[$0] < level } ?? order.count
        order[start..<end].reverse()
        start = end
      }
    }
    return order
  }
}
