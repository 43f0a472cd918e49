import CellWire

/// A named list of a daemon. Its methods are those of protocol.md, §5, with the session filled in.
public struct Session: SessionMethods {
  /// The connection.
  public let client: Client
  /// The name of the session.
  public let name: String
  /// The user whose session it is; nil is the one of the connection.
  public let owner: String?

  /// Calls a method of this session by its name.
  public func call(_ method: String, _ parameters: JSON) throws -> JSON {
    try client.call(method, whole(parameters))
  }

  public func performRows(_ parameters: JSON) throws -> Rows {
    try Rows(call("rows.pull", parameters))
  }

  public func performWatch(_ parameters: JSON) throws -> Watch {
    let watch = Watch(client: client, parameters: whole(parameters))
    try watch.open(since: nil)
    return watch
  }

  /// A long list is sent in parts, and nobody sees a part of it.
  public func performReplace(_ parameters: JSON) throws -> CellsReplaceResult {
    var parts = StagedParts(parameters, limit: client.hello.lineLimit)
    while let part = parts.next() {
      let result = try call("cells.replace", part)
      if part["more"] == nil { return try read(result, of: "cells.replace") }
    }
    return try read(.null, of: "cells.replace")
  }

  /// Calls `body` with all cells, in requests of `count`. If the list changes meanwhile, cells can
  /// be left out or repeated.
  public func eachCell(count: Int = 1000, _ body: (Cell) throws -> Void) throws {
    var start: Int? = 0
    while let first = start {
      let page = try cells(start: first, count: count)
      try page.cells.forEach(body)
      let next = page.next ?? (page.cells.count < count ? nil : first + count)
      start = try Client.next(next, after: first)
    }
  }

  private func whole(_ parameters: JSON) -> JSON {
    given(("session", name.json), ("owner", owner?.json)).with(parameters)
  }
}

/// The requests of `cells.replace`: the cells in parts that fit into a line.
struct StagedParts {
  private var cells: ArraySlice<JSON>
  private let parameters: JSON
  private let limit: Int
  private var isFirst = true

  init(_ parameters: JSON, limit: Int) {
    cells = (parameters["cells"]?.array ?? [])[...]
    self.parameters = parameters
    self.limit = limit / 2
  }

  mutating func next() -> JSON? {
    guard isFirst || !cells.isEmpty else { return nil }
    isFirst = false
    var bytes = 0
    let count = cells.prefix { cell in
      bytes += cell.text.utf8.count + 1
      return bytes <= limit
    }.count
    var part = parameters
    // A cell that is too long for a line is refused by the daemon, with its position.
    let taken = cells.prefix(max(count, 1))
    cells = cells.dropFirst(taken.count)
    part["cells"] = .array(Array(taken))
    part["more"] = cells.isEmpty ? nil : .bool(true)
    return part
  }
}

extension Client: ClientMethods {
  /// Calls a method by its name, and returns the result. Connects again before that, if the daemon
  /// has closed the connection.
  /// - Throws: `CelldError`: `reply` for the daemon's errors, `timedOut`, `connectionLost`,
  ///   `protocolError`.
  public func call(_ method: String, _ parameters: JSON) throws -> JSON {
    guard !isEnded else { throw CelldError.clientClosed }
    try connectIfClosed()
    return try reply(to: send(method, json: Array(parameters.text.utf8))).result
  }

  /// The result of `hello`: version, limits and features of the daemon; nil if it is malformed.
  public var server: HelloResult? { HelloResult(json: hello.result) }

  /// The session of this name. Nothing is sent. `owner` is as in protocol.md, §5.
  public func session(_ name: String, owner: String? = nil) -> Session {
    Session(client: self, name: name, owner: owner)
  }
}
