import ArgumentParser

/// `cellctl move SESSION ID… --to POSITION`.
struct Move: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Move cells to another position in their session.",
    usage: "cellctl move <session> <id> ... [<options>]")

  @OptionGroup var session: SessionArgument

  @Argument(help: "The ids of the cells.", completion: .cellID)
  var ids: [String]

  @Option(parsing: .unconditional, help: ArgumentHelp("start, end, or an index.", valueName: "position"))
  var to: String?

  @Option(help: ArgumentHelp("Before this cell.", valueName: "id"))
  var before: String?

  @Option(help: ArgumentHelp("After this cell.", valueName: "id"))
  var after: String?

  @OptionGroup var options: RequestOptions

  func validate() throws {
    guard [to, before, after].compactMap({ $0 }).count == 1 else {
      throw ValidationError("exactly one of --to, --before and --after is needed")
    }
    if let to, to != "start", to != "end", (Int(to) ?? -1) < 0 {
      throw ValidationError("--to must be start, end, or an index from 0")
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
    try options.confirm("cells.move", parameters) { "\(($0["moved"]?.int ?? 0).counted("cell")) moved" }
  }
}
