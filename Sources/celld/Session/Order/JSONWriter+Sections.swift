import CellEngine
import CellProtocol

extension JSONWriter {
  /// Writes the members of a section of a grouped view into an open object.
  mutating func section(_ entry: Entry) {
    let cell = Cell(entry.packed, state: entry.state)
    name("kind")
    string(cell.kind.rawValue)
    name("title")
    string(cell.title)
    name("value")
    raw(cell.data ?? "null")
    name("count")
    integer(cell.count ?? 0)
  }
}
