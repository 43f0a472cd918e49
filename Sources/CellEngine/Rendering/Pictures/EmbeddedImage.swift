/// Images that a picture can contain: `data:` URIs of raster formats. They have no scripts and load
/// nothing.
enum EmbeddedImage {
  /// A format that browsers know. `beginnings` is the Base64 of the first bytes of its files,
  /// without a last letter that has bits of later bytes.
  private struct Format {
    var type: StaticString
    var beginnings: [StaticString]
  }

  private static let formats = [
    Format(type: "image/png", beginnings: ["iVBORw0KGg"]),
    Format(type: "image/jpeg", beginnings: ["/9j/"]),
    Format(type: "image/gif", beginnings: ["R0lGODdh", "R0lGODlh"]),
    Format(type: "image/webp", beginnings: ["UklGR"]),
  ]
  private static let encoding: StaticString = ";base64,"

  /// Returns the `href` of an image: `source`, as the client sent it. Returns `nil` if `source` is
  /// not a `data:` URI with the Base64 of a PNG, JPEG, GIF or WebP file.
  static func href(_ source: String) -> [UInt8]? {
    var source = source
    return source.withUTF8 { bytes in
      guard let type = rest(of: bytes[...], behind: "data:") else { return nil }
      for format in formats {
        guard let encoded = rest(of: type, behind: format.type).flatMap({ rest(of: $0, behind: encoding) })
        else { continue }
        let isFile = format.beginnings.contains { beginning in
          encoded.count >= beginning.bytes.count && zip(encoded, beginning.bytes).allSatisfy { $0 == $1 }
        }
        return isFile && isBase64(encoded) ? Array(bytes) : nil
      }
      return nil
    }
  }

  /// The rest after a prefix, or `nil`. The case of letters is ignored, as in schemes, media types
  /// and names of encodings.
  private static func rest(
    of bytes: Slice<UnsafeBufferPointer<UInt8>>, behind prefix: StaticString
  ) -> Slice<UnsafeBufferPointer<UInt8>>? {
    let length = prefix.utf8CodeUnitCount
    guard bytes.count >= length else { return nil }
    let isSame = zip(bytes, prefix.bytes).allSatisfy { byte, letter in
      byte == letter || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) && byte | 0x20 == letter
    }
    return isSame ? bytes.dropFirst(length) : nil
  }

  /// Whether the bytes are Base64 with padding, and nothing else (RFC 4648, §4).
  private static func isBase64(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard !bytes.isEmpty, bytes.count % 4 == 0 else { return false }
    let padding = bytes.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
    return bytes.dropLast(padding).allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
        true
      default: false
      }
    }
  }
}
