/// What a text shows in place of characters that must not reach a terminal.
public enum DisplayText {
  /// Whether all bytes are printable ASCII (0x20…0x7E).
  static func isPrintableASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
  }

  /// The bytes to display, or `nil` where `bytes` can be shown as they are.
  static func display(of bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return nil }
    return bytes.map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }
  }
}
