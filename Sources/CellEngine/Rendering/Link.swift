/// The link targets that rows can have. A client sends an address, and somebody else may follow it:
/// it must not be a script, data, or the address of a program.
public enum Link {
  /// Where a link is shown.
  public enum Place {
    /// A picture. Its addresses may be relative to the page.
    case page
    /// A terminal, which has no page, and opens files.
    case terminal
    /// A text of which nobody knows where it is read, such as Markdown.
    case document

    fileprivate var schemes: [String] {
      switch self {
      case .page, .document: ["http", "https", "mailto"]
      case .terminal: ["http", "https", "mailto", "file"]
      }
    }
  }

  /// The maximum number of bytes of an address in a terminal. Terminals ignore longer ones.
  private static let longestInTerminal = 2_083
  private static let delimiters = Array(":/?#".utf8)

  /// Returns the target of a link to `address` in `place`. Returns `nil` if there must be no link:
  /// the address has another scheme, or it is empty. Only a page has links without a scheme. In a
  /// terminal, it also returns `nil` for an address of more than 2,083 bytes.
  ///
  /// Bytes that a URI cannot contain are percent-encoded, because a browser would drop some of
  /// them, and a terminal would obey them.
  public static func target(_ address: some Collection<UInt8>, in place: Place) -> [UInt8]? {
    guard !address.isEmpty, place != .terminal || address.count <= longestInTerminal else { return nil }
    if let scheme = scheme(of: address) {
      guard place.schemes.contains(where: { $0.utf8.elementsEqual(scheme) }) else { return nil }
    } else if place != .page {
      return nil
    }
    var target: [UInt8] = []
    target.reserveCapacity(address.count)
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in address {
      if byte > 0x20, byte < 0x7F, byte != UInt8(ascii: "\\") {
        target.append(byte)
      } else {
        target += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return place != .terminal || target.count <= longestInTerminal ? target : nil
  }

  /// The scheme of an address, in lower case; `nil` if it has none. A scheme ends at a colon before
  /// any slash, question mark or number sign.
  private static func scheme(of address: some Collection<UInt8>) -> [UInt8]? {
    guard let end = address.firstIndex(where: { delimiters.contains($0) }), address[end] == UInt8(ascii: ":")
    else { return nil }
    return address[..<end].map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
  }
}
