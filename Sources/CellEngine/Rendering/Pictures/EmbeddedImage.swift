/// Images that a picture can contain: `data:` URIs of raster formats. They have no scripts and load
/// nothing.
enum EmbeddedImage {
  /// A format that browsers know. `beginnings` is the Base64 of the first bytes of its files,
  /// without a last letter that has bits of later bytes. `size` reads their pixels.
  private struct Format {
    var type: StaticString
    var beginnings: [StaticString]
    var size: @Sendable (ImageHead) -> [Int?]
  }

  private static let formats = [
    Format(type: "image/png", beginnings: ["iVBORw0KGg"], size: { [$0.big(16, 4), $0.big(20, 4)] }),
    Format(type: "image/jpeg", beginnings: ["/9j/"], size: \.sizeOfJPEG),
    Format(type: "image/gif", beginnings: ["R0lGODdh", "R0lGODlh"], size: { [$0.little(6), $0.little(8)] }),
    Format(type: "image/webp", beginnings: ["UklGR"], size: \.sizeOfWebP),
  ]
  /// The maximum of pixels, for which programs need 64 MiB. A file of some kilobytes can have many
  /// more.
  private static let mostPixels = 1 << 24
  private static let encoding: StaticString = ";base64,"

  /// Returns the `href` of an image: `source`, as the client sent it. Returns `nil` if `source` is
  /// not a `data:` URI with the Base64 of a PNG, JPEG, GIF or WebP file. Its head must have the
  /// size, of at most `mostPixels`.
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
        guard isFile, isBase64(encoded) else { return nil }
        let size = format.size(ImageHead(encoded: encoded)).map { $0 ?? 0 }
        return size.allSatisfy { $0 > 0 } && size[0] <= mostPixels / size[1] ? Array(bytes) : nil
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
    return bytes.dropLast(padding).allSatisfy { ImageHead.bits(of: $0) != nil }
  }
}

/// The bytes of a file in Base64, of which few are decoded.
private struct ImageHead {
  let encoded: Slice<UnsafeBufferPointer<UInt8>>

  /// The byte at an index; nil after the end.
  subscript(index: Int) -> Int? {
    let place = encoded.startIndex + index / 3 * 4 + index % 3
    guard place + 1 < encoded.endIndex, let high = Self.bits(of: encoded[place]),
      let low = Self.bits(of: encoded[place + 1])
    else { return nil }
    return (high << 6 | low) >> (4 - 2 * (index % 3)) & 0xFF
  }

  /// The six bits of a letter; nil if it is not one of Base64.
  static func bits(of letter: UInt8) -> Int? {
    switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(letter) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(letter) - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(letter) + 4
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }

  /// The number in some bytes, in the order of networks.
  func big(_ index: Int, _ count: Int = 2) -> Int? {
    (0..<count).reduce(0) { number, place in
      number.flatMap { high in self[index + place].map { high << 8 | $0 } }
    }
  }

  /// The number in some bytes, in the order of most processors.
  func little(_ index: Int, _ count: Int = 2) -> Int? {
    big(index, count).map { Int(UInt64($0).byteSwapped >> (64 - 8 * count)) }
  }

  /// The size in the first header of a frame (SOF). Markers are found as libjpeg finds them.
  var sizeOfJPEG: [Int?] {
    var index = 2
    while let byte = self[index], let marker = self[index + 1] {
      switch (byte, marker) {
      case (0xFF, 0xD9), (0xFF, 0xDA): return [nil, nil]
      case (0xFF, 0x00...0x01), (0xFF, 0xD0...0xD8): index += 2
      case (0xFF, 0xFF), (0..<0xFF, _): index += 1
      case (_, 0xC0...0xCF) where ![0xC4, 0xC8, 0xCC].contains(marker):
        return [big(index + 5), big(index + 7)]
      default: index += 2 + max(big(index + 2) ?? 2, 2)
      }
    }
    return [nil, nil]
  }

  /// The size in the first chunk: of a lossy image, a lossless one, or the canvas.
  var sizeOfWebP: [Int?] {
    switch self[15] {
    case 0x20: [little(26).map { $0 & 0x3FFF }, little(28).map { $0 & 0x3FFF }]
    case 0x4C: [little(21, 4).map { $0 & 0x3FFF + 1 }, little(21, 4).map { $0 >> 14 & 0x3FFF + 1 }]
    default: [little(24, 3).map { $0 + 1 }, little(27, 3).map { $0 + 1 }]
    }
  }
}
