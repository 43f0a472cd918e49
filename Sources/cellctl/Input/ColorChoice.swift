import ArgumentParser
import CellClient

/// The argument of `--color`.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never

  /// Whether the user wants no colours at all.
  var isRefused: Bool { self == .never || self == .auto && Self.isTurnedOff }

  /// Whether `NO_COLOR` (no-color.org) turns colours off, or `CLICOLOR=0` without `CLICOLOR_FORCE`.
  private static var isTurnedOff: Bool {
    environmentVariable("NO_COLOR") != nil || !isForced && environmentVariable("CLICOLOR") == "0"
  }

  private static var isForced: Bool { environmentVariable("CLICOLOR_FORCE").map { $0 != "0" } ?? false }

  /// Whether a screen that is not standard output has colours.
  var isColoredOnTerminal: Bool {
    self == .always || !isRefused && environmentVariable("TERM") != "dumb"
  }

  /// Whether standard output gets colours. An explicit choice wins; then `NO_COLOR`,
  /// `CLICOLOR_FORCE`, `CLICOLOR`, and whether standard output is a terminal with colours.
  var isColored: Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto:
      if Self.isTurnedOff { return false }
      return Self.isForced || Terminal.isOutput && environmentVariable("TERM") != "dumb"
    }
  }
}
