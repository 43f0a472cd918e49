import CellEngine
import CellWire

extension JSONWriter {
  /// Writes the member `section`: a group of a grouped view.
  mutating func section(_ entry: Entry) {
    name("section")
    object { json in
      json.name("id")
      json.string(entry.packed.id)
      json.sectionMembers(entry)
    }
  }

  /// Writes the members of a section of a grouped view into an open object.
  mutating func sectionMembers(_ entry: Entry) {
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
