/// The beginning of a word that is one mark, as far as it fits: its clusters are counted anew (UAX #29).
struct WordPart {
  /// The bytes of the clusters that fit.
  private(set) var byteCount = 0
  /// Their columns.
  private(set) var columns = 0

  /// The part of `word`, which begins at byte `start` of `text`, that is no wider than `room`, in columns.
  init(
    of word: Mark, in text: UnsafeBufferPointer<UInt8>, from start: Int, fitting room: Int,
    _ model: WidthModel
  ) {
    let data = UnicodeData.shared
    let widths = ColumnWidths(model)
    let end = start &+ word.byteCount &- (word.hasSpace ? 1 : 0)
    var index = start
    var state = 0
    // Of the cluster in hand.
    var held = 0
    while index < end {
      let (number, length) = data.lookUp(in: text, at: index)
      let scalar = data.properties(number)
      let step = Int(data.clusterState(state, scalar.cluster))
      if step & 0x80 != 0 || index == start {
        guard columns &+ held <= room else { return }
        columns &+= held
        byteCount = index &- start
        held = widths.columns(of: scalar)
      } else {
        held = widths.columns(held, of: text, until: index, joinedBy: scalar, data)
      }
      state = step & 0x7F
      index &+= length
    }
    guard columns &+ held <= room else { return }
    columns &+= held
    byteCount = end &- start
  }
}
