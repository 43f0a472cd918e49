/// The argument of `--map`: the members that a cell gets, and the fields of a record that they are
/// made of.
///
/// `title={name},status={state},tags={labels}`: entries are separated by commas. A member that is a
/// list (such as status, tags and icons) can be repeated. `status/text=…` starts a status, and a
/// `status/state=…` after it belongs to that status.
///
/// Several arguments add up. `@FILE` reads entries from a file, and line breaks separate them, too.
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

  /// The fields of all entries, each once, in order.
  var fields: [Field] {
    var fields: [Field] = []
    for field in entries.flatMap(\.template.fields) where !fields.contains(field) { fields.append(field) }
    return fields
  }

  /// The texts of templates without a field, by member.
  var literals: [(member: String, text: String)] {
    entries.compactMap { entry in
      guard case .literal(let text)? = entry.template.parts.first, entry.template.parts.count == 1 else {
        return nil
      }
      return (entry.member, text)
    }
  }

  /// Reads the arguments.
  /// - Throws: `Failure` with status `usage`, or `failed` if a file cannot be read.
  init(_ arguments: [String]) throws {
    for argument in arguments {
      if argument.hasPrefix("@") {
        let bytes = try InputSource(path: String(argument.dropFirst())).readAll()
        try append(TemplateReader(String(decoding: bytes, as: UTF8.self), separatesLines: true))
      } else {
        try append(TemplateReader(argument))
      }
    }
    guard !entries.isEmpty else {
      throw Failure(.usage, "--map is empty", hint: "for example: --map 'title={name}'")
    }
  }

  /// A mapping of columns that are named like members or their parts, such as `title` and
  /// `status/state`.
  /// - Throws: `Failure` with status `badData` for another column.
  init(columns: [String]) throws {
    for column in columns {
      let names = column.split(separator: "/", maxSplits: 1).map(String.init)
      guard let member = names.first.flatMap(CellMember.init),
        let kind = names.count == 1 ? member.kind : member.kind(ofPart: names[1])
      else {
        throw Failure(
          .badData, "a cell has no member \"\(column)\", which is a column of the table",
          hint: "make cells of other columns with --map 'title={\(columns.first ?? "name")}'")
      }
      let path = FieldPath(steps: [.name(column)])
      entries.append(
        Entry(
          member: member.name, isList: member.kind == .list, part: names.count == 1 ? nil : names[1],
          kind: kind, template: Template(parts: [.field(Field(paths: [path]))])))
    }
  }

  private mutating func append(_ reader: TemplateReader) throws {
    var reader = reader
    reader.skipToEntry()
    while !reader.isAtEnd {
      let name = try reader.name(upTo: ["/", "="])
      let part = reader.take("/") ? try reader.name(upTo: ["="]) : nil
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
      reader.skipToEntry()
    }
  }

  private static func kind(ofPart part: String, of member: CellMember) throws -> CellMember.Kind {
    if let kind = member.kind(ofPart: part) { return kind }
    let hint = member.partNames.isEmpty ? nil : Suggestion.sentence(for: part, among: member.partNames)
    throw Failure(
      .usage, "--map: '\(member.name)' has no member '\(part)'", hint: hint ?? "write \(member.name)={field}")
  }
}
