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

  @OptionGroup var session: SessionArgument

  @Argument(help: "The ids of the cells.")
  var ids: [String] = []

  @Flag(help: "Every cell.")
  var all = false

  @Option(name: .customLong("op"), help: "What becomes of the selection.")
  var operation: SelectionOperation = .replace

  @OptionGroup var options: RequestOptions

  func validate() throws {
    guard !all || ids.isEmpty else { throw ValidationError("give ids or --all, not both") }
  }

  func run() throws {
    var parameters = session.parameters
    if all { parameters.set("all", true) } else { parameters.set("ids", ids) }
    parameters.set("op", operation.rawValue)
    try options.confirm("selection.set", parameters) { "\($0["selected"]?.int ?? 0) cells selected" }
  }
}
