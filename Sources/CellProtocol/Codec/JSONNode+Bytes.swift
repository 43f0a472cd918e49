import CellEngine
import CellWire

/// Readers that keep the bytes of a member, without a string. They return false, and have taken
/// nothing, for values that the member's codec must read: it knows all forms, and has the errors.
extension JSONNode {
  /// Reads a name.
  func take(name: inout CellDraft.Text?) -> Bool {
    guard (try? checkName()) != nil, let text = utf8 ?? canonicalInteger else { return false }
    name = text
    return true
  }

  /// Reads a text. An empty one is absent, unless `keepingEmpty` is true.
  func take(text: inout CellDraft.Text?, keepingEmpty: Bool = false) -> Bool {
    guard let utf8 else { return false }
    text = utf8.isEmpty && !keepingEmpty ? nil : utf8
    return true
  }

  /// Reads a text, or the digits of an integer.
  func take(label: inout CellDraft.Text?) -> Bool {
    guard let digits = canonicalInteger else { return take(text: &label) }
    label = digits
    return true
  }

  /// Reads true or false.
  func take(bool: inout Bool?) -> Bool {
    bool = self.bool
    return bool != nil
  }

  func take(accessory: inout Accessory?) -> Bool {
    guard let utf8, let index = Self.accessories.index(of: utf8) else { return false }
    accessory = Accessory.allCases[index]
    return true
  }

  /// Reads a text, or a list of texts. Empty ones are absent.
  func take(texts: inout [CellDraft.Text]) -> Bool {
    takeAll(&texts) { node, texts in
      guard let utf8 = node.utf8 else { return false }
      if !utf8.isEmpty { texts.append(utf8) }
      return true
    }
  }

  /// Reads icons that are names or short texts.
  func take(icons: inout [(string: CellDraft.Text, isName: Bool)]) -> Bool {
    takeAll(&icons) { node, icons in
      var text: CellDraft.Text?
      var isName = false
      if node.kind == .object {
        for member in node.members {
          guard member.name.equals("text") else { return false }
          guard member.value.isNull || member.value.take(text: &text) else { return false }
        }
      } else {
        guard node.take(text: &text) else { return false }
        isName = text.map { Icon.isName($0.bindMemory(to: UInt8.self)) } ?? false
      }
      if let text { icons.append((text, isName)) }
      return true
    }
  }

  /// Reads statuses without icons and labels.
  func take(status: inout [(text: CellDraft.Text, state: Status.State)]) -> Bool {
    takeAll(&status) { node, status in
      var text: CellDraft.Text?
      var state = Status.State.neutral
      if node.kind == .object {
        for member in node.members {
          let isText = member.name.equals("text")
          guard isText || member.name.equals("state") else { return false }
          if member.value.isNull { continue }
          if isText {
            guard member.value.take(text: &text) else { return false }
          } else {
            guard let utf8 = member.value.utf8, let index = Self.states.index(of: utf8) else { return false }
            state = Status.State.allCases[index]
          }
        }
      } else {
        guard node.take(text: &text) else { return false }
      }
      if let text { status.append((text, state)) }
      return true
    }
  }

  /// Calls `take` with each element of an array, or with a value that is not one, until it returns
  /// false. Then nothing is taken.
  @inline(__always)
  private func takeAll<Element>(
    _ list: inout [Element], _ take: (JSONNode, inout [Element]) -> Bool
  ) -> Bool {
    guard kind == .array else { return take(self, &list) }
    for element in elements where !element.isNull {
      guard take(element, &list) else {
        list.removeAll(keepingCapacity: true)
        return false
      }
    }
    return true
  }

  /// The digits of an integer. Those of `-0` are others than it is written with.
  private var canonicalInteger: CellDraft.Text? {
    guard isInteger, raw.count != 2 || raw[0] != UInt8(ascii: "-") || raw[1] != UInt8(ascii: "0") else {
      return nil
    }
    return raw
  }

  private static let accessories = NameTable(Accessory.allCases.map(\.rawValue))
  private static let states = NameTable(Status.State.allCases.map(\.rawValue))
}
