import CellEngine
import CellStore
import CellWire

/// Parameters that several methods read.
extension Params {
  /// The parameter `ids`, or `nil` for `all`. Exactly one of them must be given.
  func idsOrAll() throws(RPCError) -> [String]? {
    switch (ids, bool("all")) {
    case (let ids?, false): return ids
    case (nil, true): return nil
    case (_?, true): throw .invalidParams("ids and all exclude each other; remove one of them.", path: "/all")
    case (nil, false): throw .invalidParams("Name the cells: give ids, or all: true.", path: "/ids")
    }
  }

  /// The parameter `position`, or the end.
  var position: InsertPosition {
    guard let node = self["position"] else { return .end }
    if let index = node.int64 { return .index(Int(index)) }
    if let before = node.present("before") { return .before(Self.name(before)) }
    if let after = node.present("after") { return .after(Self.name(after)) }
    return node.string == "start" ? .start : .end
  }

  /// The settings of a session, changed by these parameters.
  ///
  /// - Parameter obstacle: returns why changes cannot reach a level.
  func settings(
    changing old: SessionSettings, obstacle: (Durability) -> String? = { _ in nil }
  ) throws(RPCError) -> SessionSettings {
    var settings = old
    if let name = string("profile") {
      guard let profile = Profile.named(name) else {
        throw .unsupported("The profile \(name)", path: "/profile")
      }
      settings.profile = profile
    }
    if let mode = string("selection").flatMap(SelectionMode.init) { settings.selection = mode }
    if let preserve = self["preserve"] {
      settings.preserve =
        preserve.kind == .array
        ? .slots(preserve.elements.compactMap { $0.string.flatMap(Slot.init) }) : .auto
    }
    if self["shared"] != nil { settings.isShared = bool("shared") }
    if let node = self["durability"] {
      guard let level = Durability(node) else {
        throw .unsupported("The durability \(node.rawText)", path: "/durability")
      }
      if let reason = obstacle(level) {
        throw .unsupported(durability: node.rawText, reason)
      }
      settings.durability = level
    }
    if let actions = self["selectionActions"] { settings.selectionActions = try SelectionActions(actions) }
    if self["drillDown"] != nil { settings.drillsDown = bool("drillDown") }
    return settings
  }

  /// Throws invalidParams if one of these parameters is set. They are not allowed together with
  /// `others`.
  func refuse(_ names: [StaticString], beside others: String) throws(RPCError) {
    for name in names where self[name] != nil {
      throw .invalidParams("\(name) cannot be combined with \(others); remove one of them.", path: "/\(name)")
    }
  }
}
