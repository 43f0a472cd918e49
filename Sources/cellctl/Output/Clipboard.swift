import CellProtocol

/// Texts for the clipboard of a terminal (OSC 52).
enum Clipboard {
  /// The maximum number of bytes of a text. Terminals ignore longer ones.
  static let limit = 64 << 10

  /// Returns a text without characters that control what it is pasted into, and whether it was cut.
  /// - Parameter hasLines: whether it keeps its line feeds. A shell runs a line that is pasted.
  static func text(_ text: String, hasLines: Bool) -> (text: String, isCut: Bool) {
    var kept = String.UnicodeScalarView()
    var room = limit
    for scalar in text.unicodeScalars {
      let isBlank = scalar == "\t" || scalar == "\n" && !hasLines
      guard isBlank || scalar == "\n" || !scalar.isControl else { continue }
      room -= isBlank ? 1 : UTF8.width(scalar)
      guard room >= 0 else { return (String(kept), true) }
      kept.append(isBlank ? " " : scalar)
    }
    return (String(kept), false)
  }

  /// Returns the sequence that a terminal copies a text for. tmux takes it itself (`set-clipboard
  /// on`), or passes its second form on (`allow-passthrough on`).
  static func sequence(for text: String, inTmux: Bool) -> String {
    let sequence = "\u{1B}]52;c;\(base64(Array(text.utf8)))\u{7}"
    return inTmux ? "\(sequence)\u{1B}Ptmux;\u{1B}\(sequence)\u{1B}\\" : sequence
  }

  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  private static func base64(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for place in 0..<4 {
        text.append(place > group.count ? UInt8(ascii: "=") : digits[bits >> (18 - 6 * place) & 63])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
