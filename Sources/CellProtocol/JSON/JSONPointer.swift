/// The syntax of JSON pointers (RFC 6901), in which errors name places.
public enum JSONPointer {
  /// The longest name that is given whole, in bytes.
  private static let longest = 256

  /// A member's name as a part of a pointer: `~` and `/` are escaped. Of a name that no part of the protocol has,
  /// because it is too long, the beginning is given, so that an error stays short.
  public static func escape(_ name: String) -> String {
    guard name.utf8.count <= longest else {
      return escape(String(name.unicodeScalars.prefix(longest / 4))) + "…"
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
