import ArgumentParser

/// `cellctl remove SESSION ID…`.
struct Remove: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove cells from a session.",
    usage: "cellctl remove <session> (<id> ... | --all) [<options>]", aliases: ["rm"])

  @OptionGroup var session: SessionArgument

  @Argument(help: "The ids of the cells.", completion: .cellID)
  var ids: [String] = []

  @Flag(help: "Remove every cell.")
  var all = false

  @OptionGroup var options: RequestOptions

  func validate() throws {
    guard all != !ids.isEmpty else { throw ValidationError("either ids of cells or --all is needed") }
  }

  func run() throws {
    var parameters = session.parameters
    if all { parameters.set("all", true) } else { parameters.set("ids", ids) }
    let reply = try options.confirm("cells.remove", parameters) {
      let removed = $0["removed"]?.int ?? 0
      return removed == 0 && !all ? nil : "\(removed.counted("cell")) removed"
    }
    try reply.result.requireNothingMissing(in: session.name)
  }
}
