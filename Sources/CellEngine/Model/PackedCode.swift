/// A choice that a packed cell keeps as one byte: its place among the cases.
protocol PackedCode: CaseIterable, Equatable where AllCases == [Self] {
  /// All cases; stored, because the synthesised `allCases` makes a new array at each call.
  static var cases: [Self] { get }
}

extension PackedCode {
  /// The case's byte.
  var code: UInt8 {
    UInt8(Self.cases.firstIndex(of: self) ?? 0)
  }

  /// The case with this byte, or the last.
  init(code: UInt8) {
    self = Self.cases[min(Int(code), Self.cases.count - 1)]
  }
}

extension Status.State: PackedCode { static let cases = allCases }
extension Accessory: PackedCode { static let cases = allCases }
extension Action.Kind: PackedCode { static let cases = allCases }
extension Cell.Kind: PackedCode { static let cases = allCases }
extension Image.Shape: PackedCode { static let cases = allCases }
extension Slot: PackedCode { static let cases = allCases }
extension TruncationMode: PackedCode { static let cases = allCases }
