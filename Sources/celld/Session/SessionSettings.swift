import CellEngine
import CellStore
import CellWire

/// The settings of a session.
struct SessionSettings: Sendable {
  /// The columns that all rows of a list keep, so that they align.
  enum Preserve: Equatable, Sendable {
    /// Columns that a cell of the list needs.
    case auto
    case slots([Slot])
  }

  var profile = Profile.compose
  var selection = SelectionMode.none
  var preserve = Preserve.auto
  /// Whether other users have access to the session.
  var isShared = false
  /// The level that its changes reach before they are answered.
  var durability = Durability.memory
  var selectionActions = SelectionActions()
  /// Whether cells have the known action `open`, and chevrons are drawn.
  var drillsDown = true

  /// The columns that the rows of a list with these needs keep.
  func kept(_ needs: ColumnNeeds) -> KeptColumns {
    switch preserve {
    case .auto: KeptColumns(needs)
    case .slots(let slots): KeptColumns(needs, keeping: slots)
    }
  }

  /// Writes the members that clients set into an open object.
  func writeMembers(to result: inout JSONWriter) {
    result.name("profile")
    result.string(profile.name)
    result.name("selection")
    result.string(selection.rawValue)
    result.name("preserve")
    switch preserve {
    case .auto: result.string("auto")
    case .slots(let slots): result.array { result in for slot in slots { result.string(slot.rawValue) } }
    }
    result.name("shared")
    result.bool(isShared)
    result.name("durability")
    durability.write(to: &result)
    result.name("selectionActions")
    result.raw(selectionActions.json)
    result.name("drillDown")
    result.bool(drillsDown)
  }

  /// The bytes that a session with these settings takes, without cells and views.
  var byteCount: Int { 2_048 + Charge.bytes(ofJSON: json) }

  /// The settings as an object, for the store.
  var json: [UInt8] {
    var json = JSONWriter()
    json.object { writeMembers(to: &$0) }
    return json.bytes
  }
}
