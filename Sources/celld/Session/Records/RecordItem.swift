import CellEngine
import CellWire

/// A part of a list, in terms of the list before a change. The items of a record are the list after
/// it, from the first cell to the last.
enum RecordItem: Sendable {
  /// Cells that stay as they are: `[start, count]`, where `start` counts in the list before.
  case run(Range<Int>)
  /// Cells whose interaction state changed: `[start, count, state]`.
  case state(Range<Int>, CellState)
  /// A new cell, or one whose content changed, in its long form.
  case cell(PushedCell)
}

extension RecordItem {
  /// An item in a stored text that does not fit the list.
  struct Misfit: Error {
    let description: String
  }

  /// Reads an item.
  init(_ node: JSONNode, _ reader: inout CellReader) throws {
    guard node.kind == .array else {
      self = .cell(try reader.read(node))
      return
    }
    let elements = Array(node.elements)
    guard (2...3).contains(elements.count), let start = elements[0].int64, let length = elements[1].int64,
      start >= 0, length > 0, length <= Int64.max - start
    else { throw Misfit(description: "\(node.rawText) is not a part of a list") }
    let range = Int(start)..<Int(start + length)
    self = elements.count == 2 ? .run(range) : .state(range, try CellState(elements[2]))
  }
}

extension CellState {
  /// Writes `{"unread": true, "selected": true, "actions": [{"id", "on", "progress"}]}`, without
  /// members that are false or empty.
  func write(to json: inout JSONWriter) {
    json.object { json in
      if unread {
        json.name("unread")
        json.bool(true)
      }
      if selected {
        json.name("selected")
        json.bool(true)
      }
      guard !actions.isEmpty else { return }
      json.name("actions")
      json.array { json in
        for action in actions {
          json.object { json in
            json.name("id")
            json.string(action.id)
            if let on = action.on {
              json.name("on")
              json.bool(on)
            }
            if let progress = action.progress {
              json.name("progress")
              json.double(progress)
            }
          }
        }
      }
    }
  }

  /// Reads a state that ``write(to:)`` wrote.
  init(_ node: JSONNode) throws {
    guard node.kind == .object else { throw RecordItem.Misfit(description: "\(node.rawText) is not a state") }
    self.init(
      unread: node.present("unread")?.bool ?? false, selected: node.present("selected")?.bool ?? false,
      actions: try node.present("actions")?.elements.map { action in
        guard let id = action.present("id")?.string else {
          throw RecordItem.Misfit(description: "\(action.rawText) has no id")
        }
        return ActionState(
          id: id, on: action.present("on")?.bool, progress: action.present("progress")?.double)
      } ?? [])
  }
}
