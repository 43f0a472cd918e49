/// The texts of a key value cell: its title is the key.
enum KeyValueTexts {
  /// The value: the subtitle, or the description if there is none.
  static func value(of view: borrowing CellView) -> TextRows.Entry {
    view.cell.subtitle != nil
      ? TextRows.Entry(field: view.cell.subtitle, slot: .subtitle)
      : TextRows.Entry(field: view.cell.description, slot: .description)
  }

  /// The width of key and value in one line, in layout units.
  static func naturalWidth(of view: borrowing CellView) -> Int32 {
    let key = view.advance(of: view.cell.title)
    guard let value = value(of: view).field else { return key }
    return max(key, 1).addingSaturating(view.lengths.gap).addingSaturating(view.advance(of: value))
  }
}
