/// The link targets that a picture can have: web pages, mail addresses, and addresses relative to
/// the page.
enum Link {
  private static let schemes = ["http", "https", "mailto"]
  private static let delimiters = Array(":/?#".utf8)

  /// Returns the `href` of a link to `address`, which a client sent. Returns `nil` if it could be a
  /// script, data or a file.
  ///
  /// Bytes that a URI cannot contain are percent-encoded, because a browser would drop some of
  /// them.
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

  /// Whether the address has a scheme that is not in `schemes`. A scheme ends at a colon before any
  /// slash, question mark or number sign.
  private static func namesForeignScheme(_ address: some Collection<UInt8>) -> Bool {
    guard let end = address.firstIndex(where: { delimiters.contains($0) }), address[end] == UInt8(ascii: ":")
    else { return false }
    let scheme = address[..<end].map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
    return !schemes.contains { $0.utf8.elementsEqual(scheme) }
  }
}
