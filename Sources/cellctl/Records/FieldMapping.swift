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

    /// Returns nil if the member has no such part.
    init?(_ member: CellMember, part: String?, _ template: Template) {
      guard let kind = part.map(member.kind(ofPart:)) ?? member.kind else { return nil }
      (self.member, isList) = (member.name, member.kind == .list)
      (self.part, self.kind, self.template) = (part, kind, template)
    }
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
      let path = FieldPath(steps: [.name(column)])
      let entry = names.first.flatMap(CellMember.init).flatMap {
        Entry($0, part: names.dropFirst().first, Template(parts: [.field(Field(paths: [path]))]))
      }
      guard let entry else {
        throw Failure(
          .badData, "a cell has no member \"\(column)\", which is a column of the table",
          hint: "make cells of other columns with --map 'title={\(columns.first ?? "name")}'")
      }
      entries.append(entry)
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
      let template = try reader.template()
      guard let entry = Entry(member, part: part, template) else {
        let names = member.partNames
        throw Failure(
          .usage, "--map: '\(name)' has no member '\(part ?? "")'",
          hint: names.isEmpty ? "write \(name)={field}" : Suggestion.sentence(for: part ?? "", among: names))
      }
      entries.append(entry)
      reader.skipToEntry()
    }
  }
}
