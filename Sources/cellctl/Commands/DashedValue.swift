import ArgumentParser
import CellProtocol

/// A value that looks like an option, such as `-x` in `--view -x`.
///
/// The argument parser takes it for an option, and reports that the value is missing.
struct DashedValue {
  private let option: String
  private let value: String

  /// Returns nil if `message` is about something else, or if an option of the command comes instead
  /// of the value.
  init?(in arguments: [String], message: String) {
    let label = "Missing value for '"
    guard message.hasPrefix(label), let command = arguments.first.flatMap(Cellctl.command(named:)) else {
      return nil
    }
    let option = String(message.dropFirst(label.count).prefix { $0 != " " && $0 != "'" })
    let pair = zip(arguments, arguments.dropFirst()).first { $0 == option && $1.hasPrefix("-") }
    guard let value = pair?.1, value != "--",
      !StrayOption.names(of: command).contains(String(value.prefix { $0 != "=" }))
    else { return nil }
    self.option = option
    self.value = value
  }

  /// The sentence of the error.
  var sentence: String {
    "'\(value)' after \(option) begins with a dash, as options do; if it is the value, write \(option)=\(value)"
  }
}
