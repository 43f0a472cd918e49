/// The targets that a picture's links may have: pages, mail addresses, and addresses relative to the page.
enum Link {
  private static let schemes = ["http", "https", "mailto"]
  private static let delimiters = Array(":/?#".utf8)

  /// The `href` of a link to `address`, which a client sent; `nil` if it could be a script, data or a file.
  ///
  /// Bytes that a URI must not have are percent-encoded, so that a browser drops nothing.
  static func href(_ address: some Collection<UInt8>) -> [UInt8]? {
    guard !address.isEmpty, !namesForeignScheme(address) else { return nil }
    var href: [UInt8] = []
    href.reserveCapacity(address.count)
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in address {
      if byte > 0x20, byte < 0x7F, byte != UInt8(ascii: "\\") {
        href.append(byte)
      } else {
        href += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return href
  }

  /// Whether there is a colon before any slash, question mark or number sign, with something else before it
  /// than a scheme that is kept.
  private static func namesForeignScheme(_ address: some Collection<UInt8>) -> Bool {
    guard let end = address.firstIndex(where: { delimiters.contains($0) }), address[end] == UInt8(ascii: ":")
    else { return false }
    let scheme = address[..<end].map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
    return !schemes.contains { $0.utf8.elementsEqual(scheme) }
  }
}
