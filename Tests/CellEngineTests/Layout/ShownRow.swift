@testable import CellEngine

/// What a row shows.
struct ShownRow {
  /// How far each concession has gone in a row.
  enum Extent: Comparable {
    case whole, part, gone
  }

  var frames: [Frame]

  func count(_ slot: Slot) -> Int { frames.count { $0.slot == slot } }
  var statusRows: Int { Set(frames.filter { $0.slot == .status }.map(\.y)).count }

  /// How far `concession` went, compared with a row that has room for all; `nil` where there was nothing to concede.
  func extent(of concession: Profile.Concession, from full: ShownRow) -> Extent? {
    switch concession {
    // Avatars that find no room are counted, which is no concession.
    case .avatars: full.count(.avatars) == 0 ? nil : count(.avatars) == 0 ? .gone : .whole
    case .description: full.extent(of: .description, in: self, from: 0)
    case .laterIcons: full.extent(of: .icons, in: self, from: 1)
    case .laterStatuses: full.extent(of: .status, in: self, from: 1)
    case .image: full.extent(of: .image, in: self, from: 0)
    case .number: full.extent(of: .number, in: self, from: 0)
    case .accessory: full.extent(of: .accessory, in: self, from: 0)
    case .actions: full.count(.actions) == 0 ? nil : count(.actions) == 0 ? .gone : .whole
    case .icons: full.count(.icons) == 0 ? nil : count(.icons) == 0 ? .gone : .whole
    case .unread: full.extent(of: .unread, in: self, from: 0)
    case .status: full.count(.status) == 0 ? nil : count(.status) == 0 ? .gone : .whole
    case .statusAxis:
      full.count(.status) < 2 || full.statusRows > 1
        ? nil : count(.status) < 2 || statusRows > 1 ? .gone : .whole
    // In the menu they are not gone; what a list has of controls goes in all rows.
    case .laterActions, .control: nil
    }
  }

  /// How many of a slot's elements behind the first `kept` are left in `other`.
  private func extent(of slot: Slot, in other: ShownRow, from kept: Int) -> Extent? {
    let all = count(slot) - kept
    guard all > 0 else { return nil }
    let left = other.count(slot) - kept
    return left <= 0 ? .gone : left < all ? .part : .whole
  }
}
