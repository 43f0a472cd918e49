import CYAML

/// An event of a YAML parser, with the number of its line, from 1.
struct YAMLEvent {
  /// The kind of event, with what belongs to it.
  enum Content {
    case streamStart, streamEnd, documentStart, documentEnd
    case scalar(String, isPlain: Bool, tag: String?)
    case sequenceStart, mappingStart
    /// The end of a sequence or a mapping.
    case end
    case alias(String)
  }

  var content: Content
  var anchor: String?
  var line: Int
}

/// The events of a YAML text, in order.
final class YAMLEvents {
  private var parser = yaml_parser_t()
  private let text: UnsafeMutableBufferPointer<UInt8>

  init(_ text: [UInt8]) throws {
    // The parser keeps a pointer to the text.
    self.text = .allocate(capacity: max(text.count, 1))
    _ = self.text.initialize(from: text)
    guard yaml_parser_initialize(&parser) == 1 else { throw Failure(.failed, "out of memory") }
    yaml_parser_set_input_string(&parser, self.text.baseAddress, text.count)
  }

  deinit {
    yaml_parser_delete(&parser)
    text.deallocate()
  }

  /// Returns the next event.
  /// - Throws: `Failure` with status `badData` that names the line and the column.
  func next() throws -> YAMLEvent {
    var event = yaml_event_t()
    guard yaml_parser_parse(&parser, &event) == 1 else {
      let reason = parser.problem.map { String(cString: $0) } ?? "the text is not valid YAML"
      guard parser.error != YAML_READER_ERROR else { throw unreadable(reason) }
      let mark = parser.problem_mark
      throw Failure(
        .badData, "line \(mark.line + 1), column \(mark.column + 1): \(reason)",
        hint: parser.context.map { String(cString: $0) })
    }
    defer { yaml_event_delete(&event) }
    let (content, anchor) = Self.content(of: event)
    return YAMLEvent(content: content, anchor: anchor.map(Self.string), line: event.start_mark.line + 1)
  }

  /// Returns the next event inside of a sequence or a mapping; nil at its end.
  func nextInside() throws -> YAMLEvent? {
    let event = try next()
    if case .end = event.content { return nil }
    return event
  }

  /// Returns the failure for bytes that libyaml cannot decode. It does not count their line.
  private func unreadable(_ reason: String) -> Failure {
    let before = text.prefix(parser.problem_offset)
    let position = RecordPosition(line: before.count { $0 == 0x0A } + 1)
    guard TextEncoding.isValid(text) else { return TextEncoding.failure(at: position) }
    return Failure(.badData, "\(position): \(reason)")
  }

  private static func content(
    of event: yaml_event_t
  ) -> (YAMLEvent.Content, anchor: UnsafeMutablePointer<UInt8>?) {
    switch event.type {
    case YAML_STREAM_END_EVENT, YAML_NO_EVENT: return (.streamEnd, nil)
    case YAML_DOCUMENT_START_EVENT: return (.documentStart, nil)
    case YAML_DOCUMENT_END_EVENT: return (.documentEnd, nil)
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      let value = String(
        decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
      let isPlain = scalar.style == YAML_PLAIN_SCALAR_STYLE
      return (.scalar(value, isPlain: isPlain, tag: scalar.tag.map(string)), scalar.anchor)
    case YAML_SEQUENCE_START_EVENT: return (.sequenceStart, event.data.sequence_start.anchor)
    case YAML_MAPPING_START_EVENT: return (.mappingStart, event.data.mapping_start.anchor)
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: return (.end, nil)
    case YAML_ALIAS_EVENT: return (.alias(string(event.data.alias.anchor)), nil)
    default: return (.streamStart, nil)
    }
  }

  private static func string(_ text: UnsafeMutablePointer<UInt8>) -> String {
    String(cString: text)
  }
}
