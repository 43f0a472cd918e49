import ArgumentParser

/// The argument of `--position`: where new cells go.
enum PushPosition: Equatable, ExpressibleByArgument {
  case start, end
  case index(Int)
  case before(String)
  case after(String)

  init?(argument: String) {
    switch argument {
    case "start": self = .start
    case "end": self = .end
    case _ where argument.hasPrefix("before:"): self = .before(String(argument.dropFirst(7)))
    case _ where argument.hasPrefix("after:"): self = .after(String(argument.dropFirst(6)))
    default:
      guard let index = Int(argument), index >= 0 else { return nil }
      self = .index(index)
    }
  }

  var defaultValueDescription: String { "end" }
}
