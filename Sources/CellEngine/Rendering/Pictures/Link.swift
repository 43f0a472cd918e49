/// Where a picture's links may lead: to pages and mail addresses, and to places relative to the page they stand in.
enum Link {
  private static let schemes = ["http", "https", "mailto"]
  private static let delimiters = Array(":/?#".utf8)

  /// The `href` of a link to `address`, which a client sent; `nil` where it could be a script, data or a file.
  ///
  /// What may not stand in a URI is percent-encoded, so that nothing of it vanishes when a browser reads it.
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

  /// Whether there is a colon before any slash, question mark or number sign, with something else in front of it
  /// than a scheme that is kept.
  private static func namesForeignScheme(_ address: some Collection<UInt8>) -> Bool {
    guard let end = address.firstIndex(where: { delimiters.contains($0) }), address[end] == UInt8(ascii: ":")
    else { return false }
    let scheme = address[..<end].map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
    return !schemes.contains { $0.utf8.elementsEqual(scheme) }
  }
}
