/// Sentences about characters that no installed font has.
enum MissingGlyphs {
  /// A sentence for each Debian package whose fonts the texts of a cell need. Only the beginning of
  /// a long text is looked at.
  static func sentences(_ view: borrowing CellView, _ fonts: any FontMetrics) -> [String] {
    var sentences: [String] = []
    var packages: [String?] = []
    for index in 0..<view.cell.fields.count {
      let field = view.cell.fields[index]
      guard case .prepared = field.analysis,
        let missing = fonts.missingGlyph(in: field.display.shownStart, role: field.role),
        !packages.contains(missing.package)
      else { continue }
      packages.append(missing.package)
      sentences.append(missing.sentence)
    }
    return sentences
  }
}

extension MissingGlyph {
  /// The diagnostic: `text: no installed font has “漢” (U+6F22); install the Debian package …`.
  fileprivate var sentence: String {
    let digits = String(scalar, radix: 16, uppercase: true)
    let code = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    let letter = Unicode.Scalar(scalar).map { "“\($0)” (\(code))" } ?? code
    let cure = package.map { "; install the Debian package \($0)" } ?? ""
    return "text: no installed font has \(letter)\(cure)"
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The first 2,048 bytes, or less, so that no scalar is cut.
  fileprivate var shownStart: UnsafeBufferPointer<UInt8> {
    guard count > 2_048 else { return self }
    var end = 2_048
    while end > 0, self[end] & 0xC0 == 0x80 { end -= 1 }
    return UnsafeBufferPointer(rebasing: self[..<end])
  }
}
