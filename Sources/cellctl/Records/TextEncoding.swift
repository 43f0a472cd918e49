import CCompression

/// The encoding of input, which is UTF-8. Commands that guess make UTF-8 of others.
enum TextEncoding {
  /// The byte order mark that some programs write before a text.
  static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// How to make UTF-8 of another encoding.
  static let cure = "convert it first, for example with: iconv -f LATIN1 -t UTF-8"

  /// Returns the failure for a text in another encoding. Replaced characters would make one id of
  /// several.
  static func failure(at position: RecordPosition) -> Failure {
    Failure(.badData, "\(position): the text is not valid UTF-8", hint: cure)
  }

  /// Returns the failure for the first line of a record that is in another encoding.
  static func failure(in record: Record) -> Failure {
    let lines = record.bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    let before = lines.firstIndex { !isValid($0) } ?? 0
    return failure(at: record.position.line.map { RecordPosition(line: $0 + before) } ?? record.position)
  }

  /// Whether bytes are UTF-8.
  static func isValid(_ bytes: some Collection<UInt8>) -> Bool {
    String(validating: bytes, as: UTF8.self) != nil
  }
}

/// The text of an input in any encoding, packed or not.
struct InputText {
  private(set) var bytes: [UInt8]
  /// Sentences about what was done to read it.
  private(set) var notes: [String] = []
  /// The ratio between what is unpacked and what was packed, at most.
  private static let ratio = 1000

  /// Whether the input is read as a whole: it is packed, or has two or four bytes a character.
  static func needsAll(_ head: [UInt8]) -> Bool {
    Packing(head) != nil || wide(head) != nil
  }

  /// - Throws: `Failure` with status `badData` if it is not text.
  init(_ input: [UInt8]) throws {
    bytes = input
    if let packing = Packing(input) {
      bytes = try packing.unpack(input, limit: min(InputLimits.document, max(input.count, 1) * Self.ratio))
    }
    for (magic, name, cure) in FieldWords.magic where bytes.starts(with: magic) {
      throw Failure(
        .badData, "this is \(name): binary data, not text",
        hint: cure.map { "for text or JSON of it: \($0)" })
    }
    if let (width, isLittle, start) = Self.wide(bytes) {
      bytes = Self.text(of: bytes[start...], width: width, isLittle: isLittle)
      return
    }
    if bytes.starts(with: TextEncoding.mark) { bytes.removeFirst(TextEncoding.mark.count) }
    guard !bytes.prefix(4000).contains(0) else { throw Failure(.badData, "this is binary data, not text") }
    guard !TextEncoding.isValid(bytes) else { return }
    bytes = Self.text(ofWindows1252: bytes)
    notes.append("the text is not UTF-8; it is read as Windows-1252")
  }

  /// Returns the bytes of a character, their order, and the index of the first one, of UTF-16 and
  /// UTF-32.
  private static func wide(_ bytes: [UInt8]) -> (width: Int, isLittle: Bool, start: Int)? {
    if bytes.starts(with: [0xFF, 0xFE, 0, 0]) { return (4, true, 4) }
    if bytes.starts(with: [0, 0, 0xFE, 0xFF]) { return (4, false, 4) }
    if bytes.starts(with: [0xFF, 0xFE]) { return (2, true, 2) }
    if bytes.starts(with: [0xFE, 0xFF]) { return (2, false, 2) }
    let head = bytes.prefix(4000)
    guard head.count > 8 else { return nil }
    var zeros = (even: 0, odd: 0)
    for (index, byte) in head.enumerated() where byte == 0 {
      if index.isMultiple(of: 2) { zeros.even += 1 } else { zeros.odd += 1 }
    }
    if zeros.odd * 5 > head.count, zeros.even * 50 < head.count { return (2, true, 0) }
    if zeros.even * 5 > head.count, zeros.odd * 50 < head.count { return (2, false, 0) }
    return nil
  }

