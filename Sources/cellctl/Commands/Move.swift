import ArgumentParser

/// `cellctl move SESSION ID… --to PLACE`.
struct Move: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Move cells to another place in their session.")

  @OptionGroup var session: SessionArgument

  @Argument(help: "The ids of the cells.")
  var ids: [String]

  @Option(help: ArgumentHelp("start, end, or an index.", valueName: "place"))
  var to: String?

  @Option(help: ArgumentHelp("In front of this cell.", valueName: "id"))
  var before: String?

  @Option(help: ArgumentHelp("Behind this cell.", valueName: "id"))
  var after: String?

  @OptionGroup var options: RequestOptions

  func validate() throws {
    guard [to, before, after].compactMap({ $0 }).count == 1 else {
      throw ValidationError("give one of --to, --before and --after")
    }
    if let to, to != "start", to != "end", (Int(to) ?? -1) < 0 {
      throw ValidationError("--to takes start, end, or an index from 0")
    }
  }

  func run() throws {
    var parameters = session.parameters
    parameters.set("ids", ids)
    if let before {
      parameters.set("position", json: #"{"before":\#(JSONText.string(before))}"#)
    } else if let after {
      parameters.set("position", json: #"{"after":\#(JSONText.string(after))}"#)
    } else if let to {
      parameters.set("position", json: Int(to).map(String.init) ?? JSONText.string(to))
    }
    try options.confirm("cells.move", parameters) { "\($0["moved"]?.int ?? 0) cells moved" }
  }
}
