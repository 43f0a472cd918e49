import CellEngine
import CellProtocol

/// A condition for typed words: each is in some text of the cell, also in texts that rows cut.
struct TextCondition: Equatable {
  /// The fields of a cell whose values people read.
  private static let members: [CellField.Member] = [
    .title, .subtitle, .footnote, .caption, .description, .tags, .status, .info, .number, .id,
  ]
  /// The maximum number of comparisons of a view (protocol.md, §6). The options can have some, too.
  private static let comparisonLimit = 48

  let text: String
  /// The paths of texts in `data`.
  var dataFields: [String] = []

  /// The condition as JSON; nil if no word was typed.
  var json: String? {
    let fields = Self.members.map(\.rawValue) + dataFields
    let limit = Self.comparisonLimit / fields.count
    // The last text has all words that are too many.
    let words = text.split(separator: " ", maxSplits: max(limit - 1, 0))
      .map { String($0).trimmingSpaces }.filter { !$0.isEmpty }
    return ConditionArgument.all(
      words.map { word in
        let value = JSONText.string(word)
        let comparisons = fields.map { #"{"field":\#(JSONText.string($0)),"contains":\#(value)}"# }
        return #"{"any":[\#(comparisons.joined(separator: ","))]}"#
      })
  }

  /// Returns the paths of the values in the `data` of some cells, at most six.
  static func dataFields(of cells: [JSON]) -> [String] {
    var paths: [String] = []
    for cell in cells {
      guard let data = cell["data"] else { continue }
      for path in leaves(of: data, steps: [], depth: 0) where !paths.contains(path) { paths.append(path) }
    }
    return Array(paths.prefix(6))
  }

  private static func leaves(of value: JSON, steps: [String], depth: Int) -> [String] {
    if let members = value.members {
      guard depth < 4 else { return [] }
      return members.flatMap { leaves(of: $0.value, steps: steps + [$0.name], depth: depth + 1) }
    }
    // A name in a list is looked for in all of its elements.
    if let elements = value.array {
      return elements.first.map { leaves(of: $0, steps: steps, depth: depth + 1) } ?? []
    }
    guard !steps.contains(where: \.isEmpty) else { return [] }
    return [CellField(.data, steps: steps).path]
  }
}

extension String {
  /// The text without spaces at its end.
  fileprivate var trimmingSpaces: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
