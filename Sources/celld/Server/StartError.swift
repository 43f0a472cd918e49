/// The reason why the daemon does not start: a sentence for the user, with the fix.
struct StartError: Error, CustomStringConvertible {
  let description: String
  /// Whether it is an error at all other paths of the socket, too.
  let isFinal: Bool

  init(_ description: String, isFinal: Bool = false) {
    self.description = description
    self.isFinal = isFinal
  }
}
