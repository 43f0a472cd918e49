/// A choice that a packed cell keeps as one byte: its place among the cases. The cases have no payloads.
protocol PackedCode: CaseIterable, Equatable {
  /// The byte of the last case.
  static var lastCode: UInt8 { get }
}

extension PackedCode {
  /// The case's byte.
  @inline(__always)
  var code: UInt8 {
    // A case without a payload is held as its place among the cases.
    unsafeBitCast(self, to: UInt8.self)
  }

  /// The case with this byte, or the last.
  @inline(__always)
  init(code: UInt8) {
    self = unsafeBitCast(min(code, Self.lastCode), to: Self.self)
  }
}

extension Status.State: PackedCode { static var lastCode: UInt8 { 4 } }
extension Accessory: PackedCode { static var lastCode: UInt8 { 4 } }
extension Action.Kind: PackedCode { static var lastCode: UInt8 { 3 } }
extension Cell.Kind: PackedCode { static var lastCode: UInt8 { 3 } }
extension Image.Shape: PackedCode { static var lastCode: UInt8 { 1 } }
extension Slot: PackedCode { static var lastCode: UInt8 { 18 } }
extension TruncationMode: PackedCode { static var lastCode: UInt8 { 3 } }
