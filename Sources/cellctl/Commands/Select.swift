import ArgumentParser

/// What becomes of the selection.
enum SelectionOperation: String, ExpressibleByArgument, CaseIterable {
  case replace, add, remove, toggle
}

/// `cellctl select SESSION ID…`.
struct Select: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Change which cells are selected.",
    discussion: "Without ids and without --all, nothing is selected any more.")

  @Argument(help: "The session.", completion: .sessionName)
  var session: String

  @Argument(help: "The ids of the cells.")
  var ids: [String] = []

  @Flag(help: "Every cell.")
  var all = false

  @Option(name: .customLong("op"), help: "What becomes of the selection.")
  var operation: SelectionOperation = .replace

  @OptionGroup var output: OutputOptions
  @OptionGroup var connection: ConnectionOptions

  func validate() throws {
    guard !all || ids.isEmpty else { throw ValidationError("give ids or --all, not both") }
  }

  func run() throws {
    let client = try connection.connect()
    var parameters = Parameters()
    parameters.set("session", session)
    if all { parameters.set("all", true) } else { parameters.set("ids", ids) }
    parameters.set("op", operation.rawValue)
    let reply = try client.call("selection.set", parameters)
    try ResultPrinter(form: output.form).confirm(reply.result) {
      "\($0["selected"]?.int ?? 0) cells selected"
    }
  }
}
