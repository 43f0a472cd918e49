import CellProtocol

/// Prints the result of a request in the form that was asked for.
struct ResultPrinter {
  let form: OutputForm

  /// Prints a result that is one value: as it came, or `text` for a person.
  func print(_ result: JSON, text: (JSON) throws -> [String]) throws {
    let output = StandardOutput()
    switch form {
    case .json, .ndjson: try output.line(result.text)
    case .text: for line in try text(result) { try output.line(line) }
    }
    try output.flush()
  }

  /// Prints a result whose member is a list: `json` is the whole result, `ndjson` an element per line.
  func print(_ result: JSON, listing member: String, text: ([JSON]) -> [String]) throws {
    let elements = result[member]?.array ?? []
    let output = StandardOutput()
    switch form {
    case .json: try output.line(result.text)
    case .ndjson: for element in elements { try output.line(element.text) }
    case .text: for line in text(elements) { try output.line(line) }
    }
    try output.flush()
  }

  /// Prints a result that is no data but a confirmation: a sentence for the person at the terminal.
  func confirm(_ result: JSON, _ sentence: (JSON) -> String) throws {
    switch form {
    case .json, .ndjson: try print(result) { _ in [] }
    case .text: if StandardError.isTerminal { StandardError.line(sentence(result)) }
    }
  }
}
