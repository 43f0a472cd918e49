import ArgumentParser
import CellProtocol

/// `cellctl export SESSION [FILE]`.
struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Print all cells of a session, for 'push'.",
    usage: "cellctl export <session> [<file>] [<options>]",
    discussion: """
      Prints one cell per line. 'cellctl push' makes the same list of it, with the same order and selection. Settings \
      of the session ('cellctl info') and views are not included. A file is replaced when the export is complete. \
      --where, --sort and --group choose the cells and their order.
      """)

  @OptionGroup var session: SessionArgument

  @Argument(help: "The file; - is standard output.", completion: .file())
  var file = "-"

  @OptionGroup var query: QueryOptions
  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    let client = try connection.connect()
    let pages = CellPages(client: client, session: session.parameters, query)
    guard file != "-" else {
      let output = StandardOutput()
      guard try pages.write(to: output) else { throw changed("its output has cells of several revisions") }
      return try output.end()
    }
    // A session that changes all the time cannot be exported.
    for _ in 0..<3 {
      let replacement = try FileReplacement(path: file)
      let output = StandardOutput(descriptor: replacement.descriptor, name: file)
      let isWhole = try pages.write(to: output)
      try output.end()
      if isWhole { return try replacement.commit() }
    }
    throw changed("\(file) was not written")
  }

  private func changed(_ effect: String) -> Failure {
    Failure(.failed, "\(session.name) changed while it was exported; \(effect)", hint: "export it again")
  }
}
