import ArgumentParser
import CellProtocol

/// `cellctl view SESSION [MEMBER=VALUE…]`.
struct View: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show the views of a session, or change one.",
    discussion: """
      Without members, prints the views as they are. 'cellctl help environment' explains the members; null sets \
      one back to its default.
      """)

  @OptionGroup var session: SessionArgument

  @Argument(help: ArgumentHelp("What to change.", valueName: "member=value"))
  var members: [String] = []

  @Option(help: ArgumentHelp("The view; a new name makes a new view.", valueName: "name"))
  var view: String?

  @Flag(help: "Delete the view.")
  var delete = false

  // What other commands take as options is set as a member here; they are known only to say so.
  @Option(parsing: .unconditional, help: .hidden) var width: String?
  @Option(name: .customLong("class"), help: .hidden) var widthClass: String?
  @Option(help: .hidden) var profile: String?

  @OptionGroup var options: RequestOptions

  func validate() throws {
    for (option, member, value) in [
      ("width", "width", width), ("class", "widthClass", widthClass), ("profile", "profile", profile),
    ] {
      guard let value else { continue }
      throw ValidationError("--\(option) is no option of 'view'; say \(member)=\(value) without dashes")
    }
    if delete, view == nil || !members.isEmpty {
      throw ValidationError("--delete takes --view NAME and no members")
    }
  }

  func run() throws {
    var parameters = try EnvironmentMember.parameters(of: members.map(Self.member))
    parameters.set(session.parameters)
    if delete, let view {
      parameters.set("view", view)
      try options.confirm("view.delete", parameters) { _ in "\(view) is deleted" }
    } else if members.isEmpty {
      try show(options.connection.connect().call("view.list", parameters), with: options.printer)
    } else {
      parameters.set("view", view ?? "main")
      try options.confirm("view.set", parameters) {
        "\(view ?? "main") is now \($0["widthClass"]?.string ?? "changed")"
      }
    }
  }

  /// Read here and not by the parser, which would take the value of an unknown option for a wrong member.
  private static func member(_ argument: String) throws -> EnvironmentMember {
    guard let member = EnvironmentMember(argument: argument) else {
      throw Failure(
        .usage, "'\(argument)' is no member=value", hint: "'cellctl help environment' has the members")
    }
    return member
  }

  private func show(_ reply: Message, with printer: ResultPrinter) throws {
    guard let view else {
      return try printer.print(reply.result, listing: "views") { views in
        views.flatMap { Self.lines(of: $0) + [""] }.dropLast()
      }
    }
    let found = reply.result["views"]?.array?.first { $0["view"]?.string == view }
    guard let found else { throw Failure(.notFound, "\(session.name) has no view '\(view)'") }
    try printer.print(found) { Self.lines(of: $0) }
  }

  /// The members as they hold; those that were set are not said twice.
  private static func lines(of view: JSON) -> [String] {
    var view = view
    view["set"] = nil
    return Listing.lines(of: view)
  }
}
