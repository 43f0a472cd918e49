/// Another source, as long as its bytes are UTF-8. jq replaces other bytes without a word.
final class UTF8Source: ByteSource {
  private let source: any ByteSource
  private var line = 1
  /// The first bytes of a character whose other bytes come later.
  private var partial: [UInt8] = []

  init(_ source: any ByteSource) {
    self.source = source
  }

  var descriptor: Int32? { source.descriptor }

  func read(milliseconds: Int32) throws -> InputPiece {
    let piece = try source.read(milliseconds: milliseconds)
    switch piece {
    case .idle: break
    case .bytes(let bytes): try check(bytes)
    case .newFile, .end:
      guard partial.isEmpty else { throw TextEncoding.failure(at: RecordPosition(line: line)) }
    }
    return piece
  }

  private func check(_ bytes: ArraySlice<UInt8>) throws {
    var bytes = partial + bytes
    partial = Array(bytes.suffix(Self.incomplete(bytes)))
    bytes.removeLast(partial.count)
    if !TextEncoding.isValid(bytes) {
      for text in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
        guard TextEncoding.isValid(text) else { break }
        line += 1
      }
      throw TextEncoding.failure(at: RecordPosition(line: line))
    }
    line += bytes.count { $0 == 0x0A }
  }

  /// Returns the number of bytes at the end that can be the start of a character.
  private static func incomplete(_ bytes: [UInt8]) -> Int {
    for count in 1...3 where count <= bytes.count {
      switch bytes[bytes.count - count] {
      case 0x80..<0xC0: continue
      case 0xC2..<0xE0: return count < 2 ? count : 0
      case 0xE0..<0xF0: return count < 3 ? count : 0
      case 0xF0..<0xF5: return count
      default: return 0
      }
    }
    return 0
  }
}
