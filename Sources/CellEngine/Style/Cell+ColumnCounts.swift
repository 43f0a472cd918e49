extension Cell {
  /// The width of the number of this cell in terminal columns, at most ``KeptColumns/numberLimit``;
  /// 0 without a number.
  public var numberColumnCount: Int {
    guard var number else { return 0 }
    return number.withUTF8 { Self.numberColumnCount(of: $0) }
  }

  /// The width of a number in terminal columns, at most ``KeptColumns/numberLimit``.
  static func numberColumnCount(of number: UnsafeBufferPointer<UInt8>) -> Int {
    min(KeptColumns.numberLimit, Int(number.lineAdvance(in: ColumnMetrics(WidthModel()))))
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
    let advance = Int((text ?? "").lineAdvance(in: ColumnMetrics(WidthModel())))
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
    guard let index = IconTable.index(of: name) else { return 1 }
    let advance = IconTable.entries[index].unicode.bytes.advance(in: ColumnMetrics(WidthModel()))
    return Int(max(1, min(2, advance)))
  }

  /// The columns that an icon with this text asks for.
  static func columnCount(of text: UnsafeBufferPointer<UInt8>) -> Int {
    Int(min(2, text.lineAdvance(in: ColumnMetrics(WidthModel()))))
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
  fileprivate func lineAdvance(in metrics: ColumnMetrics) -> Int32 {
    var copy = self
    return copy.withUTF8 { $0.lineAdvance(in: metrics) }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The advance of a text of UTF-8 that is shown on one line.
  func lineAdvance(in metrics: ColumnMetrics) -> Int32 {
    if DisplayText.showsNothing(self) { return 0 }
    if DisplayText.isPrintableASCII(self) { return Int32(clamping: inkCount) }
    return DisplayText.lineDisplay(of: self)?.withUnsafeBufferPointer { $0.advance(in: metrics) }
      ?? advance(in: metrics)
  }
}
