extension Cell {
  /// The width of the number of this cell in terminal columns, at most ``KeptColumns/numberLimit``;
  /// 0 without a number.
  public var numberColumnCount: Int {
    guard var number else { return 0 }
    return number.withUTF8 { Self.numberColumnCount(of: $0) }
  }

  /// The width of a number in terminal columns, at most ``KeptColumns/numberLimit``.
  static func numberColumnCount(of number: UnsafeBufferPointer<UInt8>) -> Int {
    min(KeptColumns.numberLimit, number.mostColumns)
  }

  /// The width of the icon column that this cell needs, in terminal columns: 0 without icons, else
  /// 1 or 2. Icons that no profile shows do not count.
  public var iconColumnCount: Int {
    icons.prefix(Profile.mostIcons).map(\.columnCount).max() ?? 0
  }
}

extension Cell {
  /// The width in terminal columns of the widest status of this cell, at most `limit`. Only
  /// statuses count that some profile shows.
  public func statusColumnCount(atMost limit: Int) -> Int {
    min(limit, status.prefix(Profile.mostStatuses).map(\.columnCount).max() ?? 0)
  }
}

extension Status {
  /// The columns of icon, space and text.
  var columnCount: Int {
    var count = icon?.columnCount ?? 0
    let advance = (text ?? "").mostColumns
    if count > 0, advance > 0 { count += 1 }
    return count + advance
  }
}

extension Icon {
  /// How many columns of the icon column this icon asks for, at most 2, as a terminal counts whose
  /// ambiguous characters are narrow.
  var columnCount: Int {
    if var name { return name.withUTF8 { Self.columnCount(ofName: $0) } }
    var text = text ?? ""
    return text.withUTF8 { Self.columnCount(of: $0) }
  }

  /// The columns that an icon with this name asks for. A letter is shown for an unknown name.
  static func columnCount(ofName name: UnsafeBufferPointer<UInt8>) -> Int {
    guard let index = IconTable.index(of: name) else { return DisplayText.showsNothing(name) ? 0 : 1 }
    return max(1, min(2, IconTable.entries[index].unicode.bytes.mostColumns))
  }

  /// The columns that an icon with this text asks for.
  static func columnCount(of text: UnsafeBufferPointer<UInt8>) -> Int {
    min(2, text.mostColumns)
  }
}

extension Image {
  /// Whether it has initials that show nothing, and nothing else to draw.
  var isBlank: Bool {
    guard var initials, !initials.isEmpty, source == nil, !person else { return false }
    return initials.withUTF8(DisplayText.showsNothing)
  }
}

extension String {
  fileprivate var mostColumns: Int {
    var copy = self
    return copy.withUTF8 { $0.mostColumns }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The columns of a text of UTF-8 on one line, by the width model that counts more; 0 if it shows
  /// nothing. The views of a list have different models and share what its columns need.
  var mostColumns: Int {
    if DisplayText.showsNothing(self) { return 0 }
    if DisplayText.isPrintableASCII(self) { return inkCount }
    let display = DisplayText.lineDisplay(of: self)
    return WidthModel.Mode.allCases.reduce(0) { most, mode in
      let metrics = ColumnMetrics(WidthModel(mode: mode))
      let advance = display?.withUnsafeBufferPointer { $0.advance(in: metrics) } ?? advance(in: metrics)
      return Swift.max(most, Int(advance))
    }
  }
}
