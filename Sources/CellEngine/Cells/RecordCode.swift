/// A choice that a record keeps as one byte: its index among the cases.
protocol RecordCode: CaseIterable, Equatable where AllCases == [Self] {
  /// The case of a byte, if there is one.
  init?(code: UInt8)
}

extension RecordCode {
  /// The byte of the case.
  var code: UInt8 {
    var code: UInt8 = 0
    for other in Self.allCases {
      if other == self { break }
      code &+= 1
    }
    return code
  }

  init?(code: UInt8) {
    guard Self.allCases.indices.contains(Int(code)) else { return nil }
    self = Self.allCases[Int(code)]
  }
}

extension Status.State: RecordCode {
  // Most cells have a status.
  init?(code: UInt8) {
    switch code {
    case 0: self = .neutral
    case 1: self = .informative
    case 2: self = .positive
    case 3: self = .critical
    case 4: self = .negative
    default: return nil
    }
  }
}
extension Accessory: RecordCode {}
extension Action.Kind: RecordCode {}
extension Action.Role: RecordCode {}
extension Action.Presentation: RecordCode {}
extension Cell.Kind: RecordCode {}
extension Image.Shape: RecordCode {}
extension Slot: RecordCode {
  var code: UInt8 { UInt8(truncatingIfNeeded: index) }
}

extension TruncationMode: RecordCode {
  // Every text of a row asks for its mode.
  var code: UInt8 {
    switch self {
    case .tail: 0
    case .head: 1
    case .middle: 2
    case .none: 3
    }
  }

  init?(code: UInt8) {
    switch code {
    case 0: self = .tail
    case 1: self = .head
    case 2: self = .middle
    case 3: self = .none
    default: return nil
    }
  }
}

extension HeaderContent.Chart.Form: RecordCode {}
