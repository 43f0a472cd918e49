import CellClient
import CellWire

/// Prints the result of a request in the chosen form.
struct ResultPrinter {
  let form: OutputForm
  var output = StandardOutput()

  /// Prints a result that is one value: as JSON, or as lines of `text`.
  func print(_ result: JSON, text: (JSON) throws -> [String]) throws {
    switch form {
    case .json, .ndjson: try output.line(json: Array(result.text.utf8))
    case .text: for line in try text(result) { try output.line(line) }
    }
    try output.flush()
  }

  /// Prints a list, or a result with a list as member: `json` is the whole result, `ndjson` one
  /// element per line.
  func print(
    _ result: JSON, listing member: String? = nil, text: ([JSON]) throws -> [String]
  ) throws {
    let elements = (member.map { result[$0] } ?? result)?.array ?? []
    switch form {
    case .json: try output.line(json: Array(result.text.utf8))
    case .ndjson: for element in elements { try output.line(json: Array(element.text.utf8)) }
    case .text: for line in try text(elements) { try output.line(line) }
    }
    try output.flush()
  }

  /// Prints the result of a change: as JSON, or as a sentence if standard error is a terminal.
  /// - Parameter sentence: returns nil if there is nothing to confirm.
  func confirm(_ result: JSON, _ sentence: (JSON) -> String?) throws {
    switch form {
    case .json, .ndjson: try print(result) { _ in [] }
    case .text:
      guard StandardError.isTerminal, let sentence = sentence(result) else { return }
      StandardError.line(sentence.printable)
    }
  }
}

extension RequestOptions {
  /// Prints in the chosen form.
  var printer: ResultPrinter { ResultPrinter(form: output.form) }

  /// Sends a request that changes something, and confirms it.
  /// - Parameters:
  ///   - failure: turns an error reply into the error to throw.
  ///   - sentence: the confirmation for a terminal.
  /// - Returns: the reply.
  @discardableResult
  func confirm(
    _ method: String, _ parameters: Parameters,
    failure: (ErrorReply) -> Failure = { $0.failureOfArguments }, _ sentence: (JSON) -> String?
  ) throws -> Message {
    let reply = try connection.connect().call(method, parameters, failure: failure)
    try printer.confirm(reply.result, sentence)
    return reply
  }
}
