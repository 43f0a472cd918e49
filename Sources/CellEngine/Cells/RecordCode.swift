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

/// The choices of an action in one byte. From the lowest bit: three bits for its kind, two for its
/// role, two for its presentation. The highest bit is set if it is enabled.
package struct ActionCode {
  package let byte: UInt8

  init(byte: UInt8) { self.byte = byte }

  init(_ action: Action) {
    byte =
      action.kind.code | action.role.code << 3 | action.presentation.code << 5 | (action.enabled ? 0x80 : 0)
  }

  package var kind: Action.Kind { Action.Kind(code: byte & 7) ?? .button }
  package var role: Action.Role { Action.Role(code: byte >> 3 & 3) ?? .normal }
  package var presentation: Action.Presentation { Action.Presentation(code: byte >> 5 & 3) ?? .auto }
  package var isEnabled: Bool { byte & 0x80 != 0 }
}

/// The form of a chart in the two lowest bits of a byte, and which of its labels are the client's.
package struct ChartCode {
  let byte: UInt8

  init(byte: UInt8) { self.byte = byte }

  init(_ chart: HeaderContent.Chart) {
    byte = chart.form.code | (chart.minimum != nil ? 0x40 : 0) | (chart.maximum != nil ? 0x80 : 0)
  }

  package var form: HeaderContent.Chart.Form { HeaderContent.Chart.Form(code: byte & 3) ?? .column }
  package var hasMinimum: Bool { byte & 0x40 != 0 }
  package var hasMaximum: Bool { byte & 0x80 != 0 }
}

extension HeaderContent.Chart.Form: RecordCode {}

/// The state of a trend in the lowest bits of a byte. The highest is set if it is only a text,
/// which clients get as a string.
package struct TrendCode {
  let byte: UInt8

  init(byte: UInt8) { self.byte = byte }

  init(_ trend: Status) { byte = trend.state.code | (trend.isText ? 0x80 : 0) }

  package var state: Status.State { Status.State(code: byte & 0x7F) ?? .neutral }
  package var isText: Bool { byte & 0x80 != 0 }
}

extension Status {
  /// Whether a text without a state, an icon or words for screen readers is all of it.
  package var isText: Bool { text != nil && icon == nil && label == nil && state == .neutral }
}
