import CellWire

/// Writes YAML values as JSON.
struct YAMLConverter {
  /// A value with an anchor: its JSON and its number of nodes.
  private struct Anchored {
    var json: [UInt8]
    var nodes: Int
  }

  private let nodeLimit: Int
  private var nodes = 0
  /// The bytes that were copied for the anchors and aliases of the document.
  private var copied = 0
  /// The maximum of `copied`.
  private static let mostCopied = 64 << 20
  private var anchors: [ExactText: Anchored] = [:]
  private var json: [UInt8] = []

  /// - Parameter nodeLimit: the maximum number of nodes of all values, after aliases are resolved.
  init(nodeLimit: Int) {
    self.nodeLimit = nodeLimit
  }

  /// Ends the scope of the anchors, which is a document.
  mutating func forgetAnchors() {
    anchors = [:]
    copied = 0
  }

  /// Returns the JSON of the value that starts with an event.
  /// - Throws: `Failure` with status `badData` that names the line.
  mutating func json(of event: YAMLEvent, from events: YAMLEvents) throws -> [UInt8] {
    json = []
    try write(event, from: events, depth: 0)
    return json
  }

  private mutating func write(_ event: YAMLEvent, from events: YAMLEvents, depth: Int) throws {
    guard depth <= InputLimits.depth else {
      throw Failure(.badData, "line \(event.line): values are nested deeper than \(InputLimits.depth) levels")
    }
    try count(1, at: event)
    let start = (json: json.count, nodes: nodes)
    switch event.content {
    case .scalar(let text, let isPlain, let tag): write(text, isPlain: isPlain, tag: tag)
    case .alias(let name): try writeAlias(name, at: event)
    case .sequenceStart: try writeSequence(from: events, depth: depth)
    case .mappingStart: try writeMapping(from: events, depth: depth)
    case .streamStart, .streamEnd, .documentStart, .documentEnd, .end: json += "null".utf8
    }
    if let anchor = event.anchor {
      try count(0, copied: json.count - start.json, at: event)
      anchors[anchor.exact] = Anchored(json: Array(json[start.json...]), nodes: nodes - start.nodes + 1)
    }
  }

  private mutating func count(_ more: Int, copied bytes: Int = 0, at event: YAMLEvent) throws {
    nodes += more
    copied += bytes
    guard nodes > nodeLimit || copied > Self.mostCopied else { return }
    let bound =
      nodes > nodeLimit ? "\(nodeLimit) values" : "\(Self.mostCopied >> 20) MiB of anchors and aliases"
    throw Failure(
      .badData, "line \(event.line): the YAML text has more than \(bound)",
      hint: "aliases count as what they stand for; convert the text to JSON with another program")
  }

  private mutating func writeAlias(_ name: String, at event: YAMLEvent) throws {
    guard let anchored = anchors[name.exact] else {
      throw Failure(.badData, "line \(event.line): no value has the anchor &\(name)")
    }
    try count(anchored.nodes, copied: anchored.json.count, at: event)
    json += anchored.json
  }

  private mutating func writeSequence(from events: YAMLEvents, depth: Int) throws {
    json.append(UInt8(ascii: "["))
    var isFirst = true
    while true {
      let element = try events.next()
      if case .end = element.content { break }
      if !isFirst { json.append(UInt8(ascii: ",")) }
      isFirst = false
      try write(element, from: events, depth: depth + 1)
    }
    json.append(UInt8(ascii: "]"))
  }

  private mutating func writeMapping(from events: YAMLEvents, depth: Int) throws {
    json.append(UInt8(ascii: "{"))
    var names: Set<ExactText> = []
    var merged: [UInt8]?
    while true {
      let key = try events.next()
      if case .end = key.content { break }
      guard case .scalar(let name, let isPlain, let tag) = key.content else {
        throw Failure(.badData, "line \(key.line): a key is not a text")
      }
      let isMerge = tag == Self.mergeTag || isPlain && tag == nil && name == "<<"
      guard isMerge ? merged == nil : names.insert(name.exact).inserted else {
        throw Failure(.badData, "line \(key.line): the key \"\(name)\" is already in this mapping")
      }
      if isMerge {
        merged = try mergedValue(try events.next(), from: events, depth: depth + 1)
        continue
      }
      if names.count > 1 { json.append(UInt8(ascii: ",")) }
      json += JSONText.string(name).utf8
      json.append(UInt8(ascii: ":"))
      try write(try events.next(), from: events, depth: depth + 1)
    }
    if let merged { try writeMembers(of: merged, besides: &names) }
    json.append(UInt8(ascii: "}"))
  }

  // MARK: Merge keys (yaml.org/type/merge)

  private static let mergeTag = "tag:yaml.org,2002:merge"

  /// Returns the JSON of the value of a merge key: a mapping, or a sequence of mappings.
  private mutating func mergedValue(
    _ event: YAMLEvent, from events: YAMLEvents, depth: Int
  ) throws -> [UInt8] {
    let outer = json
    json = []
    try write(event, from: events, depth: depth)
    defer { json = outer }
    let isMergeable = try JSONDocument(json).withRoot { root in
      root.kind == .object || root.kind == .array && root.elements.allSatisfy { $0.kind == .object }
    }
    guard isMergeable else {
      throw Failure(.badData, "line \(event.line): the merge key << needs a mapping or a list of mappings")
    }
    return json
  }

  /// Writes the members of a merged value that the mapping does not have. Earlier mappings of a
  /// list take precedence.
  private mutating func writeMembers(of merged: [UInt8], besides names: inout Set<ExactText>) throws {
    try JSONDocument(merged).withRoot { root in
      for mapping in root.kind == .array ? Array(root.elements) : [root] {
        for member in mapping.members {
          guard let name = member.name.string, names.insert(name.exact).inserted else { continue }
          if names.count > 1 { json.append(UInt8(ascii: ",")) }
          json += member.name.raw
          json.append(UInt8(ascii: ":"))
          json += member.value.raw
        }
      }
    }
  }

  /// Writes a scalar with the type of YAML's core schema (YAML 1.2.2, 10.3.2).
  private mutating func write(_ text: String, isPlain: Bool, tag: String?) {
    let isText = !isPlain || tag == "tag:yaml.org,2002:str" || tag == "!"
    let value: String
    switch text {
    case _ where isText: value = JSONText.string(text)
    case "", "~", "null", "Null", "NULL": value = "null"
    case "true", "True", "TRUE": value = "true"
    case "false", "False", "FALSE": value = "false"
    default: value = JSONText.isNumber(text) ? text : JSONText.string(text)
    }
    json += value.utf8
  }
}
