/// The syntax of JSON pointers (RFC 6901), which errors use for positions.
public enum JSONPointer {
  /// The maximum length of a name in bytes. No name of the protocol is longer.
  private static let maximumLength = 256

  /// Returns a name as a part of a pointer: `a/b` becomes `a~1b`, and `~` becomes `~0`. Names that
  /// are longer than those of the protocol are cut, so that errors stay short.
  public static func escape(_ name: String) -> String {
    guard name.utf8.count <= maximumLength else {
      return escape(String(name.unicodeScalars.prefix(maximumLength / 4))) + "…"
    }
    guard name.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
      return name
    }
    var escaped = ""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "~": escaped += "~0"
      case "/": escaped += "~1"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
