import CellWire

/// A cell as the model knows it.
struct ModelCell: Hashable, Sendable {
  var id: String
  var title: String
  /// Sections, empty states and skeletons are not objects.
  var kind = "object"
  var unread = false
  var selected = false
  /// The state of its toggle; `nil` before its first use.
  var on: Bool?

  /// The kinds that cells get, objects more often than others.
  static let kinds = ["object", "object", "object", "section", "empty", "skeleton"]

  var isObject: Bool { kind == "object" }

  /// The cell as it is pushed, without interaction state.
  var json: JSON {
    [
      "id": .string(id), "title": .string(title), "kind": .string(kind), "unread": .bool(unread),
      "actions": [["id": "f", "title": "F", "kind": "toggle"]],
    ]
  }

  init(id: String, title: String, kind: String, unread: Bool = false) {
    (self.id, self.title, self.kind, self.unread) = (id, title, kind, unread)
  }

  /// A cell of `cells.get`.
  init(_ json: JSON) {
    self.init(
      id: json["id"]?.string ?? "", title: json["title"]?.string ?? "",
      kind: json["kind"]?.string ?? "object",
      unread: json["unread"]?.bool ?? false)
    selected = json["selected"]?.bool ?? false
    on = json["actions"]?[0]?["on"]?.bool
  }
}

/// An edit of cells, as a client asks for it.
enum ModelEdit: Sendable {
  case push([ModelCell], at: Int)
  case patch(id: String, title: String?, unread: Bool?)
  case remove([String])
  case removeAll
  case move([String], to: Int)
  case replace([ModelCell])
  case viewed([String])
  case select([String], operation: String)
  case selectAll
  case invoke(String)

  /// The method and the parameters besides the session.
  var request: (method: String, params: [JSON.Member]) {
    func texts(_ ids: [String]) -> JSON { .array(ids.map { .string($0) }) }
    switch self {
    case .push(let cells, let index):
      return (
        "cells.push",
        [JSON.Member("cells", .array(cells.map(\.json))), JSON.Member("position", JSON(index))]
      )
    case .patch(let id, let title, let unread):
      var patch: JSON = [:]
      if let title { patch["title"] = .string(title) }
      if let unread { patch["unread"] = .bool(unread) }
      return ("cells.patch", [JSON.Member("patches", [["id": .string(id), "patch": patch]])])
    case .remove(let ids): return ("cells.remove", [JSON.Member("ids", texts(ids))])
    case .removeAll: return ("cells.remove", [JSON.Member("all", true)])
    case .move(let ids, let index):
      return ("cells.move", [JSON.Member("ids", texts(ids)), JSON.Member("position", JSON(index))])
    case .replace(let cells): return ("cells.replace", [JSON.Member("cells", .array(cells.map(\.json)))])
    case .viewed(let ids): return ("cells.viewed", [JSON.Member("ids", texts(ids))])
    case .select(let ids, let operation):
      return ("selection.set", [JSON.Member("ids", texts(ids)), JSON.Member("op", .string(operation))])
    case .selectAll: return ("selection.set", [JSON.Member("all", true)])
    case .invoke(let id):
      return ("action.invoke", [JSON.Member("id", .string(id)), JSON.Member("action", "f")])
    }
  }

  /// Makes the edit. Returns false if it fails, and then changes nothing.
  func apply(to cells: inout [ModelCell]) -> Bool {
    let ids = Set(cells.map(\.id))
    switch self {
    case .push(let new, let index):
      cells.insert(contentsOf: new.filter { !ids.contains($0.id) }, at: min(index, cells.count))
      for cell in new where ids.contains(cell.id) {
        guard let place = cells.firstIndex(where: { $0.id == cell.id }) else { continue }
        cells[place] = Self.merge(cell, into: cells[place])
      }
    case .patch(let id, let title, let unread):
      guard let place = cells.firstIndex(where: { $0.id == id }) else { return false }
      if let title { cells[place].title = title }
      if let unread { cells[place].unread = unread }
    case .remove(let gone): cells.removeAll { gone.contains($0.id) }
    case .removeAll: cells = []
    case .move(let moved, let index):
      guard ids.isSuperset(of: moved) else { return false }
      let parts = moved.compactMap { id in cells.first { $0.id == id } }
      cells.removeAll { moved.contains($0.id) }
      cells.insert(contentsOf: parts, at: min(index, cells.count))
    case .replace(let new):
      let known = Dictionary(uniqueKeysWithValues: cells.map { ($0.id, $0) })
      cells = new.map { cell in known[cell.id].map { Self.merge(cell, into: $0) } ?? cell }
    case .viewed(let seen):
      guard ids.isSuperset(of: seen) else { return false }
      for place in cells.indices where seen.contains(cells[place].id) { cells[place].unread = false }
    case .select(let chosen, let operation):
      guard ids.isSuperset(of: chosen) else { return false }
      let hasOthers = cells.contains { chosen.contains($0.id) && !$0.isObject }
      guard operation == "remove" || !hasOthers else { return false }
      for place in cells.indices {
        let isChosen = chosen.contains(cells[place].id)
        switch operation {
        case "replace": cells[place].selected = isChosen
        case "add": cells[place].selected = cells[place].selected || isChosen
        case "remove": cells[place].selected = cells[place].selected && !isChosen
        default: cells[place].selected = cells[place].selected != isChosen
        }
        if isChosen { cells[place].unread = false }
      }
    case .selectAll: for place in cells.indices { cells[place].selected = cells[place].isObject }
    case .invoke(let id):
      guard let place = cells.firstIndex(where: { $0.id == id }) else { return false }
      cells[place].on = !(cells[place].on ?? false)
      cells[place].unread = false
    }
    return true
  }

