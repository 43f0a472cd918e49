import CellProtocol

/// The argument of `--map`: which members a cell gets, and from which fields of a record.
///
/// `title={name},status={state},tags={labels}`: entries are separated by commas. A member that is a list
/// (statuses, tags, icons, avatars, actions) may stand several times; `status/text=…` begins a status, and
/// `status/state=…` behind it belongs to that one.
struct FieldMapping: Equatable {
  /// One `member=template`.
  struct Entry: Equatable {
    /// A member of a cell.
    var member: String
    /// A member of a part, as `state` in `status/state`.
    var part: String?
    var template: Template
  }

  /// In the order in which they were written.
  var entries: [Entry] = []

  /// Reads the argument.
  /// - Throws: `Failure` with status `usage`.
  init(_ argument: String) throws {
    var reader = TemplateReader(argument)
    while !reader.isAtEnd {
      let member = try reader.text(upTo: ["/", "=", ","])
      let part = reader.take("/") ? try reader.text(upTo: ["=", ","]) : nil
      guard reader.take("=") else {
        throw Failure(
          .usage, "--map: '\(member)' has no template", hint: "write \(member)={field} or \(member)=text")
      }
      guard CellMember.kind(of: member) != nil else {
        throw Failure(
          .usage, "--map: a cell has no member '\(member)'",
          hint: Suggestion.sentence(for: member, among: CellMember.kinds.map(\.name)))
      }
      entries.append(Entry(member: member, part: part, template: try reader.template()))
      _ = reader.take(",")
    }
    guard !entries.isEmpty else {
      throw Failure(.usage, "--map is empty", hint: "write for instance --map 'title={name}'")
    }
  }
}
