import ArgumentParser
import CellProtocol

/// `cellctl rows SESSION`.
struct Rows: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print the rows of a session.",
    discussion: """
      Rows are laid out for the terminal's width, or as wide as their content in a pipe. 'cellctl help formats' \
      and 'cellctl help environment' say more.
      """)

  @Argument(help: "The session.", completion: .sessionName)
  var session: String

  @Option(parsing: .unconditional, help: ArgumentHelp("The index of the first row.", valueName: "index"))
  var start = 0

  @Option(
    parsing: .unconditional, help: ArgumentHelp("How many rows; all where not given.", valueName: "count"))
  var count: Int?

  @Option(
    help: ArgumentHelp("A view that all clients share, instead of an environment.", valueName: "name"))
  var view: String?

  @Flag(help: "Fill the lines up with spaces.")
  var pad = false

  @OptionGroup var environment: EnvironmentOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var connection: ConnectionOptions

  func validate() throws {
    try RowBounds.check(start: start, count: count)
    try environment.validate(output, view: view)
  }

  func run() throws {
    let form = environment.form(output)
    var parameters = Parameters()
    parameters.set("session", session)
    if let view {
      parameters.set("view", view)
    } else {
      parameters.set("environment", try environment.environment(width: WidthArgument.preset()))
    }
    parameters.set("format", environment.rowFormat(for: form).rawValue)
    if pad { parameters.set("pad", true) }

    let client = try connection.connect()
    var printer = RowPrinter(form: form)
    var pages = RowPages(client: client, parameters: parameters, start: start, count: count)
    while try pages.next({ try printer.print($0) }) {}
    try printer.finish()
    if pages.isMixed {
      StandardError.line("cellctl: the session changed while it was read; rows may be missing or stand twice")
    }
  }
}
