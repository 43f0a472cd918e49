import CellEngine
import CellProtocol

/// Lines of rows that a daemon sent. A daemon neutralises the texts of cells, but cellctl may be
/// connected to another program, or to a daemon of another user.
struct NeutralLine {
  /// Whether lines may have colours and links.
  private let hasStyles: Bool

  init(_ format: RowFormat) {
    hasStyles = format == .ansi
  }

  /// Returns a line that cannot control the terminal. Lines of celld are returned unchanged. In
  /// others, control characters are visible, and there are neither colours nor links.
  func bytes(of line: UnsafeRawBufferPointer) -> [UInt8] {
    line.withMemoryRebound(to: UInt8.self) { line in
      guard !DisplayText.isPrintableASCII(line) else { return Array(line) }
      if hasStyles, line.contains(0x1B), let text = Self.unstyled(line) {
        let isSafe = text.withUnsafeBufferPointer { DisplayText.display(of: $0) == nil && !$0.contains(0x0A) }
        if isSafe { return Array(line) }
        return text.withUnsafeBufferPointer(Self.display)
      }
      return Self.display(line)
    }
  }

  /// Returns a line like ``bytes(of:)``.
  func text(of line: UnsafeRawBufferPointer) -> String {
    String(decoding: bytes(of: line), as: UTF8.self)
  }

  /// Returns a line like ``bytes(of:)``.
  func text(of line: String) -> String {
    var line = line
    return line.withUTF8 { text(of: UnsafeRawBufferPointer($0)) }
  }

  private static func display(_ line: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var display = DisplayText.display(of: line) ?? Array(line)
    for index in display.indices where display[index] == 0x0A { display[index] = 0x20 }
    return display
  }

  /// Returns the text without colours (SGR) and links (OSC 8). Returns `nil` if it has other escape
  /// sequences, or ends inside a colour or a link.
  private static func unstyled(_ line: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var text: [UInt8] = []
    text.reserveCapacity(line.count)
    var rest = line[...]
    var isColored = false
    var isLinked = false
    while let byte = rest.popFirst() {
      guard byte == 0x1B else {
        text.append(byte)
        continue
      }
      switch rest.popFirst() {
      case UInt8(ascii: "["):
        guard let end = rest.firstIndex(where: { !isParameter($0) }), rest[end] == UInt8(ascii: "m") else {
          return nil
        }
        isColored = !rest[..<end].elements(equal: "") && !rest[..<end].elements(equal: "0")
        rest = rest[(end + 1)...]
      case UInt8(ascii: "]"):
        // The sequence is `ESC ] 8 ; ; address ESC \`.
        guard rest.prefix(3).elements(equal: "8;;"),
          let end = rest.firstIndex(where: { $0 <= 0x20 || $0 >= 0x7F }),
          rest[end...].prefix(2).elements(equal: "\u{1B}\\")
        else { return nil }
        isLinked = end > rest.startIndex + 3
        rest = rest[(end + 2)...]
      default: return nil
      }
    }
    return isColored || isLinked ? nil : text
  }

  /// Whether a byte is a digit or separates parameters of SGR.
  private static func isParameter(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: ";")
  }
}

extension Slice<UnsafeBufferPointer<UInt8>> {
  fileprivate func elements(equal text: StaticString) -> Bool {
    elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}
