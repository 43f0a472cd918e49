import CellEngine
import CellWire

/// A page of `cellctl help TOPIC`. Its text is a part of Pages/topics.txt, with places for values
/// of the program.
struct HelpTopic {
  let name: String
  private let text: String

  /// All topics, in the order of the help.
  static let all = HelpText.sections(of: PackageResources.topics_txt).map(HelpTopic.init)

  /// Returns the topic of a name. `cells` is another name of `cell`.
  static func named(_ name: String) -> HelpTopic? {
    all.first { $0.name == (name == "cells" ? "cell" : name) }
  }

  /// The page, below its name in capitals.
  var page: HelpText {
    let heading = name.uppercased().replacing("-", with: " ")
    return HelpText(PageTemplate("\(heading)\n\n\(text)").filled(Self.values))
  }

  /// The values of the places in topics. Members and their values come from the schema.
  static var values: [String: PageTemplate.Value] {
    var values = [
      "cell.json": example(of: PackageResources.cell_json),
      "commands": commandDiscussion,
      "exit statuses": HelpText.table(ExitStatus.allCases.map { ("\($0.rawValue)", $0.summary) }),
      "fields": CellField.paths.joined(separator: ", "),
      "from": InputFormat.allCases.map(\.rawValue).joined(separator: ", "),
      "icons": HelpText.table(
        Icon.drawings.map { icon in
          let aliases = icon.names.dropFirst().joined(separator: ", ")
          return (icon.names[0], "\(icon.glyph) \(icon.ascii)  \(aliases)")
        }),
      "id fields": IDAssignment.usualFields.joined(separator: ", "),
      "picture widths": WidthClass.allCases.map {
        "\($0.rawValue) \(EnvironmentOptions.pictureWidth(of: $0))"
      }.joined(separator: ", "),
      "preset version": "\(Preset.version)",
      "record formats": HelpText.table(InputFormat.allCases.map { ($0.rawValue, $0.summary) }),
      "row formats": HelpText.table(FormatArgument.allCases.map { ($0.description, $0.summary) }),
      "states": stateTable,
    ]
    for (name, summary, _) in Schema.components {
      let rows = Components.members(of: name).map { ($0.name, "\($0.summary) (\($0.schema.values))") }
      values[name] = HelpText.table(rows)
      values["\(name):"] = "\(name): \(summary)\n\(HelpText.table(rows))"
    }
    return values.mapValues { .text($0) }
  }

  /// Returns lines of JSON as lines to type.
  static func example(of json: [UInt8]) -> String {
    String(decoding: json, as: UTF8.self).split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
  }

  /// The states with their colours and meanings.
  static let stateTable = HelpText.table(Status.State.allCases.map { ($0.rawValue, meaning(of: $0)) })

  private static func meaning(of state: Status.State) -> String {
    switch state {
    case .neutral: "in the colour of text: nothing to notice, such as Open or Draft"
    case .informative: "blue: worth knowing, such as New or In Progress"
    case .positive: "green: good, such as Done, Approved or Running"
    case .critical: "orange (in a terminal yellow): needs attention soon, such as Delayed or Low"
    case .negative: "red: wrong, such as Failed, Rejected or Overdue"
    }
  }
}

extension FormatArgument {
  /// The description for the help.
  fileprivate var summary: String {
    switch self {
    case .daemon(let format): format.summary
    case .png: "a picture as PNG, drawn by rsvg-convert with --zoom pixels per point"
    }
  }
}
