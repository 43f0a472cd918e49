import ArgumentParser

/// A time as an argument: `2s`, `500ms`, `1m`, `1h`, or a number of seconds.
struct TimeArgument: ExpressibleByArgument, Equatable {
  let seconds: Double
  /// The argument as it was written.
  let text: String

  init?(argument: String) {
    let units: [(name: String, seconds: Double)] = [("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600)]
    let unit = units.first { argument.hasSuffix($0.name) }
    let digits = argument.dropLast(unit?.name.count ?? 0)
    guard let number = Double(digits), number > 0, digits.first?.isNumber == true else {
      return nil
    }
    seconds = number * (unit?.seconds ?? 1)
    // Longer than any program runs; a clock cannot count it.
    guard seconds < 1e9 else { return nil }
    text = argument
  }

  var defaultValueDescription: String { text }
}
