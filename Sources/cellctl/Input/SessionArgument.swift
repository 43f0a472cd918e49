import ArgumentParser
import CellClient

/// The session of a command.
struct SessionArgument: ParsableArguments {
  @Argument(help: ArgumentHelp("The session.", valueName: "session"), completion: .sessionName)
  var name: String

  @OptionGroup var owner: OwnerOption

  /// Parameters with the session.
  var parameters: Parameters { owner.parameters(session: name) }
}

/// The owner of the session of a command.
struct OwnerOption: ParsableArguments {
  @Option(
    name: .customLong("owner"),
    help: ArgumentHelp("The session's owner: a user's name or number, or me.", valueName: "user"))
  var name: String?

  /// Parameters with a session.
  func parameters(session: String) -> Parameters {
    var parameters = Parameters()
    parameters.set("session", session)
    if let name { parameters.set("owner", name) }
    return parameters
  }
}
