import CellEngine

/// The members of an environment, as protocol.md tells them.
extension ObjectCodec<Environment> {
  static let environment = ObjectCodec(
    Environment(),
    [
      .optional(
        "unit", .choice, \.unit, "what lengths are counted in; a line is the unit of heights in columns"),
      .optional("width", .width, \.width, "the width; null is as wide as the content, with nothing cut"),
      .optional("height", .number(0...(.infinity)), \.height, "the viewport's height, for the height class"),
      .optional("widthClass", .choice, \.widthClass, "the width class, or auto: by the width"),
      .optional("heightClass", .choice, \.heightClass, "the height class, or auto: by the height"),
      .optional("profile", .choice(of: EnvironmentCodec.profileNames), \.profile, "the style profile"),
      .optional("mode", .choice, \.mode, "in edit, selection controls are shown"),
      .optional("direction", .choice, \.direction, "where slots start; auto looks at each text"),
      .optional("split", .number(0...1), \.split, "the share of the title block beside a description column"),
      .optional("description", .choice, \.description, "where the description stands"),
      .optional("descriptionLines", .lines, \.descriptionLines, "lines of the description; 0 is no limit"),
      .optional("titleLines", .lines, \.titleLines, "lines of the title; 0 is no limit"),
      .optional("lineLimits", .choice, \.lineLimits, "none lifts all line limits"),
      .optional(
        "verticalAlignment", .choice, \.verticalAlignment, "where lower parts stand beside higher ones"),
      .optional("statusAxis", .choice, \.statusAxis, "how statuses are stacked"),
      .optional(
        "truncation", .truncations.absent { $0.isEmpty }, \.truncation,
        "which part of a text gives way, by slot or for all: *"),
      .optional("truncateAt", .choice, \.truncateAt, "between what a text may be cut"),
      .optional("ellipsis", .shortText, \.ellipsis, "what stands for what was cut"),
      .optional("breaks", .choice, \.breaks, "keepAll breaks Korean and ideographs at spaces only"),
      .optional("widthModel", .choice, \.widthModel, "how the terminal counts columns"),
      .optional(
        "ambiguousWidth", .integer(1...2), \.ambiguousWidth, "columns of characters of ambiguous width"),
      .optional("separator", .choice, \.separator, "what stands between rows; it counts in their height"),
      .optional("margins", .bool, \.margins, "whether there are margins at both sides"),
      .optional("tagLines", .lines, \.tagLines, "lines of tags; 0 is no limit"),
      .optional(
        "statusWidth", .number(0...(.infinity)), \.statusWidth,
        "the width of the statuses; null: as their text"),
      .optional("glyphs", .choice, \.glyphs, "the character set of marks"),
      .optional("textScale", .number(0.5...4), \.textScale, "a factor on texts and icons"),
      .optional(
        "font", .object("Font", .font).absent { $0 == Environment.Font() }, \.font, "the font, in points"),
      .optional("theme", .choice, \.theme, "the colours of pictures"),
    ])
}

extension ObjectCodec<Environment.Font> {
  static let font = ObjectCodec<Environment.Font>(
    Environment.Font(),
    [
      .optional("family", .shortText.absent { $0.isEmpty }, \.family, "its family"),
      .optional("size", .number(1...1000), \.size, "its size, in points"),
      .optional("weight", .integer(1...1000), \.weight, "its weight, as in CSS"),
    ])
}

extension ValueCodec<Int> {
  fileprivate static let lines = integer(0...(.max))
}

extension ValueCodec<AvailableWidth> {
  /// A number from 0 on, or null.
  fileprivate static let width = ValueCodec(
    schema: .nullable(.number(0...(.infinity))),
    read: { (node) throws(RPCError) in
      node.isNull ? .unlimited : .definite(try node.readNumber(in: 0...(.infinity)))
    },
    write: { width, writer in
      switch width {
      case .definite(let value): writer.double(value)
      case .unlimited: writer.null()
      }
    })
}

extension ValueCodec<[Environment.TruncationScope: TruncationMode]> {
  /// An object of slots, or `*`, and truncation modes.
  fileprivate static let truncations: ValueCodec = {
    let scopes = [Environment.TruncationScope.all] + Slot.truncatable.map { .slot($0) }
    let names = NameTable(["*"] + Slot.truncatable.map(\.rawValue))
    let mode = ValueCodec<TruncationMode>.choice
    return ValueCodec(
      schema: .map(names.names, mode.schema),
      read: { (node) throws(RPCError) in
        var modes: [Environment.TruncationScope: TruncationMode] = [:]
        try node.readMembers(names) { (place, node) throws(RPCError) in
          modes[scopes[place]] = try mode.read(node)
        }
        return modes
      },
      write: { modes, writer in
        writer.beginObject()
        for (scope, name) in zip(scopes, names.names) {
          guard let value = modes[scope] else { continue }
          writer.name(escaping: name)
          mode.write(value, &writer)
        }
        writer.endObject()
      })
  }()
}
