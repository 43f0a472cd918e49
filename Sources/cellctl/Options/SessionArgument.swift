import ArgumentParser

/// The one session that a command is about.
struct SessionArgument: ParsableArguments {
  @Argument(help: ArgumentHelp("The session.", valueName: "session"), completion: .sessionName)
  var name: String

  /// Parameters of a request that has only the session so far.
  var parameters: Parameters {
    var parameters = Parameters()
    parameters.set("session", name)
    return parameters
  }
}
