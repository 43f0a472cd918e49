import ArgumentParser

/// The session of a command.
struct SessionArgument: ParsableArguments {
  @Argument(help: ArgumentHelp("The session.", valueName: "session"), completion: .sessionName)
  var name: String

  /// Parameters with the session.
  var parameters: Parameters {
    var parameters = Parameters()
    parameters.set("session", name)
    return parameters
  }
}
