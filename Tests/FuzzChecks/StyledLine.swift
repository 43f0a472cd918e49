/// A parsed line with SGR colours and OSC 8 links.
struct StyledLine {
  /// The text without colours and links.
  private(set) var text = ""

  /// - Throws: `BrokenInvariant` if there are other sequences, or one is not closed.
  init(_ line: String) throws(BrokenInvariant) {
    var rest = Array(line.utf8)[...]
    var bytes: [UInt8] = []
    var isStyled = false
    var isLinked = false
    while let byte = rest.first {
      if rest.starts(with: Array("\u{1B}[".utf8)), let end = rest.firstIndex(of: UInt8(ascii: "m")) {
        let codes = rest[(rest.startIndex + 2)..<end]
        try require(
          codes.allSatisfy { $0 == UInt8(ascii: ";") || (0x30...0x39).contains($0) },
          "no SGR: \(Array(codes))")
        isStyled = !(codes.isEmpty || codes.elementsEqual([UInt8(ascii: "0")]))
        rest = rest[(end + 1)...]
      } else if rest.starts(with: Array("\u{1B}]8;;".utf8)) {
        let link = rest.dropFirst(5).prefix { $0 != 0x1B }
        try require(link.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "a link of \(Array(link))")
        try require(rest[link.endIndex...].starts(with: [0x1B, 0x5C]), "a link without its end")
        isLinked = !link.isEmpty
        rest = rest[(link.endIndex + 2)...]
      } else {
        bytes.append(byte)
        rest = rest.dropFirst()
      }
    }
    try require(!isStyled && !isLinked, "a style or a link is left open")
    text = String(decoding: bytes, as: UTF8.self)
    try ShownText.requireHarmless(text)
  }
}
