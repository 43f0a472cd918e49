import ArgumentParser
import CellProtocol

/// `cellctl header SESSION ID`.
struct Header: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "header", abstract: "Print the object header of a cell.",
    usage:
      "cellctl header <session>|<file> <id> [<options>]\ncellctl header --session <name> <id> [<options>]",
    discussion: "A narrow header has several pages. --page selects one.")

  @OptionGroup var list: ListArgument

  @Argument(help: "The id of the cell.", completion: .cellID)
  var cell: String?

  @OptionGroup var records: ShownRecords

  @Option(parsing: .unconditional, help: ArgumentHelp("The page, from 0.", valueName: "index"))
  var page = 0

  @Flag(help: "Remove the unread mark of the cell.")
  var viewed = false

  @OptionGroup var seen: ViewOptions<RowOptions>
  @OptionGroup var paging: PagerOptions
  @OptionGroup var options: RequestOptions

  func validate() throws {
    guard page >= 0 else { throw ValidationError("--page must be 0 or more") }
    try seen.validate(options.output)
    guard id != nil else { throw ValidationError("expected a session or a file, and the id of a cell") }
    guard list.session == nil || cell == nil else {
      throw ValidationError("the session is \(list.session ?? ""); expected only the id of a cell")
    }
  }

  /// The id of the cell. With --session, it is the first argument.
  private var id: String? { list.session == nil ? cell : list.name }

  func run() throws {
    let form = seen.options.form(options.output)
    seen.options.environment.reportUnusedOptions()
    let cells = try ShownList(
      list.name, of: list, records, isOfSession: seen.view != nil, connection: options.connection)
    try cells.feed?.finish()
    let (id, client) = (id ?? "", cells.client)
    var parameters = cells.session
    parameters.set("id", id)
    parameters.set("page", page)
    if viewed { parameters.set("viewed", true) }
    try seen.set(in: &parameters)
    parameters.set("format", seen.options.rowFormat(for: form.ofRows).rawValue)
    let reply = try client.call("header.pull", parameters)
    // JSON has them.
    defer {
      if form == .text {
        var diagnostics = DiagnosticsPrinter()
        reply.withResult { diagnostics.print($0) }
      }
    }
    if let format = seen.options.picture(for: form.ofRows) {
      var printer = PicturePrinter(
        format: format, title: id, theme: try seen.theme(of: cells.session, client), zoom: seen.options.zoom)
      reply.withResult { printer.add(row: $0) }
      return try printer.print()
    }
    let header = reply.result
    let neutral = NeutralLine(seen.options.rowFormat(for: form.ofRows))
    let output = StandardOutput(pager: form == .text ? paging.pager : nil)
    try ResultPrinter(form: form, output: output).print(header) {
      ($0["lines"]?.array ?? []).compactMap { $0.string.map(neutral.text) }
    }
    try output.end()
  }
}
