import Foundation

/// The output of a program, for its preset: `Tests/Fixtures/presets/NAME.input`.
struct PresetSample {
  static let folder = SourceFolder.root.appendingPathComponent("Tests/Fixtures/presets")

  let name: String
  var input: URL { Self.folder.appendingPathComponent("\(name).input") }
  /// The expected rows: lines `FORMAT WIDTH`, each followed by its rows, which start with `|`.
  var rows: URL { Self.folder.appendingPathComponent("\(name).rows") }

  private var text: String { (try? String(contentsOf: input, encoding: .utf8)) ?? "" }

  /// The JSON documents; none for lines of text.
  private var documents: [Any] {
    if let whole = Self.parse(text) { return [whole] }
    return text.split(separator: "\n").compactMap { Self.parse(String($0)) }
  }

  private static func parse(_ text: String) -> Any? {
    try? JSONSerialization.jsonObject(with: Data(text.utf8))
  }

  var isJSON: Bool { !documents.isEmpty }

  /// Whether a text selects records, so that others are not shown.
  func isKeyword(_ text: String) -> Bool {
    ["List", "v1", "apps/v1", "success", "Pod", "Node", "Deployment", "Event"].contains(text)
  }

  /// The sample with other texts: all strings of JSON, or the words of lines.
  func replacingTexts(_ replacement: (String) -> String) -> String {
    guard isJSON else {
      return text.split(separator: "\n").map { line in
        line.split(separator: " ", omittingEmptySubsequences: false)
          .map { $0.isEmpty ? "" : replacement(String($0)) }.joined(separator: " ")
      }.joined(separator: "\n")
    }
    return written { value, _ in (value as? String).map(replacement) }
  }

  /// The sample with other values of members. The replacement returns nil to keep a value.
  func replacingMembers(_ replacement: (String, Any) -> Any?) -> String {
    written { value, name in
      guard let name else { return nil }
      // Lists of records stay, so that the preset sees their members.
      let isList = (value as? [Any])?.first is [String: Any] || name == "data"
      return isList ? nil : replacement(name, value)
    }
  }

  private func written(_ replacement: (Any, String?) -> Any?) -> String {
    documents.map { document in
      let value = replaced(document, name: nil, replacement)
      let bytes = try? JSONSerialization.data(
        withJSONObject: value, options: [.fragmentsAllowed, .sortedKeys])
      return String(decoding: bytes ?? Data(), as: UTF8.self)
    }.joined(separator: "\n")
  }

  private func replaced(_ value: Any, name: String?, _ replacement: (Any, String?) -> Any?) -> Any {
    if let other = replacement(value, name) { return other }
    if let array = value as? [Any] { return array.map { replaced($0, name: nil, replacement) } }
    guard let object = value as? [String: Any] else { return value }
    var result: [String: Any] = [:]
    for (key, member) in object.sorted(by: { $0.key < $1.key }) {
      result[key] = replaced(member, name: key, replacement)
    }
    return result
  }
}