  private static func text(of bytes: ArraySlice<UInt8>, width: Int, isLittle: Bool) -> [UInt8] {
    let units = stride(from: bytes.startIndex, to: bytes.endIndex - width + 1, by: width).map { start in
      (0..<width).reduce(UInt32(0)) {
        $0 << 8 | UInt32(bytes[isLittle ? start + width - 1 - $1 : start + $1])
      }
    }
    return width == 4
      ? Array(String(decoding: units, as: UTF32.self).utf8)
      : Array(String(decoding: units.map { UInt16($0) }, as: UTF16.self).utf8)
  }

  private static func text(ofWindows1252 bytes: [UInt8]) -> [UInt8] {
    // The characters that Latin-1 does not have.
    let others: [UInt16] = [
      0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152,
      0x8D, 0x017D,
      0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
      0x0153, 0x9D,
      0x017E, 0x0178,
    ]
    let units = bytes.map { (0x80..<0xA0).contains($0) ? others[Int($0) - 0x80] : UInt16($0) }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}

/// The format of a packed file.
private enum Packing: String {
  case gzip, zstd

  init?(_ head: [UInt8]) {
    if head.starts(with: [0x1F, 0x8B]) {
      self = .gzip
    } else if head.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) {
      self = .zstd
    } else {
      return nil
    }
  }

  /// Returns what was packed.
  /// - Throws: `Failure` with status `badData` if it is broken or longer than `limit`.
  func unpack(_ bytes: [UInt8], limit: Int) throws -> [UInt8] {
    switch self {
    case .gzip: try inflated(bytes, limit: limit)
    case .zstd: try decompressed(bytes, limit: limit)
    }
  }

  private var broken: Failure { Failure(.badData, "the \(rawValue) data is broken or cut off") }

  private func tooLong(_ limit: Int) -> Failure {
    Failure(
      .badData, "the \(rawValue) data unpacks to more than \(limit) bytes",
      hint: "unpack it first, and take a part")
  }

  private static let piece = 1 << 16

  private func inflated(_ bytes: [UInt8], limit: Int) throws -> [UInt8] {
    var stream = z_stream()
    guard cc_inflate_init(&stream) == Z_OK else { throw Failure(.failed, "out of memory") }
    defer { inflateEnd(&stream) }
    var input = bytes
    var unpacked: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: Self.piece)
    try input.withUnsafeMutableBufferPointer { input in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(clamping: input.count)
      while true {
        let status = piece.withUnsafeMutableBufferPointer { output in
          stream.next_out = output.baseAddress
          stream.avail_out = UInt32(output.count)
          return inflate(&stream, Z_NO_FLUSH)
        }
        unpacked += piece[..<(Self.piece - Int(stream.avail_out))]
        guard unpacked.count <= limit else { throw tooLong(limit) }
        if status == Z_STREAM_END {
          // Files that were put together are one.
          guard stream.avail_in > 1, inflateReset(&stream) == Z_OK else { return }
        } else if status != Z_OK {
          throw broken
        }
      }
    }
    return unpacked
  }

  private func decompressed(_ bytes: [UInt8], limit: Int) throws -> [UInt8] {
    guard let stream = ZSTD_createDStream() else { throw Failure(.failed, "out of memory") }
    defer { ZSTD_freeDStream(stream) }
    var unpacked: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: Self.piece)
    try bytes.withUnsafeBufferPointer { bytes in
      var input = ZSTD_inBuffer(src: bytes.baseAddress, size: bytes.count, pos: 0)
      while true {
        let (status, count) = piece.withUnsafeMutableBufferPointer { buffer in
          var output = ZSTD_outBuffer(dst: buffer.baseAddress, size: buffer.count, pos: 0)
          let status = ZSTD_decompressStream(stream, &output, &input)
          return (status, output.pos)
        }
        guard ZSTD_isError(status) == 0 else { throw broken }
        unpacked += piece[..<count]
        guard unpacked.count <= limit else { throw tooLong(limit) }
        if input.pos == input.size, count < Self.piece {
          guard status == 0 else { throw broken }
          return
        }
      }
    }
    return unpacked
  }
}
