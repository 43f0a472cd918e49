import ArgumentParser
import CellWire

/// `cellctl lint SESSION`.
struct Lint: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint", abstract: "Check cells against the Fiori guideline.",
    usage: "cellctl lint <session>|<file> [<options>]",
    discussion: """
      Checks the cells of a session, or of records like those of 'render', as they appear in an environment or in a view. Ends with 1 if there are findings.
      """)

  @OptionGroup var list: ListArgument
  @OptionGroup var records: ShownRecords

  @OptionGroup var seen: ViewOptions<EnvironmentOptions>
  @OptionGroup var options: RequestOptions

  func validate() throws {
    try seen.validate()
  }

  func run() throws {
    let cells = try ShownList(
      list.name, of: list, records, isOfSession: seen.view != nil, connection: options.connection)
    try cells.feed?.finish()
    var parameters = cells.session
    try seen.set(in: &parameters)
    let result = try cells.client.call("lint", parameters).result
    try options.printer.print(result, listing: "findings") { $0.flatMap(Self.lines) }
    if result["findings"]?.array?.isEmpty == false {
      throw SilentExit(status: .failed)
    }
  }

  /// Returns the lines of a finding: the message, the cells, and the page of the guideline.
  private static func lines(of finding: JSON) -> [String] {
    let text = { (name: String) in finding[name]?.string?.printable ?? "" }
    let ids = finding["ids"]?.array?.compactMap { $0.string?.printable } ?? []
    var lines = ["\(text("severity")): \(text("message")) [\(text("rule"))]"]
    if !ids.isEmpty {
      let more = ids.count > 5 ? " and \(ids.count - 5) more" : ""
      lines.append("  cells: \(ids.prefix(5).joined(separator: ", "))\(more)")
    }
    return lines + ["  source: \(text("source"))"]
  }
}
