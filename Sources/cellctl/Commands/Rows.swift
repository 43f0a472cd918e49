import ArgumentParser
import CellClient
import CellEngine
import CellWire

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

  @Option(
    help: ArgumentHelp(
      "Draw a part of a row that a gesture shows: leading, trailing, menu, overflow or peek. For pictures and frames.",
      valueName: "id=part"))
  var reveal: String?

  @OptionGroup var query: QueryOptions
  @OptionGroup var seen: ViewOptions<RowOptions>
  @OptionGroup var output: RowsOutputOptions
  @OptionGroup var connection: ConnectionOptions

  func validate() throws {
    try RowBounds.check(start: start, count: count)
    try seen.options.validate(output)
    try seen.validate()
    try seen.validate(query)
    if let reveal, Self.parts(of: reveal) == nil {
      let parts = Reveal.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("--reveal must be ID=PART; the parts are \(parts)")
    }
  }

  /// The parameter `reveal` of `ID=PART`.
  private static func parts(of text: String) -> Parameters? {
    guard let split = text.lastIndex(of: "="), let what = Reveal(rawValue: String(text[split...].dropFirst()))
    else { return nil }
    var parameters = Parameters()
    parameters.set("id", String(text[..<split]))
    parameters.set("what", what.rawValue)
    return parameters
  }

  func run() throws {
    let form = seen.options.form(output)
    seen.options.environment.reportUnusedOptions()
    var parameters = session.parameters
    try seen.set(in: &parameters, query)
    parameters.set("format", seen.rowFormat(for: form).rawValue)
    if pad { parameters.set("pad", true) }
    if let reveal = reveal.flatMap(Self.parts) { parameters.set("reveal", reveal) }

    let client = try connection.connect()
    var pages = RowPages(client: client, parameters: parameters, start: start, count: count)
    let standardOutput = output.standardOutput(for: form)
    if form == .text { try adapt(&pages, to: standardOutput, client) }
    try RowsOutput(
      title: session.name, options: seen.options, form: form, output: standardOutput
    ).print {
      try seen.theme(of: session.parameters, client)
    } pages: { body in
      while try pages.next(body) {}
    }
    if pages.count == 0 {
      StandardError.line(emptySentence(of: pages.total))
    }
    if pages.isMixed {
      StandardError.line(
        "cellctl: the session changed while it was read; rows may be missing or appear twice")
    }
  }

  /// Lets the terminal decide how its rows are laid out, and places them on it.
  private func adapt(_ pages: inout RowPages, to output: StandardOutput, _ client: Client) throws {
    let format = seen.rowFormat(for: .text)
    guard TerminalText.takes(format), !seen.options.environment.isInPoints else { return }
    let terminal = TerminalText(seen.options.environment, format: format)
    let style =
      if let view = seen.view {
        try ScreenStyle(ofView: view, session.parameters, client)
      } else {
        ScreenStyle(try JSON(parsing: seen.environment().json))
      }
    output.model = style.model
    guard let terminal else { return }
    pages.adapt = { parameters in
      if let view = seen.view {
        if let note = terminal.note(onView: view, style.model.mode) { StandardError.note(note) }
        return false
      }
      var members = try seen.environment(query)
      let isChanged = terminal.set(in: &members)
      parameters.set("environment", members)
      output.model?.mode = terminal.widths?.mode ?? style.model.mode
      return isChanged
    }
  }

  private func emptySentence(of total: Int) -> String {
    let name = session.name.printable
    if query.isSpecific, total == 0 { return "no cells in \(name) that meet the conditions" }
    guard total > 0 else { return "no cells in \(name)" }
    // Conditions leave out cells, and groups have rows of their own.
    let isWhole = !query.isSpecific && seen.view == nil
    let size = isWhole ? total.counted("cell") : "\(total.counted("row")) in this view"
    guard count != 0 else { return "no rows, as --count is 0; \(name) has \(size)" }
    return "no \(isWhole ? "cells" : "rows") from index \(start) in \(name), which has \(size)"
  }
}