  /// A pushed cell with the interaction state of the old one.
  private static func merge(_ new: ModelCell, into old: ModelCell) -> ModelCell {
    var cell = new
    (cell.selected, cell.on) = (old.selected && cell.isObject, old.on)
    return cell
  }
}

/// A request that can have changed a session, and its answer.
struct ModelRequest: Sendable {
  enum Answer: Sendable {
    /// The change is visible. An action has no revision.
    case done(revision: UInt64?)
    /// Nothing was changed.
    case refused
    /// It was done or not, and so were later requests of the connection.
    case unknown
    /// It was done or not. If not, later requests of the connection were not done either.
    case open
  }

  let client: Int
  let edit: ModelEdit
  var ifRevision: UInt64?
  var answer = Answer.open
}

/// The history of a session in one life, as far as it was visible.
struct ModelSession: Sendable {
  var owner: Int
  var name: String
  var durability: String
  var life = ""
  var revision: UInt64 = 0
  var cells: [ModelCell] = []
  /// The states at all revisions of this life.
  var states: [UInt64: [ModelCell]] = [0: []]
  /// The revision that changed a cell last.
  var changed: [String: UInt64] = [:]
  /// The widths of named views, after each change of a view since the last start.
  var viewStates: [[String: Int]] = [[:]]
  var views: [String: Int] { viewStates.last ?? [:] }

  /// Sets the width of a view, or deletes it.
  mutating func set(_ view: String, _ width: Int?) {
    var views = views
    views[view] = width
    viewStates.append(views)
  }

  var profile = "compose"

  /// Whether there are objects, and unread ones: all rows share columns that depend on it.
  var columns: [Bool] { [cells.contains { $0.isObject }, cells.contains { $0.isObject && $0.unread }] }

  /// Brings the session to a later state. The answered edits come in the order of their revisions.
  /// Open ones fill the gaps, in the order of their connections.
  ///
  /// - Returns: why this is impossible, or `nil`.
  mutating func advance(to found: [ModelCell], at target: UInt64, _ requests: [ModelRequest]) -> String? {
    guard target >= revision else { return "it went back from revision \(revision) to \(target)" }
    var rest = requests
    guard let states = path(cells, revision, target, found, &rest) else {
      let answers = requests.map { "\($0.client): \($0.edit.request.method) \($0.answer)" }
      return "no order of its edits leads from \(revision) to \(target): \(answers.joined(separator: ", "))"
    }
    for (number, state) in states.reversed() {
      let before = Dictionary(uniqueKeysWithValues: cells.map { ($0.id, $0) })
      for cell in state where before[cell.id] != cell { changed[cell.id] = number }
      cells = state
      self.states[number] = state
    }
    revision = target
    return nil
  }

  /// The states from a revision to the target, the last one first; `nil` if nothing leads there.
  private func path(
    _ cells: [ModelCell], _ revision: UInt64, _ target: UInt64, _ found: [ModelCell],
    _ rest: inout [ModelRequest]
  ) -> [(UInt64, [ModelCell])]? {
    if revision == target { return cells == found ? [] : nil }
    // The first request of each connection that is left and has an effect.
    var clients: Set<Int> = []
    for (index, request) in rest.enumerated() {
      if case .refused = request.answer { continue }
      var next = cells
      let isChange =
        (request.ifRevision ?? revision) == revision && request.edit.apply(to: &next) && next != cells
      if case .done(let number?) = request.answer, number <= revision { continue }
      guard !clients.contains(request.client) else { continue }
      switch request.answer {
      case .done, .refused: clients.insert(request.client)
      // If it has no effect here, a later request of the connection can be the next change.
      case .open: if isChange { clients.insert(request.client) }
      case .unknown: break
      }
      if case .done(let number?) = request.answer, number != revision + 1 { continue }
      guard isChange else { continue }
      var others = rest
      others.remove(at: index)
      if let way = path(next, revision + 1, target, found, &others) { return way + [(revision + 1, next)] }
    }
    return nil
  }
}
