import ArgumentParser

/// The argument of `--color`.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never

  /// Whether the user wants no colours at all.
  var isRefused: Bool { self == .never || self == .auto && environmentVariable("NO_COLOR") != nil }

  /// Whether standard output gets colours. An explicit choice wins; then `NO_COLOR` (no-color.org),
  /// then `CLICOLOR_FORCE`, then whether standard output is a terminal with colours.
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
