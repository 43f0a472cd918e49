import CellEngine

extension CellCodec {
  /// Reads a cell that has only the members most cells have, without strings for its texts.
  ///
  /// - Returns: `false` if the cell has other members, or is not valid: then ``read(_:path:)``
  ///   reads it, or has the error.
  public static func read(_ node: JSONNode, into cell: inout PlainCell) -> Bool {
    guard node.kind == .object else { return false }
    cell.reset()
    var hasTitle = false
    for member in node.members {
      guard let name = member.name.utf8, let index = ObjectCodec<Cell>.cell.names.index(of: name) else {
        return false
      }
      let value = member.value
      if value.isNull { continue }
      switch plainMembers[index] {
      case .id: cell.id = value.plainName ?? cell.id
      case .title:
        guard let text = value.utf8 else { return false }
        cell.title = text
        hasTitle = true
      case .subtitle: guard value.readPlain(&cell.subtitle) else { return false }
      case .footnote: guard value.readPlain(&cell.footnote) else { return false }
      case .caption: guard value.readPlain(&cell.caption) else { return false }
      case .description: guard value.readPlain(&cell.description) else { return false }
      case .number:
        cell.number = value.plainInteger
        guard cell.number != nil || value.readPlain(&cell.number) else { return false }
      case .icons: guard value.readPlainIcons(&cell.icons) else { return false }
      case .tags: guard value.readPlain(&cell.tags) else { return false }
      case .status: guard value.readPlain(&cell.status) else { return false }
      case .accessory:
        guard let accessory = Accessory.allCases.first(where: { value.equals($0.rawValue) }) else {
          return false
        }
        cell.accessory = accessory
      case .unread:
        guard let unread = value.bool else { return false }
        cell.unread = unread
      case .selected:
        guard let selected = value.bool else { return false }
        cell.selected = selected
      case nil: return false
      }
    }
    return hasTitle && cell.id.count > 0
  }

  /// The members of a plain cell.
  private enum PlainMember: String {
    case id, title, subtitle, footnote, caption, description, number, icons, tags, status, accessory,
      unread, selected
  }

  /// The members of a plain cell, by their index among all members.
  private static let plainMembers = ObjectCodec<Cell>.cell.names.names.map(PlainMember.init)
}

extension JSONNode {
  /// The bytes of a valid name.
  fileprivate var plainName: PlainCell.Text? {
    guard (try? checkName()) != nil else { return nil }
    return utf8 ?? plainInteger
  }

  /// The digits of an integer. `-0` has others than it is written with.
  fileprivate var plainInteger: PlainCell.Text? {
    guard isInteger, raw.count != 2 || raw[0] != UInt8(ascii: "-") || raw[1] != UInt8(ascii: "0") else {
      return nil
    }
    return raw
  }

  /// Reads a text. An empty one is absent.
  fileprivate func readPlain(_ text: inout PlainCell.Text?) -> Bool {
    guard let utf8 else { return false }
    text = utf8.isEmpty ? nil : utf8
    return true
  }

  /// Reads a list of texts. Empty ones are absent.
  fileprivate func readPlain(_ texts: inout [PlainCell.Text]) -> Bool {
    guard kind == .array else { return false }
    for element in elements where !element.isNull {
      guard let utf8 = element.utf8 else { return false }
      if !utf8.isEmpty { texts.append(utf8) }
    }
    return true
  }

  /// Reads a list of icons that are names or short texts.
  fileprivate func readPlainIcons(_ icons: inout [(string: PlainCell.Text, isName: Bool)]) -> Bool {
    guard kind == .array else { return false }
    for element in elements where !element.isNull {
      var text: PlainCell.Text?
      var isName = false
      if element.kind == .object {
        for member in element.members where !member.value.isNull {
          guard member.name.equals("text"), member.value.readPlain(&text) else { return false }
        }
      } else {
        guard element.readPlain(&text) else { return false }
        isName = text.map { Icon.isName($0.bindMemory(to: UInt8.self)) } ?? false
      }
      if let text { icons.append((text, isName)) }
    }
    return true
  }

  /// Reads a list of statuses, or one status, without icons and labels.
  fileprivate func readPlain(_ statuses: inout [(text: PlainCell.Text, state: Status.State)]) -> Bool {
    guard kind == .array else { return readPlainStatus(&statuses) }
    for element in elements where !element.isNull {
      guard element.readPlainStatus(&statuses) else { return false }
    }
    return true
  }

  private func readPlainStatus(_ statuses: inout [(text: PlainCell.Text, state: Status.State)]) -> Bool {
    if let utf8 {
      if !utf8.isEmpty { statuses.append((utf8, .neutral)) }
      return true
    }
    guard kind == .object else { return false }
    var status: (text: PlainCell.Text?, state: Status.State) = (nil, .neutral)
    for member in members where !member.value.isNull {
      if member.name.equals("text") {
        guard member.value.readPlain(&status.text) else { return false }
      } else if member.name.equals("state") {
        let state = Status.State.allCases.first { member.value.equals($0.rawValue) }
        guard let state else { return false }
        status.state = state
      } else {
        return false
      }
    }
    if let text = status.text { statuses.append((text, status.state)) }
    return true
  }

  /// Whether it is a string that is equal to `text`.
  fileprivate func equals(_ text: String) -> Bool {
    guard let utf8, utf8.count == text.utf8.count else { return false }
    return utf8.elementsEqual(text.utf8)
  }
}
