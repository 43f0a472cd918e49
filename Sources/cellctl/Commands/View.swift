import ArgumentParser
import CellClient
import CellEngine
import CellWire

/// `cellctl view SESSION [MEMBER=VALUE…]`.
struct View: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view", abstract: "Show the views of a session, or change one.",
    usage: "cellctl view <session> [<member=value> ...] [<options>]",
    discussion: """
      Without members, prints the views; with --view, all members of that view. 'cellctl help environment' lists the \
      members. null resets a member to its default. font.size=20 or truncation.title=head changes a part of a member.
      """)

  @OptionGroup var session: SessionArgument

  @Argument(help: ArgumentHelp("The members to change.", valueName: "member=value"))
  var members: [String] = []

  @Option(
    help: ArgumentHelp("The view; a new name creates a view.", valueName: "name"),
    completion: .viewName)
  var view: String?

  @Flag(help: "Delete the view.")
  var delete = false

  @OptionGroup var options: MemberOptions
  @OptionGroup var request: RequestOptions

  private var changesMembers: Bool { !members.isEmpty || options.isSpecific }

  func validate() throws {
    if delete, view == nil || changesMembers {
      throw ValidationError("--delete needs --view NAME and no members")
    }
  }

  func run() throws {
    var parameters = Parameters()
    options.set(in: &parameters)
    let members = try options.members + members.map(Self.member)
    let current = members.contains { $0.part != nil } ? try currentMembers() : .null
    parameters.set(try EnvironmentMember.parameters(of: members, changing: current))
    parameters.set(session.parameters)
    if delete, let view {
      parameters.set("view", view)
      try request.confirm("view.delete", parameters) { _ in "view \(view) deleted" }
    } else if changesMembers {
      parameters.set("view", view ?? "main")
      try request.confirm("view.set", parameters) { _ in "view \(view ?? "main") changed" }
    } else {
      let client = try request.connection.connect()
      try show(client.callForAll("view.list", parameters, list: "views"), with: request.printer)
    }
  }

  /// Returns the members of the view that were set. A change of a part keeps the others.
  private func currentMembers() throws -> JSON {
    let client = try request.connection.connect()
    let views = try client.callForAll("view.list", session.parameters, list: "views")["views"]?.array ?? []
    return views.first { $0["view"]?.string == view ?? "main" }?["set"] ?? .null
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
        try Self.table(of: views)
      }
    }
    let found = result["views"]?.array?.first { $0["view"]?.string == view }
    guard let found else { throw Failure(.notFound, "\(session.name) has no view '\(view)'") }
    try printer.print(found) { Self.lines(of: $0) }
  }

  /// Returns a table with a line for each view. `SET` has the members that were set.
  private static func table(of views: [JSON]) throws -> [String] {
    var table = Table("VIEW", "WIDTH", "CLASS", "PROFILE", "SET", numbers: ["WIDTH"])
    for view in views {
      table.append([
        view["view"]?.string ?? "", view["width"]?.double.map { JSON($0).text } ?? "unlimited",
        view["widthClass"]?.string ?? "", view["profile"]?.string ?? "",
        Listing.pairs(of: view["set"] ?? .null),
      ])
    }
    return try table.linesForOutput()
  }

  /// Returns the current members. The member `set` would repeat some of them.
  private static func lines(of view: JSON) -> [String] {
    var view = view
    view["set"] = nil
    return Listing.lines(of: view)
  }
}
