/// The argument of `--map`: the members that a cell gets, and the fields of a record that they are
/// made of.
///
/// `title={name},status={state},tags={labels}`: entries are separated by commas. A member that is a
/// list (such as status, tags and icons) can be repeated. `status/text=…` starts a status, and a
/// `status/state=…` after it belongs to that status.
struct FieldMapping: Equatable {
  /// A `member=template`.
  struct Entry: Equatable {
    /// A member of a cell.
    var member: String
    /// Whether the member is a list.
    var isList: Bool
    /// A member inside the member, such as `state` in `status/state`.
    var part: String?
    /// The kind of the part, else of the member.
    var kind: CellMember.Kind
    var template: Template
  }

  /// The entries in the order of the argument.
  var entries: [Entry] = []

  /// Reads the argument.
  /// - Throws: `Failure` with status `usage`.
  init(_ argument: String) throws {
    var reader = TemplateReader(argument)
    while !reader.isAtEnd {
      let name = try reader.text(upTo: ["/", "=", ","])
      let part = reader.take("/") ? try reader.text(upTo: ["=", ","]) : nil
      guard reader.take("=") else {
        throw Failure(
          .usage, "--map: '\(name)' has no template", hint: "write \(name)={field} or \(name)=text")
      }
      guard let member = CellMember(name) else {
        throw Failure(
          .usage, "--map: a cell has no member '\(name)'",
          hint: CellMember.suggestion(for: name))
      }
      let kind = try part.map { try Self.kind(ofPart: $0, of: member) } ?? member.kind
      entries.append(
        Entry(
          member: name, isList: member.kind == .list, part: part, kind: kind, template: try reader.template())
      )
      _ = reader.take(",")
    }
    guard !entries.isEmpty else {
      throw Failure(.usage, "--map is empty", hint: "for example: --map 'title={name}'")
    }
  }

  private static func kind(ofPart part: String, of member: CellMember) throws -> CellMember.Kind {
    if let kind = member.kind(ofPart: part) { return kind }
    let hint = member.partNames.isEmpty ? nil : Suggestion.sentence(for: part, among: member.partNames)
    throw Failure(
      .usage, "--map: '\(member.name)' has no member '\(part)'", hint: hint ?? "write \(member.name)={field}")
  }
}
