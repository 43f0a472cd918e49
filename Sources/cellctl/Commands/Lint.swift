import ArgumentParser
import CellProtocol

/// `cellctl lint SESSION`.
struct Lint: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Say what a designer would object to.",
    discussion: """
      Holds the cells of a session against the Fiori guideline, as they are seen in an environment or in a view. Ends \
      with status 1 where something is found.
      """)

  @Argument(help: "The session.", completion: .sessionName)
  var session: String

  @Option(
    help: ArgumentHelp("A view that all clients share, instead of an environment.", valueName: "name"))
  var view: String?

  @OptionGroup var environment: EnvironmentOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var connection: ConnectionOptions

  func validate() throws {
    try environment.validate(output, view: view)
  }

  func run() throws {
    let client = try connection.connect()
    var parameters = Parameters()
    parameters.set("session", session)
    if let view {
      parameters.set("view", view)
    } else {
      parameters.set("environment", try environment.environment(width: WidthArgument.preset()))
    }
    let result = try client.call("lint", parameters).result
    try ResultPrinter(form: output.form).print(result, listing: "findings") { $0.flatMap(Self.lines) }
    if result["findings"]?.array?.isEmpty == false { throw Failure(.failed, "") }
  }

  /// A finding for a person: what is wrong, where, and who says so.
  private static func lines(of finding: JSON) -> [String] {
    let text = { (name: String) in finding[name]?.string?.printable ?? "" }
    let ids = finding["ids"]?.array?.compactMap { $0.string?.printable } ?? []
    var lines = ["\(text("severity")): \(text("message")) [\(text("rule"))]"]
    if !ids.isEmpty {
      let more = ids.count > 5 ? ", and others" : ""
      lines.append("  cells: \(ids.prefix(5).joined(separator: ", "))\(more)")
    }
    return lines + ["  source: \(text("source"))"]
  }
}
