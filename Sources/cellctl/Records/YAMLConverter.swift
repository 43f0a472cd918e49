import CellWire

/// Makes JSON of YAML values.
struct YAMLConverter {
  /// A value with an anchor, its number of nodes, and the bytes of its texts.
  private struct Anchored {
    var value: JSON
    var nodes: Int
    var bytes: Int
  }

  private let nodeLimit: Int
  private var nodes = 0
  private var bytes = 0
  /// The bytes that were copied for the anchors and aliases of the document.
  private var copied = 0
  /// The maximum of `copied`.
  private static let mostCopied = 64 << 20
  private var anchors: [ExactText: Anchored] = [:]

  /// - Parameter nodeLimit: the maximum number of nodes of all values, after aliases are resolved.
  init(nodeLimit: Int) {
    self.nodeLimit = nodeLimit
  }

  /// Ends the scope of the anchors, which is a document.
  mutating func forgetAnchors() {
    anchors = [:]
    copied = 0
  }

  /// Returns the value that starts with an event.
  /// - Throws: `Failure` with status `badData` that names the line.
  mutating func value(of event: YAMLEvent, from events: YAMLEvents, depth: Int = 0) throws -> JSON {
    guard depth <= InputLimits.depth else {
      throw Failure(.badData, "line \(event.line): values are nested deeper than \(InputLimits.depth) levels")
    }
    try count(1, at: event)
    let start = (nodes: nodes, bytes: bytes)
    let value: JSON
    switch event.content {
    case .scalar(let text, let isPlain, let tag):
      bytes += text.utf8.count + 2
      value = Self.scalar(text, isPlain: isPlain, tag: tag)
    case .alias(let name):
      guard let anchored = anchors[name.exact] else {
        throw Failure(.badData, "line \(event.line): no value has the anchor &\(name)")
      }
      try count(anchored.nodes, copied: anchored.bytes, at: event)
      bytes += anchored.bytes
      value = anchored.value
    case .sequenceStart:
      var elements: [JSON] = []
      while let element = try events.nextInside() {
        elements.append(try self.value(of: element, from: events, depth: depth + 1))
      }
      value = .array(elements)
    case .mappingStart: value = .object(try members(from: events, depth: depth + 1))
    case .streamStart, .streamEnd, .documentStart, .documentEnd, .end: value = .null
    }
    if let anchor = event.anchor {
      try count(0, copied: bytes - start.bytes, at: event)
      anchors[anchor.exact] = Anchored(
        value: value, nodes: nodes - start.nodes + 1, bytes: bytes - start.bytes)
    }
    return value
  }

  private mutating func count(_ more: Int, copied size: Int = 0, at event: YAMLEvent) throws {
    nodes += more
    copied += size
    guard nodes > nodeLimit || copied > Self.mostCopied else { return }
    let bound =
      nodes > nodeLimit ? "\(nodeLimit) values" : "\(Self.mostCopied >> 20) MiB of anchors and aliases"
    throw Failure(
      .badData, "line \(event.line): the YAML text has more than \(bound)",
      hint: "aliases count as what they stand for; convert the text to JSON with another program")
  }

  /// Returns the members of a mapping. Those of a merge key (yaml.org/type/merge) come last, if the
  /// mapping does not have them. Earlier mappings of a list take precedence.
  private mutating func members(from events: YAMLEvents, depth: Int) throws -> [JSON.Member] {
    var members: [JSON.Member] = []
    var names: Set<ExactText> = []
    var merged: [JSON]?
    while let key = try events.nextInside() {
      guard case .scalar(let name, let isPlain, let tag) = key.content else {
        throw Failure(.badData, "line \(key.line): a key is not a text")
      }
      let isMerge = tag == "tag:yaml.org,2002:merge" || isPlain && tag == nil && name == "<<"
      guard isMerge ? merged == nil : names.insert(name.exact).inserted else {
        throw Failure(.badData, "line \(key.line): the key \"\(name)\" is already in this mapping")
      }
      let event = try events.next()
      let value = try value(of: event, from: events, depth: depth)
      guard isMerge else {
        members.append(JSON.Member(name, value))
        continue
      }
      merged = value.array ?? [value]
      guard merged?.allSatisfy({ $0.members != nil }) == true else {
        throw Failure(
          .badData, "line \(event.line): the merge key << needs a mapping or a list of mappings")
      }
    }
    for member in (merged ?? []).flatMap({ $0.members ?? [] })
    where names.insert(member.name.exact).inserted {
      members.append(member)
    }
    return members
  }

  /// Returns a scalar with the type of YAML's core schema (YAML 1.2.2, 10.3.2).
  private static func scalar(_ text: String, isPlain: Bool, tag: String?) -> JSON {
    if !isPlain || tag == "tag:yaml.org,2002:str" || tag == "!" { return .string(text) }
    return switch text {
    case "", "~", "null", "Null", "NULL": .null
    case "true", "True", "TRUE": true
    case "false", "False", "FALSE": false
    default: JSONText.isNumber(text) ? .number(text) : .string(text)
    }
  }
}
