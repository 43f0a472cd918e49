import CellWire

/// The cells of the objects of a page of the Mobile Development Kit. An object that is not visible
/// has none.
extension MDKValue {
  /// The cell of an `ObjectCell`.
  func objectCell(_ id: String) -> JSON? {
    guard flag("Visible") != false else { return nil }
    var cell: JSON = ["id": .string(id), "title": text("Title") ?? ""]
    cell["subtitle"] = text("Subhead")
    cell["footnote"] = text("Footnote")
    cell["description"] = text("Description")
    if flag("DisplayDescriptionInMobile") == false, cell["description"] != nil {
      note(
        "a view decides where descriptions are; --set description=hidden hides them",
        member: "DisplayDescriptionInMobile")
    }
    if flag("PreserveIconStackSpacing") == true {
      note(
        "a list keeps the column of icons if any of its cells has one", member: "PreserveIconStackSpacing")
    }
    cell["icons"] = .list(list("Icons").compactMap(\.icon))
    setImage(of: &cell)
    cell["status"] = .list(
      ["Status", "Substatus"].compactMap {
        .members(["text": text("\($0)Text"), "icon": self["\($0)Image"]?.icon])
      })
    cell["tags"] = .list(list("Tags").compactMap(\.tag))
    if flag("Selected") == true { cell["selected"] = true }
    setAccessory(of: &cell)
    object("ContextMenu")?.setMenu(of: &cell)
    reportUnreadMembers()
    return cell
  }

  private var tag: JSON? {
    guard value.members != nil else { return self.text.map(JSON.string) }
    let text = text("Text")
    if self["Color"] != nil { note("tags of cells have no colours of their own", member: "Color") }
    reportUnreadMembers()
    return text
  }

  // MARK: Images

  /// The detail image, and the avatars. One avatar without a detail image is the detail image.
  private func setImage(of cell: inout JSON) {
    let isCircular = flag("DetailImageIsCircular")
    let image = self.image("DetailImage", "DetailImageText", isCircular: isCircular)
    var avatars: [JSON] = []
    for name in ["AvatarStack", "AvatarGrid"] {
      guard let stack = object(name) else { continue }
      let isCircular = stack.flag("ImageIsCircular")
      _ = stack.flag("ImageHasBorder")
      for avatar in stack.list("Avatars") {
        avatars += [avatar.image("Image", "ImageText", isCircular: isCircular)].compactMap { $0 }
        avatar.reportUnreadMembers()
      }
      stack.reportUnreadMembers()
    }
    cell["image"] = image ?? (avatars.count == 1 ? avatars.removeFirst() : nil)
    cell["avatars"] = .list(avatars)
  }

  private func image(_ source: String, _ initials: String, isCircular: Bool? = nil) -> JSON? {
    var picture = text(source)
    let initialsText = text(initials)
    if let text = picture?.string, text.hasPrefix("sap-icon://") || text.hasPrefix("font://") {
      note("\"\(text)\" is an icon; an image of a cell is a picture or initials", member: source)
      picture = nil
    }
    var image = JSON.members(["initials": initialsText, "source": picture])
    if let isCircular { image?["shape"] = isCircular ? "circle" : "square" }
    return image
  }

  // MARK: Actions

  /// The accessory: `AccessoryType`, or the button that replaces it.
  private func setAccessory(of cell: inout JSON) {
    let icon = self["AccessoryButtonIcon"]?.icon
    if let type = self["AccessoryType"]?.text {
      switch type.lowercased() {
      case "none": break
      case "disclosureindicator": cell["accessory"] = "disclosure"
      case "detailbutton" where icon != nil:
        cell["actions"] = [["id": "accessory", "icon": icon ?? .null]]
        cell["accessory"] = "action"
      case "detailbutton", "detaildisclosurebutton": cell["accessory"] = "detail"
      case "checkmark": cell["selected"] = true
      default:
        note(
          "\"\(type)\" is not none, disclosureIndicator, detailButton, detailDisclosureButton or checkmark",
          member: "AccessoryType")
      }
    }
    guard let progress = self["ProgressIndicator"]?.text else { return }
    var download: JSON = ["id": "download", "kind": "download"]
    switch progress.lowercased() {
    case "todownload", "download", "tostart": break
    case "inprogress", "downloading": download["progress"] = 0
    case "downloaded", "completed", "done": download["progress"] = 1
    default:
      return note("\"\(progress)\" is not toDownload, inProgress or downloaded", member: "ProgressIndicator")
    }
    cell["actions"] = .array((cell["actions"]?.array ?? []) + [download])
    cell["accessory"] = "action"
  }

