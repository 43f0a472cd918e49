import ArgumentParser
import CellProtocol

/// `cellctl view SESSION [MEMBER=VALUE…]`.
struct View: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view", abstract: "Show the views of a session, or change one.",
    usage: "cellctl view <session> [<member=value> ...] [<options>]",
    discussion: """
      Without members, prints the views. 'cellctl help environment' lists the members. null resets a member to its \
      default.
      """)

  @OptionGroup var session: SessionArgument

  @Argument(help: ArgumentHelp("The members to change.", valueName: "member=value"))
  var members: [String] = []

  @Option(help: ArgumentHelp("The view; a new name creates a view.", valueName: "name"))
  var view: String?

  @Flag(help: "Delete the view.")
  var delete = false

  // Options of other commands. They exist here only for a better error message.
  @Option(parsing: .unconditional, help: .hidden) var width: String?
  @Option(name: .customLong("class"), help: .hidden) var widthClass: String?
  @Option(help: .hidden) var profile: String?

  @OptionGroup var options: RequestOptions

  func validate() throws {
    for (option, member, value) in [
      ("width", "width", width), ("class", "widthClass", widthClass), ("profile", "profile", profile),
    ] {
      guard let value else { continue }
      throw ValidationError("'view' has no option --\(option); write \(member)=\(value)")
    }
    if delete, view == nil || !members.isEmpty {
      throw ValidationError("--delete needs --view NAME and no members")
    }
  }

  func run() throws {
    var parameters = try EnvironmentMember.parameters(of: members.map(Self.member))
    parameters.set(session.parameters)
    if delete, let view {
      parameters.set("view", view)
      try options.confirm("view.delete", parameters) { _ in "view \(view) deleted" }
    } else if members.isEmpty {
      let client = try options.connection.connect()
      try show(client.callForAll("view.list", parameters, list: "views"), with: options.printer)
    } else {
      parameters.set("view", view ?? "main")
      try options.confirm("view.set", parameters) { _ in "view \(view ?? "main") changed" }
    }
  }

  /// Reads a member. The argument parser cannot do it: it would report the value of an unknown
  /// option as a bad member.
  private static func member(_ argument: String) throws -> EnvironmentMember {
    guard let member = EnvironmentMember(argument: argument) else {
      throw Failure(
        .usage, "'\(argument)' is not member=value", hint: "'cellctl help environment' lists the members")
    }
    return member
  }

  private func show(_ result: JSON, with printer: ResultPrinter) throws {
    guard let view else {
      return try printer.print(result, listing: "views") { views in
        views.flatMap { Self.lines(of: $0) + [""] }.dropLast()
      }
    }
    let found = result["views"]?.array?.first { $0["view"]?.string == view }
    guard let found else { throw Failure(.notFound, "\(session.name) has no view '\(view)'") }
    try printer.print(found) { Self.lines(of: $0) }
  }

  /// Returns the current members. The member `set` would repeat some of them.
  private static func lines(of view: JSON) -> [String] {
    var view = view
    view["set"] = nil
    return Listing.lines(of: view)
  }
}
