/// The texts of the lowest and the highest value of a series.
package struct ValueLabels {
  /// `nil` if all values are equal.
  package let minimum: String?
  package let maximum: String

  /// The labels of `values`; `nil` if there are none.
  package init?(of values: [Double]) {
    guard let lowest = values.min(), let highest = values.max() else { return nil }
    maximum = Self.text(highest)
    minimum = lowest < highest ? Self.text(lowest) : nil
  }

  /// A number with three digits that count, and all digits of whole numbers below 10,000. Larger
  /// numbers have the short forms of Fiori: 12.3K, 4.56M. The decimal mark is a point, as the
  /// daemon does not know the languages of its clients.
  static func text(_ value: Double) -> String {
    let sign = value < 0 ? "-" : ""
    let size = abs(value)
    guard size >= 10_000 else { return size < 0.001 && size > 0 ? "\(value)" : sign + digits(of: size) }
    for (unit, name) in [(1e12, "T"), (1e9, "B"), (1e6, "M"), (1e3, "K")] where size >= unit {
      guard size < 1000 * unit else { return "\(value)" }
      return sign + digits(of: size / unit) + name
    }
    return "\(value)"
  }

  /// A number of 0…10,000 with three digits that count.
  private static func digits(of size: Double) -> String {
    var places = 0
    var factor = 1.0
    while size * factor < 100, places < 5, (size * factor).rounded() != size * factor {
      places += 1
      factor *= 10
    }
    let all = Int((size * factor).rounded())
    var decimals = String(all % Int(factor))
    decimals = String(repeating: "0", count: places - min(places, decimals.count)) + decimals
    while decimals.last == "0" { decimals.removeLast() }
    return "\(all / Int(factor))" + (places > 0 && !decimals.isEmpty ? "." + decimals : "")
  }
}
