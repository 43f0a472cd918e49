/// Why the daemon does not start: one sentence for the person who started it, with the cure.
struct StartError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
