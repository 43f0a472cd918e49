/// The lists of a cell whose actions only a gesture shows. The raw value is their code in records.
package enum OfferList: UInt8, CaseIterable {
  case leading, trailing, menu
}

extension String {
  /// Whether both have the same bytes. An id that is canonically equivalent, as `==` means it, is
  /// another id.
  public func hasBytes(of other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension Cell {
  /// The entries of the swipe and of the context menu, in this order.
  public var offers: [ActionOffer] { (swipe?.leading ?? []) + (swipe?.trailing ?? []) + menu }

  /// All actions: those of the row, then whole ones of the swipe and of the context menu. Each is
  /// before the items of its menu.
  public var everyAction: [Action] {
    (actions + offers.compactMap(\.action)).flatMap(\.withItems)
  }

  /// The action with this id.
  public func action(_ id: String) -> Action? { everyAction.first { $0.id.hasBytes(of: id) } }

  /// The known actions that the cell has without naming them. Only objects have some.
  public var knownActions: [KnownAction] {
    guard kind.isObject else { return [] }
    return KnownAction.allCases.filter { known in
      switch known {
      case .open: true
      case .detail: accessory == .detail
      case .peek: preview != nil || description != nil
      case .menu:
        !menu.isEmpty || accessory == .menu || actions.count > 1 || actions.contains { $0.kind == .menu }
      }
    }
  }
}

/// An action that cells have without naming it. An action of the cell with its id is another one.
public enum KnownAction: String, CaseIterable, Sendable {
  /// The drill-down, which every object has.
  case open
  /// The modal view that the information mark opens.
  case detail
  /// The preview.
  case peek
  /// The overflow menu or the context menu opens.
  case menu

  /// Whether the user has then seen the object: the unread mark goes.
  public var isView: Bool { self == .open || self == .detail }
}

extension Action {
  /// The action, and then the items of its menu, in depth.
  fileprivate var withItems: [Action] { [self] + items.flatMap(\.withItems) }
}
