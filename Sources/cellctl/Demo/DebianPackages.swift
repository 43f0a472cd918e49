import CellClient
import CellWire

/// The packages of a Debian machine.
enum DebianPackages {
  private static let fields = [
    "${binary:Package}", "${Version}", "${Section}", "${db:Status-Status}", "${Installed-Size}",
    "${Priority}", "${binary:Synopsis}", "${Description}",
  ]
  // No field of a package contains these control characters.
  private static let fieldEnd: Character = "\u{1F}"
  private static let recordEnd: Character = "\u{1E}"

  /// Returns all installed packages as cells, by name, or none without dpkg.
  static func read() throws -> [CellBuilder.Cell] {
    guard let program = Executable.find("dpkg-query") else { return [] }
    let format = fields.joined(separator: String(fieldEnd)) + String(recordEnd)
    let text = try ChildProcess(executable: program, arguments: ["-W", "-f", format]).readOutput()
    return text.split(separator: recordEnd).compactMap(cell)
  }

  private static func cell(_ record: Substring) -> CellBuilder.Cell? {
    let values = record.split(separator: fieldEnd, omittingEmptySubsequences: false).map(String.init)
    guard values.count == fields.count, let id = values.first, !id.isEmpty else { return nil }
    let (section, state, priority, synopsis) = (values[2], values[3], values[5], values[6])
    var cell = CellBuilder.Cell.demo(
      id: id, title: id, footnote: "\(values[1]) · \(ByteCount.text(kibibytes: Int(values[4]) ?? 0))",
      description: paragraphs(values[7]))
    if !synopsis.isEmpty { cell["subtitle"] = .string(synopsis) }
    let isImportant = ["required", "important"].contains(priority)
    var labels: [JSON] = [
      ["text": .string(state), "state": state == "installed" ? "positive" : "critical"],
      ["text": .string(priority), "state": isImportant ? "informative" : "neutral"],
    ]
    if priority.isEmpty { labels.removeLast() }
    cell["status"] = .array(labels)
    if !section.isEmpty { cell["tags"] = [.string(section)] }
    return CellBuilder.Cell(id: id, json: Array(cell.text.utf8))
  }

  /// Returns the paragraphs of a long description. Its lines are indented by one space, and a line
  /// with a single full stop separates paragraphs (Debian Policy, 5.6.13).
  private static func paragraphs(_ description: String) -> String {
    var paragraphs: [String] = []
    var isOpen = false
    for line in description.split(separator: "\n", omittingEmptySubsequences: false).dropFirst() {
      let text = line.drop { $0 == " " }
      if text == "." || text.isEmpty {
        isOpen = false
      } else if isOpen, !line.hasPrefix("  ") {
        paragraphs[paragraphs.count - 1] += " \(text)"
      } else {
        paragraphs.append(String(text))
        isOpen = true
      }
    }
    return paragraphs.joined(separator: "\n")
  }
}

extension CellBuilder.Cell {
  /// The members that all cells of the demonstration have.
  static func demo(id: String, title: String, footnote: String, description: String) -> JSON {
    var cell: JSON = [
      "id": .string(id), "title": .string(title), "footnote": .string(footnote),
      "image": ["initials": .string(String(title.prefix(2)).uppercased())],
    ]
    if !description.isEmpty { cell["description"] = .string(description) }
    return cell
  }
}

/// Sizes as text.
enum ByteCount {
  /// `812 kB`, `7.2 MB`.
  static func text(kibibytes: Int) -> String {
    let bytes = kibibytes * 1024
    guard bytes >= 1_000_000 else { return "\(bytes / 1000) kB" }
    let tenths = bytes / 100_000
    return tenths < 1000 ? "\(tenths / 10).\(tenths % 10) MB" : "\(tenths / 10) MB"
  }
}
