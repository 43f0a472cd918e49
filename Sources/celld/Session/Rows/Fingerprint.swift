import CXXHash
import CellEngine
import CellProtocol
import CellWire

/// Identifies the look of rows in a view, apart from their cells. It is the same in every process,
/// so a clock is valid after a restart.
struct Fingerprint: Equatable, Sendable {
  let value: UInt64

  /// The fingerprint of a view.
  ///
  /// - Parameters:
  ///   - environment: as it was set.
  ///   - style: the style that it was resolved to.
  init(_ environment: Environment, _ style: Style, rowLimit: Int) {
    var json = JSONWriter()
    json.object { json in
      EnvironmentCodec.writeMembers(of: environment, style, to: &json)
      json.name("profile")
      json.string(style.profile.name)
      json.name("selection")
      json.string(style.selection.rawValue)
      json.name("drillDown")
      json.bool(style.drillsDown)
      json.name("kept")
      json.string("\(style.kept)")
      json.name("fonts")
      json.string(style.fontMetrics?.version ?? "")
      json.name("row")
      json.integer(rowLimit)
      json.name("versions")
      json.string("\(layoutVersion) \(unicodeVersion)")
    }
    value = json.bytes.withUnsafeBytes { XXH64($0.baseAddress, $0.count, 0) }
  }
}
