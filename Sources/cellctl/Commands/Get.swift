import ArgumentParser
import CellClient
import CellWire

/// `cellctl get SESSION ID…`.
struct Get: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "get", abstract: "Print cells as JSON.",
    usage: "cellctl get <session> [<id> ...] [<options>]",
    discussion: """
      Prints one cell per line, with all of its members in their long form. -o json prints the whole reply, -o text \
      a line for each member. --member prints one member of each cell: a text without quotes, other values as JSON. \
      Instead of ids, --where, --sort and --group choose the cells.
      """)

  @OptionGroup var session: SessionArgument

  @Argument(help: "The ids of the cells.", completion: .cellID)
  var ids: [String] = []

  @OptionGroup var query: QueryOptions

  @Option(
    help: ArgumentHelp("Print this member only, such as title or data.hours.", valueName: "member"),
    completion: .memberPath)
  var member: String?

  @OptionGroup var options: RequestOptions

  func validate() throws {
    guard ids.isEmpty == query.isSpecific else {
      throw ValidationError(
        ids.isEmpty
          ? "name the cells: give ids, or --where" : "ids cannot be combined with --where, --sort or --group")
    }
    guard member == nil || options.output.chosen != .json else {
      throw ValidationError("--member cannot be used with -o json; use -o ndjson, or jq")
    }
  }

  func run() throws {
    let path = member?.split { $0 == "." || $0 == "/" }.map(String.init)
    if let name = path?.first, !Components.cell.contains(where: { $0.name == name }) {
      throw Failure(.usage, "a cell has no member '\(name)'", hint: CellMember.suggestion(for: name))
    }
    let client = try options.connection.connect()
    let result = try query.isSpecific ? queried(client) : named(client)
    if let path {
      try print(path, of: result["cells"]?.array ?? [])
    } else {
      let form = options.output.chosen ?? .ndjson
      try ResultPrinter(form: form).print(result, listing: "cells") { cells in
        cells.flatMap { Listing.lines(of: $0) + [""] }.dropLast()
      }
    }
    try result.requireNothingMissing(in: session.name)
  }

  private func named(_ client: Client) throws -> JSON {
    var parameters = session.parameters
    parameters.set("ids", ids)
    return try client.callForAll("cells.get", parameters, list: "cells")
  }

  private func queried(_ client: Client) throws -> JSON {
    var cells: [JSON] = []
    guard
      try CellPages(client: client, session: session.parameters, query).forEachCell({ cells.append(JSON($0)) }
      )
    else { throw Failure(.failed, "\(session.name) changed while it was read", hint: "try again") }
    return ["cells": .array(cells)]
  }

  private func print(_ path: [String], of cells: [JSON]) throws {
    let output = StandardOutput()
    for cell in cells {
      let value = path.reduce(cell) { $0.child($1) }
      if options.output.chosen != .ndjson, let text = value.string {
        try output.line(Terminal.isOutput ? text.printable : text)
      } else {
        try output.line(json: Array(value.text.utf8))
      }
    }
    try output.flush()
  }
}

extension JSON {
  /// Returns a member of an object, or an element of an array; null if there is none.
  fileprivate func child(_ name: String) -> JSON {
    guard let elements = array else { return self[name] ?? .null }
    guard let index = Int(name), elements.indices.contains(index) else { return .null }
    return elements[index]
  }
}
