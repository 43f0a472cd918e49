import ArgumentParser
import CellProtocol

/// What every command takes that is one request: how its result is printed, and which daemon it asks.
struct RequestOptions: ParsableArguments {
  @OptionGroup var output: OutputOptions
  @OptionGroup var connection: ConnectionOptions

  /// Prints in the form that was asked for.
  var printer: ResultPrinter { ResultPrinter(form: output.form) }

  /// Sends a request that changes something, and says to a person at the terminal what became of it.
  /// - Returns: the reply.
  @discardableResult
  func confirm(
    _ method: String, _ parameters: Parameters, scope: ErrorReply.Scope = .arguments,
    _ sentence: (JSON) -> String
  ) throws -> Message {
    let reply = try connection.connect().call(method, parameters, scope: scope)
    try printer.confirm(reply.result, sentence)
    return reply
  }
}
