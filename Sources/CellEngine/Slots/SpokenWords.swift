/// Words for screen readers, made from the texts that clients sent.
enum SpokenWords {
  /// Returns a text in one line, without characters that must not reach a terminal. Returns `nil`
  /// if nothing is left.
  static func words(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    guard let display = DisplayText.display(of: bytes) else { return words(ofDisplay: bytes) }
    return display.withUnsafeBufferPointer { words(ofDisplay: $0) }
  }

  /// Returns a display text in one line, or `nil` if it shows nothing.
  static func words(ofDisplay bytes: UnsafeBufferPointer<UInt8>) -> String? {
    DisplayText.showsNothing(bytes)
      ? nil : String(decoding: bytes.lazy.map { $0 == 0x0A ? 0x20 : $0 }, as: UTF8.self)
  }
}

extension [String] {
  /// Appends the words of a field, if the cell has it.
  mutating func append(field: Int32?, _ view: borrowing CellView) {
    guard let field, let words = SpokenWords.words(ofDisplay: view.cell.fields[Int(field)].display) else {
      return
    }
    append(words)
  }

  /// Appends a text that a client sent.
  mutating func append(words bytes: UnsafeBufferPointer<UInt8>) {
    if let words = SpokenWords.words(bytes) { append(words) }
  }
}
