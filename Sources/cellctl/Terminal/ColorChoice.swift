import ArgumentParser

/// When standard output carries colour.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never

  /// Whether colour is not wanted, wherever the output goes.
  var isRefused: Bool { self == .never || self == .auto && environmentVariable("NO_COLOR") != nil }

  /// Decides for standard output. An explicit choice wins; then `NO_COLOR` (no-color.org), then
  /// `CLICOLOR_FORCE`, then whether a terminal reads that can show colours.
  var isColored: Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto:
      if environmentVariable("NO_COLOR") != nil { return false }
      if let force = environmentVariable("CLICOLOR_FORCE"), force != "0" { return true }
      return Terminal.isOutput && environmentVariable("TERM") != "dumb"
    }
  }
}
