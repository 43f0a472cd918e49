import ArgumentParser
import CellClient

/// `cellctl patch SESSION ID PATCH`.
struct Patch: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "patch", abstract: "Change members of a cell.",
    usage: "cellctl patch <session> <id> <patch> ... [<options>]",
    discussion: """
      A patch is a JSON object (RFC 7396: null removes a member), or one or more MEMBER=VALUE, where VALUE is JSON or \
      a text. Members that are texts take it as it is, such as title=true, but null removes them, and double quotes \
      around the whole value make it a JSON string: title='"null"'. 'cellctl help cell' lists the members.
      """)

  @OptionGroup var session: SessionArgument

  @Argument(help: "The id of the cell.", completion: .cellID)
  var id: String

  @Argument(help: ArgumentHelp("What to change.", valueName: "patch"))
  var patch: [String]

  @OptionGroup var options: RequestOptions

  func run() throws {
    var parameters = session.parameters
    parameters.set(
      "patches", json: #"[{"id":\#(JSONText.string(id)),"patch":\#(try patchJSON())}]"#)
    try options.confirm(
      "cells.patch", parameters, failure: { $0.failure(ofRecordsAt: [], isMapped: true) }
    ) {
      $0["updated"]?.int == 0 ? "cell \(id) has these values already" : "cell \(id) changed"
    }
  }

  private func patchJSON() throws -> String {
    if let object = patch.first, patch.count == 1, object.hasPrefix("{") {
      guard JSONText.isValue(object) else {
        throw Failure(
          .badData, "the patch is not valid JSON: \(object)",
          hint: "quote it for the shell: '{\"unread\":false}'")
      }
      return object
    }
    var members = Parameters()
    for member in patch {
      guard let equals = member.firstIndex(of: "="), equals != member.startIndex else {
        throw Failure(.usage, "'\(member)' is not a patch", hint: "write MEMBER=VALUE, or one JSON object")
      }
      let name = String(member[..<equals])
      let value = String(member[member.index(after: equals)...])
      guard let known = CellMember(name) else {
        throw Failure(.usage, "a cell has no member '\(name)'", hint: Self.hint(for: name))
      }
      let mayBeJSON = known.kind != .text || value == "null" || value.hasPrefix("\"")
      let isJSON = mayBeJSON && JSONText.isValue(value)
      members.set(name, json: isJSON ? value : JSONText.string(value))
    }
    return String(decoding: members.json, as: UTF8.self)
  }

  /// Returns the fix for an unknown member: for a path such as `status/state`, the whole member.
  private static func hint(for name: String) -> String {
    let whole = String(name.prefix { $0 != "/" && $0 != "." })
    guard whole != name, CellMember(whole) != nil else { return CellMember.suggestion(for: name) }
    return "write the whole member as JSON; 'cellctl explain \(whole)' has an example"
  }
}
