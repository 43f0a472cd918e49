/// The vertical alignment of the parts of a row.
struct RowAlignment {
  /// The height of the highest part.
  let height: Int32
  /// The height of the main block.
  let mainHeight: Int32
  /// The height of the main block with a description column next to it. They share a baseline in
  /// points.
  let groupHeight: Int32
  /// The height of the part of the main block next to the statuses. A description below is not
  /// next to them.
  let besideStatuses: Int32
  /// The distance of a status from the top of the main block, in layout units, if it shares the
  /// baseline of one line of text.
  let statusOnBaseline: Int32?
  /// The distance of the statuses from the top of a row that is aligned at the top.
  let statusTop: Int32
  /// Whether parts are in the middle, and not at the top.
  let isCentred: Bool
  let isColumns: Bool

  /// The alignment of nearly all rows in columns: their parts are at the top.
  static var topInColumns: RowAlignment {
    RowAlignment(
      height: 0, mainHeight: 0, groupHeight: 0, besideStatuses: 0, statusOnBaseline: nil, statusTop: 0,
      isCentred: false, isColumns: true)
  }

  /// How far the main block is lowered.
  var mainTop: Int32 { isCentred ? (height - groupHeight) / 2 : 0 }

  /// The distance by which an icon stack, an image, a mark or an action of this height is lowered.
  /// In a terminal it is aligned with the first line of the main block, unless it is too high for
  /// that.
  func top(of part: Int32) -> Int32 {
    guard isCentred else { return 0 }
    return isColumns ? max(0, min(mainTop, height - part)) : (height - part) / 2
  }

  /// How far the statuses are lowered.
  func top(ofStatuses statuses: Int32) -> Int32 {
    guard !isColumns else { return 0 }
    if let statusOnBaseline { return min(mainTop + statusOnBaseline, height - statuses) }
    guard isCentred else { return statusTop }
    guard besideStatuses < mainHeight else { return top(of: statuses) }
    return mainTop + max(0, (besideStatuses - statuses) / 2)
  }
}
