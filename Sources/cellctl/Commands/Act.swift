import ArgumentParser
import CellEngine

/// `cellctl act SESSION ID ACTION [VALUE]`.
struct Act: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "act", abstract: "Invoke an action of cells.",
    usage: "cellctl act <session> [<id>] <action> [<value>] [<options>]",
    discussion: """
      Every cell has the action 'open', the drill-down. Cells with an information mark have 'detail', those with a \
      preview 'peek', and those with a menu 'menu'. A toggle flips, or takes true or false as VALUE. A download starts, \
      or takes its progress from 0 to 1, or done. With --id or --selected, there is no ID.
      """)

  @OptionGroup var session: SessionArgument

  @Argument(
    help: ArgumentHelp(
      "The id of the cell, the id of the action, and a JSON value or a word.", valueName: "words"),
    completion: .actionWords)
  var words: [String] = []

  @Option(
    name: .customLong("id"),
    help: ArgumentHelp("A cell of the action, instead of ID. Can be repeated.", valueName: "id"),
    completion: .cellID)
  var ids: [String] = []

  @Flag(help: "Invoke the action of all selected cells.")
  var selected = false

  @OptionGroup var options: RequestOptions

  /// Whether the words begin with the id of a cell.
  private var namesCell: Bool { ids.isEmpty && !selected }

  func validate() throws {
    guard ids.isEmpty || !selected else {
      throw ValidationError("--id and --selected cannot be used together")
    }
    let needed = namesCell ? ["<id>", "<action>"] : ["<action>"]
    guard words.count >= needed.count else {
      throw ValidationError("Missing expected argument '\(needed[words.count])'")
    }
    guard words.count <= needed.count + 1 else {
      throw ValidationError("Unexpected argument '\(words[needed.count + 1])'")
    }
  }

  func run() throws {
    var parameters = session.parameters
    var words = words[...]
    if selected {
      parameters.set("selected", true)
    } else if ids.isEmpty {
      parameters.set("id", words.removeFirst())
    } else {
      parameters.set("ids", ids)
    }
    let action = words.removeFirst()
    parameters.set("action", action)
    if let value = words.first {
      parameters.set("value", json: JSONText.isValue(value) ? value : JSONText.string(value))
    }
    try options.confirm("action.invoke", parameters) {
      "\(action) was delivered to \(($0["delivered"]?.int ?? 0).counted("watcher"))"
    }
  }
}
