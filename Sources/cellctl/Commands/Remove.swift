import ArgumentParser

/// `cellctl remove SESSION ID…`.
struct Remove: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Remove cells from a session.")

  @OptionGroup var session: SessionArgument

  @Argument(help: "The ids of the cells.")
  var ids: [String] = []

  @Flag(help: "Remove every cell.")
  var all = false

  @OptionGroup var options: RequestOptions

  func validate() throws {
    guard all != !ids.isEmpty else { throw ValidationError("give the ids of the cells, or --all") }
  }

  func run() throws {
    var parameters = session.parameters
    if all { parameters.set("all", true) } else { parameters.set("ids", ids) }
    let reply = try options.confirm("cells.remove", parameters) { "\($0["removed"]?.int ?? 0) cells removed" }
    try reply.requireNothingMissing(in: session.name)
  }
}
