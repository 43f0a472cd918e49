/// Images that a picture can hold in itself: `data:` URIs of raster formats, which bring no scripts and load nothing.
enum EmbeddedImage {
  /// A format that browsers know, and how its files begin, as far as whole letters of Base64 go.
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

  /// The `href` of an image: `source`, as a client sent it; `nil` if it is not the Base64 of a PNG, JPEG, GIF or WebP
  /// file, but a place to load from, say.
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

  /// The rest after a prefix; schemes, types and the name of the encoding are the same in capitals.
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

  /// Whether bytes are Base64 (RFC 4648, §4) without anything between, and padded.
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
