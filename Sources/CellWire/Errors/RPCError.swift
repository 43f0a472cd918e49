/// An error in a reply: `{code, message, data: {kind, path?, hint?, …}}`.
public struct RPCError: Error, Equatable, Sendable {
  /// The stable name, which also determines the code.
  public var kind: ErrorKind
  /// A sentence with the error and the fix, without the position in the parameters.
  public var message: String
  /// The position in the parameters, as a JSON pointer.
  public var path: String?
  /// The known name that was probably meant.
  public var hint: String?
  /// Further members of `data`.
  public var details: [JSON.Member]

  /// Creates an error from its parts. `RPCError+Sentences.swift` has a function for each error.
  public init(
    _ kind: ErrorKind, _ message: String, path: String? = nil, hint: String? = nil,
    details: [JSON.Member] = []
  ) {
    self.kind = kind
    self.message = message
    self.path = path
    self.hint = hint
    self.details = details
  }

  /// Returns the error with its path moved below `prefix`.
  public func inside(_ prefix: String) -> RPCError {
    var error = self
    error.path = prefix + (path ?? "")
    return error
  }

  /// Writes the error object, the value of `error` in a reply.
  ///
  /// The message of `invalidParams` ends with the position, because people often see only the
  /// message: `Expected a number, got "a" (environment/width).`
  public func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.name("code")
      writer.integer(kind.code)
      writer.name("message")
      writer.string(kind == .invalidParams ? Self.appendingPlace(path, to: message) : message)
      writer.name("data")
      writer.object { writer in
        writer.name("kind")
        writer.string(kind.rawValue)
        if let path {
          writer.name("path")
          writer.string(path)
        }
        if let hint {
          writer.name("hint")
          writer.string(hint)
        }
        for detail in details {
          writer.name(escaping: detail.name)
          writer.value(detail.value)
        }
      }
    }
  }

  /// Returns a message of a reply without the position at its end, for programs that print `path`
  /// in their own way: `Expected a number, got "a".`
  public static func removingPlace(_ path: String?, from message: String) -> String {
    let place = place(path)
    guard !place.isEmpty, message.hasSuffix(place + ".") else { return message }
    return message.dropLast(place.count + 1) + "."
  }

  package static func appendingPlace(_ path: String?, to message: String) -> String {
    guard message.hasSuffix(".") else { return message }
    return message.dropLast() + place(path) + "."
  }

  /// The position at the end of a sentence: ` (cells/3/title)`. Empty for the parameters as a
  /// whole.
  private static func place(_ path: String?) -> String {
    guard let path, !path.isEmpty else { return "" }
    return " (\(String(path.dropFirst()).printable(atMost: 256)))"
  }
}
