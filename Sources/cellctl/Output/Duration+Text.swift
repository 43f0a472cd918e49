extension Duration {
  /// The duration in milliseconds.
  var milliseconds: Double {
    Double(components.seconds) * 1000 + Double(components.attoseconds) / 1e15
  }

  /// A short text: `0.21 ms`, `48 ms`, `1.3 s`.
  var short: String {
    let value = milliseconds
    return switch value {
    case ..<10: "\(rounded(value, 2)) ms"
    case ..<1000: "\(Int(value.rounded())) ms"
    default: "\(rounded(value / 1000, 1)) s"
    }
  }

  private func rounded(_ value: Double, _ digits: Int) -> String {
    let factor = digits == 1 ? 10.0 : 100.0
    return "\((value * factor).rounded() / factor)"
  }
}