  /// The context menu. Its leading and trailing items are revealed by swipes.
  private func setMenu(of cell: inout JSON) {
    var actions: [(id: String, action: JSON)] = []
    for item in list("Items") {
      guard let id = item.name else {
        item.note("an item without _Name cannot be invoked")
        continue
      }
      var action = JSON.members([
        "id": .string(id), "title": item.text("Text"), "icon": item["Image"]?.icon,
      ])
      if item["Mode"]?.text?.lowercased() == "deletion" { action?["role"] = "destructive" }
      item.reportUnreadMembers()
      actions.append((id, action ?? .null))
    }
    var swiped: Set<ExactText> = []
    func revealed(_ name: String) -> JSON? {
      .list(
        list(name).compactMap { item in
          guard let action = actions.first(where: { $0.id.exact == item.value.string?.exact }) else {
            item.note("no item has this _Name")
            return nil
          }
          return swiped.insert(action.id.exact).inserted ? action.action : .string(action.id)
        })
    }
    let leading = revealed("LeadingItems")
    cell["swipe"] = .members(["leading": leading, "trailing": revealed("TrailingItems")])
    cell["menu"] = .list(actions.map { swiped.contains($0.id.exact) ? .string($0.id) : $0.action })
    reportUnreadMembers()
  }

  // MARK: Other cells

  /// The text of a `Header` or an `EmptySection`.
  func caption(_ name: String) -> JSON? {
    guard let part = object(name) else { return nil }
    let caption = part.text("Caption")
    part.reportUnreadMembers()
    return caption
  }

  /// The cell of a `ContactCell`.
  func contactCell(_ id: String) -> JSON? {
    guard flag("Visible") != false else { return nil }
    var cell: JSON = ["id": .string(id), "title": text("Headline") ?? "", "kind": "contact"]
    cell["subtitle"] = text("Subheadline")
    cell["description"] = text("Description")
    var image = self.image("DetailImage", "DetailImageText")
    image?["person"] = true
    cell["image"] = image
    var actions: [JSON] = []
    var values = JSON.object([])
    for item in list("ActivityItems") {
      guard let type = item["ActivityType"]?.text else { continue }
      guard let known = Self.activities[type.lowercased()] else {
        item.note("\"\(type)\" is not an activity that cells know", member: "ActivityType")
        continue
      }
      guard values[known.id] == nil else {
        item.note("a cell has one activity of each type")
        continue
      }
      values[known.id] = item.text("ActivityValue") ?? .null
      actions.append([
        "id": .string(known.id), "icon": ["name": .string(known.icon), "label": .string(type)],
      ])
      item.reportUnreadMembers()
    }
    cell["actions"] = .list(actions)
    if values != .object([]) { cell["data"] = ["activities": values] }
    reportUnreadMembers()
    return cell
  }

  private static let activities: [String: (id: String, icon: String)] = [
    "phone": ("phone", "call"), "email": ("email", "mail"), "message": ("message", "message"),
    "videocall": ("video", "video"), "detail": ("info", "information"),
  ]

  /// The cell of an element of `KeyAndValues`.
  func keyValueCell(_ id: String) -> JSON? {
    guard flag("Visible") != false else { return nil }
    var cell: JSON = ["id": .string(id), "title": text("KeyName") ?? "", "kind": "keyValue"]
    cell["subtitle"] = text("Value")
    reportUnreadMembers()
    return cell
  }
}

extension JSON {
  /// An array; nil for an empty one.
  fileprivate static func list(_ elements: [JSON]) -> JSON? { elements.isEmpty ? nil : .array(elements) }

  /// An object of the members that have a value; nil if none has one.
  fileprivate static func members(_ members: KeyValuePairs<String, JSON?>) -> JSON? {
    let members = members.compactMap { name, value in value.map { Member(name, $0) } }
    return members.isEmpty ? nil : .object(members)
  }
}
