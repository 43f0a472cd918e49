import CellClient

/// A package that dpkg knows.
struct DebianPackage {
  /// The name, with the architecture if several are installed.
  let id: String
  let version: String
  let section: String
  let state: String
  /// The installed size in kibibytes.
  let size: Int
  let priority: String
  let synopsis: String
  /// Paragraphs, separated by line feeds.
  let description: String

  /// The package as a cell.
  var cell: CellBuilder.Cell {
    var cell = Parameters()
    cell.set("id", id)
    cell.set("title", id)
    if !synopsis.isEmpty { cell.set("subtitle", synopsis) }
    cell.set("footnote", "\(version) · \(ByteCount.text(kibibytes: size))")
    if !description.isEmpty { cell.set("description", description) }
    var status = Parameters()
    status.set("text", state)
    status.set("state", state == "installed" ? "positive" : "critical")
    var importance = Parameters()
    importance.set("text", priority)
    importance.set("state", priority == "required" || priority == "important" ? "informative" : "neutral")
    let labels = [status.json] + (priority.isEmpty ? [] : [importance.json])
    cell.set("status", json: [0x5B] + labels.joined(separator: [0x2C]) + [0x5D])
    if !section.isEmpty { cell.set("tags", [section]) }
    var image = Parameters()
    image.set("initials", String(id.prefix(2)).uppercased())
    cell.set("image", image)
    return CellBuilder.Cell(id: id, json: cell.json)
  }
}

/// The packages of a Debian machine.
enum DebianPackages {
  private static let fields = [
    "${binary:Package}", "${Version}", "${Section}", "${db:Status-Status}", "${Installed-Size}",
    "${Priority}", "${binary:Synopsis}", "${Description}",
  ]
  // No field of a package contains these control characters.
  private static let fieldEnd: Character = "\u{1F}"
  private static let recordEnd: Character = "\u{1E}"

  /// Returns all installed packages by name, or none without dpkg.
  static func read() throws -> [DebianPackage] {
    guard let program = Executable.find("dpkg-query") else { return [] }
    let format = fields.joined(separator: String(fieldEnd)) + String(recordEnd)
    let text = try ChildProcess(executable: program, arguments: ["-W", "-f", format]).readOutput()
    return text.split(separator: recordEnd).compactMap(package)
  }

  private static func package(_ record: Substring) -> DebianPackage? {
    let values = record.split(separator: fieldEnd, omittingEmptySubsequences: false).map(String.init)
    guard values.count == fields.count, !values[0].isEmpty else { return nil }
    return DebianPackage(
      id: values[0], version: values[1], section: values[2], state: values[3], size: Int(values[4]) ?? 0,
      priority: values[5], synopsis: values[6], description: paragraphs(values[7]))
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
