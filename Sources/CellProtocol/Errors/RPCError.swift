/// An error as a client gets it: `{code, message, data: {kind, path?, hint?, …}}`.
public struct RPCError: Error, Equatable, Sendable {
  /// Its stable name, which also gives the code.
  public var kind: ErrorKind
  /// A sentence with the cure.
  public var message: String
  /// The place in the parameters, as a JSON pointer.
  public var path: String?
  /// What was probably meant.
  public var hint: String?
  /// Further members of `data`.
  public var details: [JSON.Member]

  /// An error of its parts. The sentences are made in `RPCError+Sentences.swift`.
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

  /// The same error, its place being inside of what stands at `prefix`.
  public func inside(_ prefix: String) -> RPCError {
    var error = self
    error.path = prefix + (path ?? "")
    return error
  }

  /// Writes the error object, the value of `error` in a reply.
  public func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.name("code")
      writer.integer(kind.code)
      writer.name("message")
      writer.string(message)
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
}
