import CellWire

/// A jq program with a head of comments:
///
///     # title: Kubernetes pods
///     # command: kubectl get pods --output json
///     # fits: items/*/kind=Pod
///     .items[] | {id: .metadata.uid, title: .metadata.name}
struct Preset {
  /// The newest version of the head that this program reads.
  static let version = 1

  /// The name of the file without `.jq`.
  let name: String
  let path: String
  /// The lines of the head with a name, as they were written.
  private(set) var settings: [String: String] = [:]
  /// The sentence of the list of presets.
  private(set) var title = ""
  /// The command whose output it reads; empty if it has none.
  private(set) var command = ""
  /// Other names, each with the arguments that it adds to the command.
  private(set) var aliases: [[String]] = []
  /// The arguments of the name that it was found by.
  private var arguments: [String] = []
  /// The exit statuses of the command after a complete output.
  private(set) var exitStatuses: [Int32] = [0]
  /// The format of the output.
  private(set) var format = InputFormat.json
  /// The names of the columns of a table without a header line.
  private(set) var columns: [String] = []
  /// The source of ids; nil for the usual fields.
  private(set) var id: IDRule?
  private(set) var conditions: [PresetCondition] = []
  /// The jq program, which is the text of the file.
  let program: String

  /// Reads the head of a preset.
  /// - Throws: `Failure` with status `badData` that names the file and the line.
  init(name: String, path: String, text: String) throws {
    self.name = name
    self.path = path
    program = text
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      guard line.hasPrefix("#") else { break }
      do {
        try read(line.dropFirst())
      } catch let failure as Failure {
        var failure = failure
        failure.message = "\(path), line \(index + 1): \(failure.message)"
        throw failure
      }
    }
  }

  /// Reads a line of the head. A line without a known name is a comment.
  private mutating func read(_ line: Substring) throws {
    guard let colon = line.firstIndex(of: ":") else { return }
    let name = String(line[..<colon]).trimmingBlanks
    let value = String(line[line.index(after: colon)...]).trimmingBlanks
    let values = value.split(separator: ",").map { String($0).trimmingBlanks }
    settings[name] = value
    switch name {
    case "title": title = value
    case "command": command = value
    case "alias": aliases = try values.map { try CommandWords.split($0) }
    case "exit": exitStatuses = try values.map { try Self.exitStatus($0) }
    case "columns": columns = values
    case "id": id = try IDRule(value)
    case "fits": conditions = try values.map { try PresetCondition($0) }
    case "from":
      guard let known = InputFormat(rawValue: value) else {
        throw Failure(
          .badData, "unknown format \"\(value)\"",
          hint: Suggestion.sentence(for: value, among: InputFormat.allCases.map(\.rawValue)))
      }
      format = known
    case "version":
      guard let number = Int(value), number <= Self.version else {
        throw Failure(
          .badData, "version \(value) of presets is newer than this cellctl", hint: "install a newer celld")
      }
    default: return
    }
  }

  private static func exitStatus(_ text: String) throws -> Int32 {
    guard let status = UInt8(text) else {
      throw Failure(
        .badData, "expected an exit status from 0 to 255, got \"\(text)\"", hint: "write # exit: 0, 1")
    }
    return Int32(status)
  }

  /// The words of the command.
  /// - Throws: `Failure` with status `usage` if there is none.
  var commandWords: [String] {
    get throws {
      guard !command.isEmpty else {
        throw Failure(
          .usage, "the preset \(name) has no command", hint: "cellctl render --preset \(name) reads records")
      }
      return try CommandWords.split(command) + arguments
    }
  }

  /// Whether the program of its command can be run.
  var isInstalled: Bool { (try? Command(words: commandWords).executable) != nil }

  /// Returns the preset as another name calls it; nil if it does not have that name.
  func called(_ alias: String) -> Preset? {
    guard let words = aliases.first(where: { $0.first?.exact == alias.exact }) else { return nil }
    var preset = self
    preset.arguments = Array(words.dropFirst())
    return preset
  }

  /// Whether a document or record is what the preset reads.
  func fits(_ root: JSONNode) -> Bool {
    !conditions.isEmpty && conditions.allSatisfy { $0.holds(for: root) }
  }
}

/// A condition of a preset: a record has a field (`unit`), or does not have it (`!unit`), or has a
/// value in it (`items/*/kind=Pod`).
struct PresetCondition {
  private let path: FieldPath
  private let value: String?
  private let isNegated: Bool

  init(_ text: String) throws {
    isNegated = text.hasPrefix("!")
    let parts = text.drop { $0 == "!" }.split(separator: "=", maxSplits: 1)
    var reader = TemplateReader(String(parts.first ?? ""))
    path = try reader.path()
    value = parts.count > 1 ? String(parts[1]) : nil
  }

  /// Whether it holds. With a value, all values of the field are equal to it.
  func holds(for root: JSONNode) -> Bool {
    let values = path.values(in: root)
    let isFound = !values.isEmpty && values.allSatisfy { value == nil || $0.mappedText.exact == value?.exact }
    return isFound != isNegated
  }
}
