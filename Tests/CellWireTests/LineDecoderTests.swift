import Testing

@testable import CellWire

@Suite("Framing") struct LineDecoderTests {
  /// The results of a decoder: the text of each line, or nil for a line that was too long.
  private typealias Lines = [String?]

  private func drain(_ decoder: inout LineDecoder, into lines: inout Lines) {
    while let line = decoder.next() { note(line, in: &lines) }
  }

  private func note(_ line: LineDecoder.Line, in lines: inout Lines) {
    switch line {
    case .line(let bytes): lines.append(String(decoding: bytes, as: UTF8.self))
    case .tooLong: lines.append(nil)
    }
  }

  private func decode(_ pieces: [ArraySlice<UInt8>], limit: Int) -> Lines {
    var decoder = LineDecoder(limit: limit)
    var lines: Lines = []
    for piece in pieces {
      piece.withUnsafeBytes { decoder.append($0) }
      drain(&decoder, into: &lines)
    }
    if let last = decoder.finish() { note(last, in: &lines) }
    return lines
  }

  private static let stream = Array(
    "{\"a\":1}\n\r\n\n  \nfour\r\n12345678\n123456789\n12345678\r\n123456789\r\nlong long long line\né漢\n\rx\r\r\nend"
      .utf8)
  private static let lines: [String?] = [
    "{\"a\":1}", "  ", "four", "12345678", nil, "12345678", nil, nil, "é漢", "\rx\r", "end",
  ]

  @Test("the lines do not depend on where the stream is split") func everySplit() {
    let stream = Self.stream
    #expect(decode([stream[...]], limit: 8) == Self.lines)
    for first in 0...stream.count {
      for second in first...stream.count {
        #expect(
          decode([stream[..<first], stream[first..<second], stream[second...]], limit: 8) == Self.lines)
      }
    }
    #expect(decode(stream.indices.map { stream[$0...$0] }, limit: 8) == Self.lines)
  }

  @Test("a byte order mark is dropped before the first line only") func byteOrderMark() {
    for first in ["{}\n", "\r\n{}\n", "\n\n{}"] {
      let stream = Array(("\u{FEFF}" + first + "\n\u{FEFF}x").utf8)
      for split in 0...stream.count {
        #expect(decode([stream[..<split], stream[split...]], limit: 100) == ["{}", "\u{FEFF}x"])
      }
    }
  }

  @Test("a line that is too long is reported once and not kept") func tooLong() {
    var decoder = LineDecoder(limit: 10_000)
    var lines: Lines = []
    let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1000)
    for _ in 0..<10_000 {
      piece.withUnsafeBytes { decoder.append($0) }
      drain(&decoder, into: &lines)
      #expect(decoder.heldBytes <= 10_000)
      #expect(decoder.capacity <= 64_000)
    }
    Array("\nnext\n".utf8).withUnsafeBytes { decoder.append($0) }
    drain(&decoder, into: &lines)
    #expect(lines == [nil, "next"])
  }

  @Test("memory is released after a long line") func shrinks() {
    var decoder = LineDecoder(limit: 1 << 20)
    var lines: Lines = []
    Array("\(String(repeating: "x", count: 900_000))\n".utf8).withUnsafeBytes { decoder.append($0) }
    #expect(decoder.heldBytes == 900_001)
    drain(&decoder, into: &lines)
    #expect(lines.count == 1)
    #expect(decoder.heldBytes == 0)
    #expect(decoder.capacity <= 64 * 1024)
  }

  @Test("many lines for a slow reader take no quadratic time") func manyLines() {
    var decoder = LineDecoder(limit: 100)
    let lines = [UInt8](repeating: UInt8(ascii: "\n"), count: 1).flatMap { Array("abcdefgh".utf8) + [$0] }
    var taken = 0
    for round in 0..<200_000 {
      lines.withUnsafeBytes { decoder.append($0) }
      if round >= 100_000, decoder.next() != nil { taken += 1 }
    }
    while decoder.next() != nil { taken += 1 }
    #expect(taken == 200_000)
  }

  @Test("a line can be parsed in the buffer") func padding() throws {
    var decoder = LineDecoder(limit: 100)
    let parser = JSONParser()
    // Many lines in one buffer, so that the digits of a line follow the previous line directly.
    let text = Array((0..<1000).map { "\($0)\n" }.joined().utf8)
    text.withUnsafeBytes { decoder.append($0) }
    var number: Int64 = 0
    while let line = decoder.next() {
      guard case .line(let bytes) = line else { continue }
      #expect(try parser.parse(bytes, depth: 1).int64 == number)
      number += 1
    }
    #expect(number == 1000)
  }

  @Test("bytes can be read right into the decoder") func reserve() {
    var decoder = LineDecoder(limit: 100)
    var lines: Lines = []
    for _ in 0..<1000 {
      let room = decoder.reserve(8)
      #expect(room.count >= 8)
      room.copyBytes(from: Array("ab\ncd\r\ne".utf8))
      decoder.commit(8)
      drain(&decoder, into: &lines)
    }
    #expect(lines.count == 2000)
    #expect(lines[2] == "eab")
  }
}
