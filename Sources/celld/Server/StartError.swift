/// The reason why the daemon does not start: a sentence for the user, with the fix.
struct StartError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
