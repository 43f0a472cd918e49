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
  var members: [EnvironmentMember] = []

  @Option(help: ArgumentHelp("The view; a new name makes a new view.", valueName: "name"))
  var view: String?

  @Flag(help: "Delete the view.")
  var delete = false

  @OptionGroup var options: RequestOptions

  func validate() throws {
    if delete, view == nil || !members.isEmpty {
      throw ValidationError("--delete takes --view NAME and no members")
    }
  }

  func run() throws {
    var parameters = try EnvironmentMember.parameters(of: members)
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
