import CellEngine
import CellWire

/// The members of an environment, as in protocol.md.
extension ObjectCodec<Environment> {
  static let environment = ObjectCodec(
    Environment(),
    [
      .optional(
        "unit", .choice, \.unit, "the unit of lengths; with column, heights are in lines"),
      .optional(
        "width", .width, \.width, "the width; null is unlimited: as wide as the content, with nothing cut"),
      .optional(
        "height", .number(0...(.infinity)), \.height, "the height of the viewport, for the height class"),
      .optional("widthClass", .choice, \.widthClass, "the width class; auto follows the width"),
      .optional("heightClass", .choice, \.heightClass, "the height class; auto follows the height"),
      .optional("profile", .choice(of: EnvironmentCodec.profileNames), \.profile, "the style profile"),
      .optional("mode", .choice, \.mode, "edit shows selection controls"),
      .optional(
        "direction", .choice, \.direction, "the direction of slots; auto uses the direction of each text"),
      .optional(
        "split", .number(0...1), \.split, "the share of the title block next to a description column"),
      .optional("description", .choice, \.description, "the position of the description"),
      .optional(
        "descriptionLines", .lines, \.descriptionLines, "maximum lines of the description; 0 is no limit"),
      .optional("titleLines", .lines, \.titleLines, "maximum lines of the title; 0 is no limit"),
      .optional("lineLimits", .choice, \.lineLimits, "none removes all line limits"),
      .optional(
        "verticalAlignment", .choice, \.verticalAlignment,
        "the vertical position of parts next to higher ones"),
      .optional("statusAxis", .choice, \.statusAxis, "the axis along which statuses are placed"),
      .optional(
        "truncation", .truncations.absent { $0.isEmpty }, \.truncation,
        "the part of a text that is cut, by slot, or * for all slots"),
      .optional("truncateAt", .choice, \.truncateAt, "the boundaries at which a text can be cut"),
      .optional("ellipsis", .shortText, \.ellipsis, "the text that replaces the cut part"),
      .optional("breaks", .choice, \.breaks, "keepAll ends no line between letters and numbers"),
      .optional("widthModel", .choice, \.widthModel, "how the terminal counts columns"),
      .optional(
        "ambiguousWidth", .integer(1...2), \.ambiguousWidth, "the columns of a character of ambiguous width"),
      .optional(
        "isolates", .bool, \.isolates,
        "true isolates the slots of rows with right-to-left text, in ansi and text"),
      .optional(
        "separator", .choice, \.separator, "the separator after each row; it counts in the height of the row"),
      .optional("margins", .bool, \.margins, "true adds margins at both sides"),
      .optional("tagLines", .lines, \.tagLines, "maximum lines of tags; 0 is no limit"),
      .optional(
        "statusWidth", .number(0...(.infinity)), \.statusWidth,
        "the width of the statuses; null is as wide as their text"),
      .optional("glyphs", .choice, \.glyphs, "the characters of marks"),
      .optional("textScale", .number(0.5...4), \.textScale, "a factor on the size of texts and icons"),
      .optional(
        "font",
        .object("Font", .font).absent { $0 == Environment.Font() }.orText { Environment.Font(family: $0) },
        \.font, "the font of texts in points, or its family"),
      .optional("theme", .choice, \.theme, "the colours of pictures"),
      .optional("where", .condition, \.condition, "the condition that cells must meet"),
      .optional(
        "sort", .sortKeys.absent { $0.isEmpty }, \.sort,
        "the order: fields, the first of which counts most; a minus is for descending"),
      .optional("group", .field, \.group, "the field whose values become sections"),
      .optional(
        "collapsed", .collapsed.absent { $0.isEmpty }, \.collapsed, "the groups whose cells are hidden"),
    ])
}

extension ObjectCodec<Environment.Font> {
  static let font = ObjectCodec<Environment.Font>(
    Environment.Font(),
    [
      .optional("family", .shortText.absent { $0.isEmpty }, \.family, "the font family"),
      .optional("size", .number(1...1000), \.size, "the size of the title, in points"),
      .optional("weight", .integer(1...1000), \.weight, "the weight, as in CSS"),
    ])
}

extension ValueCodec<Int> {
  fileprivate static let lines = integer(0...(.max))
}

extension ValueCodec<AvailableWidth> {
  /// A number of at least 0, or null.
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
  /// An object of truncation modes by slot, or by `*` for all slots.
  fileprivate static let truncations: ValueCodec = {
    let scopes = [Environment.TruncationScope.all] + Slot.truncatable.map { .slot($0) }
    let names = NameTable(["*"] + Slot.truncatable.map(\.rawValue))
    let mode = ValueCodec<TruncationMode>.choice
    return ValueCodec(
      schema: .map(names.names, mode.schema),
      read: { (node) throws(RPCError) in
        var modes: [Environment.TruncationScope: TruncationMode] = [:]
        try node.readMembers(names) { (index, node) throws(RPCError) in
          modes[scopes[index]] = try mode.read(node)
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
