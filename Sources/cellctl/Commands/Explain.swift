import ArgumentParser

/// `cellctl explain [MEMBER]`.
struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Explain a member of a cell or of an environment.",
    usage: "cellctl explain [<member>] [<options>]",
    discussion: """
      Prints the type, the values, the meaning and an example of a member. Names of members of members have dots \
      between them. 'environment.' begins those of an environment.
      """)

  @Argument(
    help: ArgumentHelp("The member, such as status.state.", valueName: "member"),
    completion: .memberPath)
  var member = "cell"

  func run() throws {
    try Explanation(path: member).page.print()
  }
}
