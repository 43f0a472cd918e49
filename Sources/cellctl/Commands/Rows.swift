import ArgumentParser
import CellProtocol

/// `cellctl rows SESSION`.
struct Rows: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rows", abstract: "Print the rows of a session.",
    usage: "cellctl rows <session> [<options>]",
    discussion: """
      Rows fit the width of the terminal. In a pipe they have no width limit. See 'cellctl help formats' and \
      'cellctl help environment'.
      """)

  @OptionGroup var session: SessionArgument

  @Option(parsing: .unconditional, help: ArgumentHelp("The index of the first row.", valueName: "index"))
  var start = 0

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The number of rows; all by default.", valueName: "count"))
  var count: Int?

  @Flag(help: "Fill lines with spaces up to the width.")
  var pad = false

  @OptionGroup var seen: ViewOptions
  @OptionGroup var options: RequestOptions

  func validate() throws {
    try RowBounds.check(start: start, count: count)
    try seen.validate(options.output)
  }

  func run() throws {
    let form = seen.environment.form(options.output)
    var parameters = session.parameters
    try seen.set(in: &parameters)
    parameters.set("format", seen.environment.rowFormat(for: form).rawValue)
    if pad { parameters.set("pad", true) }

    let client = try options.connection.connect()
    var pages = RowPages(client: client, parameters: parameters, start: start, count: count)
    try RowsOutput(title: session.name, options: seen.environment, form: form).print(&pages) {
      try seen.theme(of: session, client)
    }
    if pages.isMixed {
      StandardError.line(
        "cellctl: the session changed while it was read; rows may be missing or appear twice")
    }
  }
}
