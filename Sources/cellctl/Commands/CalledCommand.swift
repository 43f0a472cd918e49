import ArgumentParser

/// A root with a single command, for arguments without errors and without questions for help.
///
/// The parser makes a tree of all commands of its root, and looks for an option of its own first.
/// That took a seventh of the time of `cellctl ping`. A root with a parent has no such option.
private struct CalledCommand<Command: ParsableCommand>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: "cellctl", _superCommandName: "", subcommands: [Command.self])
  }
}

extension Cellctl {
  /// Parses arguments. Takes less time than `parseAsRoot` if they name a command and have no error.
  ///
  /// - Throws: the errors of `parseAsRoot`.
  static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    guard let command = arguments.first.flatMap(command(named:)),
      let parsed = try? parsed(arguments, command)
    else { return try parseAsRoot(arguments) }
    return parsed
  }

  private static func parsed<Command: ParsableCommand>(
    _ arguments: [String], _: Command.Type
  ) throws -> any ParsableCommand {
    try CalledCommand<Command>.parseAsRoot(arguments)
  }
}
