import CellProtocol
import CellWire

extension View {
  /// Writes the view as an object: its environment, and the members as they were set.
  func write(of session: Session, to result: inout JSONWriter) {
    result.object { result in
      result.name("view")
      result.string(name ?? "")
      result.name("layout")
      result.integer(layout)
      EnvironmentCodec.writeMembers(of: environment, style, to: &result)
      result.name("set")
      EnvironmentCodec.write(environment, to: &result)
      result.name("count")
      if let count = session.rowCount(in: self) { result.integer(count) } else { result.null() }
      result.diagnostics(style.diagnostics)
    }
  }
}
