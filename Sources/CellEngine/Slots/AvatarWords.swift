/// The avatars in words for screen readers, wherever they are in the row.
enum AvatarWords {
  /// Appends the labels of avatars, and the number of avatars without a label.
  static func append(_ view: borrowing CellView, to parts: inout [String]) {
    guard view.has(.avatars) else { return }
    let labels = view.cell.avatarLabels.count
    for index in 0..<labels { parts.append(words: view.cell.avatarLabels[index]) }
    let others = view.cell.avatars.count - labels
    guard others > 0 else { return }
    let noun = others == 1 ? "avatar" : "avatars"
    parts.append(labels == 0 ? "\(others) \(noun)" : "\(others) more \(noun)")
  }
}
