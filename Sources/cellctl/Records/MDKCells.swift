import CellWire

/// Makes cells of the objects of a page of the Mobile Development Kit.
enum MDKCells {
  /// The cell of an `ObjectCell`; nil if it is not visible.
  static func objectCell(_ object: MDKObject, id: String) -> JSON? {
    var object = object
    guard object.flag("Visible") != false else { return nil }
    var cell = JSON.object([JSON.Member("id", .string(id))])
    cell["title"] = .string(object.text("Title") ?? "")
    cell["subtitle"] = object.text("Subhead").map(JSON.string)
    cell["footnote"] = object.text("Footnote").map(JSON.string)
    cell["description"] = object.text("Description").map(JSON.string)
    if object.flag("DisplayDescriptionInMobile") == false, cell["description"] != nil {
      object.issues.add(
        object.path(of: "DisplayDescriptionInMobile"),
        "a view decides where descriptions are; --set description=hidden hides them")
    }
    if object.flag("PreserveIconStackSpacing") == true {
      object.issues.add(
        object.path(of: "PreserveIconStackSpacing"),
        "a list keeps the column of icons if any of its cells has one")
    }
    cell["icons"] = list(
      object.list("Icons").compactMap { element in
        MDKText.text(of: element.value, entity: object.entity, path: element.path, object.issues)
          .flatMap { MDKObject.icon($0, path: element.path, object.issues) }
      })
    setImage(of: &cell, from: &object)
    cell["status"] = list(
      [("StatusText", "StatusImage"), ("SubstatusText", "SubstatusImage")].compactMap { text, image in
        status(text: object.text(text), icon: object.icon(image))
      })
    cell["tags"] = list(object.list("Tags").compactMap { tag($0, of: object) })
    if object.flag("Selected") == true { cell["selected"] = true }
    setAccessory(of: &cell, from: &object)
    if var menu = object.object("ContextMenu") {
      setMenu(of: &cell, from: &menu)
      menu.reportUnreadMembers()
    }
    object.reportUnreadMembers()
    return cell
  }

  private static func list(_ elements: [JSON]) -> JSON? { elements.isEmpty ? nil : .array(elements) }

  private static func status(text: String?, icon: JSON?) -> JSON? {
    guard text != nil || icon != nil else { return nil }
    var status = JSON.object([])
    status["text"] = text.map(JSON.string)
    status["icon"] = icon
    return status
  }

  private static func tag(_ tag: (value: JSON, path: String), of object: MDKObject) -> JSON? {
    guard tag.value.members != nil else {
      return MDKText.text(of: tag.value, entity: object.entity, path: tag.path, object.issues)
        .map(JSON.string)
    }
    var parts = MDKObject(tag.value, path: tag.path, entity: object.entity, issues: object.issues)
    let text = parts.text("Text")
    if parts.value("Color") != nil {
      object.issues.add(parts.path(of: "Color"), "tags of cells have no colours of their own")
    }
    parts.reportUnreadMembers()
    return text.map(JSON.string)
  }

  // MARK: Images

  /// The detail image, and the avatars. One avatar without a detail image is the detail image.
  private static func setImage(of cell: inout JSON, from object: inout MDKObject) {
    let isCircular = object.flag("DetailImageIsCircular")
    var image = self.image(
      source: object.text("DetailImage"), initials: object.text("DetailImageText"),
      path: object.path(of: "DetailImage"), object.issues)
    if let isCircular { image?["shape"] = isCircular ? "circle" : "square" }
    var avatars: [JSON] = []
    for name in ["AvatarStack", "AvatarGrid"] {
      guard var stack = object.object(name) else { continue }
      let isCircular = stack.flag("ImageIsCircular")
      _ = stack.flag("ImageHasBorder")
      for element in stack.list("Avatars") {
        var avatar = MDKObject(
          element.value, path: element.path, entity: object.entity, issues: object.issues)
        var made = self.image(
          source: avatar.text("Image"), initials: avatar.text("ImageText"), path: avatar.path(of: "Image"),
          object.issues)
        if let isCircular { made?["shape"] = isCircular ? "circle" : "square" }
        if let made { avatars.append(made) }
        avatar.reportUnreadMembers()
      }
      stack.reportUnreadMembers()
    }
    if image == nil, avatars.count == 1 { image = avatars.removeFirst() }
    cell["image"] = image
    cell["avatars"] = list(avatars)
  }

  private static func image(source: String?, initials: String?, path: String, _ issues: MDKIssues) -> JSON? {
    var image = JSON.object([])
    image["initials"] = initials.map(JSON.string)
    if let source, source.hasPrefix("sap-icon://") || source.hasPrefix("font://") {
      issues.add(path, "\"\(source)\" is an icon; an image of a cell is a picture or initials")
    } else {
      image["source"] = source.map(JSON.string)
    }
    return image == .object([]) ? nil : image
  }

  // MARK: Actions

  /// The accessory: `AccessoryType`, or the button that replaces it.
  private static func setAccessory(of cell: inout JSON, from object: inout MDKObject) {
    let icon = object.icon("AccessoryButtonIcon")
    if let type = object.text("AccessoryType") {
      switch type.lowercased() {
      case "none": break
      case "disclosureindicator": cell["accessory"] = "disclosure"
      case "detailbutton" where icon != nil:
        cell["actions"] = [["id": "accessory", "icon": icon ?? .null]]
        cell["accessory"] = "action"
      case "detailbutton", "detaildisclosurebutton": cell["accessory"] = "detail"
      case "checkmark": cell["selected"] = true
      default:
        object.issues.add(
          object.path(of: "AccessoryType"),
          "\"\(type)\" is not none, disclosureIndicator, detailButton, detailDisclosureButton or checkmark")
      }
    }
    guard let progress = object.text("ProgressIndicator") else { return }
    var download: JSON = ["id": "download", "kind": "download"]
    switch progress.lowercased() {
    case "todownload", "download", "tostart": break
    case "inprogress", "downloading": download["progress"] = 0
    case "downloaded", "completed", "done": download["progress"] = 1
    default:
      object.issues.add(
        object.path(of: "ProgressIndicator"),
        "\"\(progress)\" is not toDownload, inProgress or downloaded")
      return
    }
    cell["actions"] = .array((cell["actions"]?.array ?? []) + [download])
    cell["accessory"] = "action"
  }

  /// The context menu. Its leading and trailing items are revealed by swipes.
  private static func setMenu(of cell: inout JSON, from menu: inout MDKObject) {
    var actions: [(id: String, action: JSON)] = []
    for element in menu.list("Items") {
      var item = MDKObject(element.value, path: element.path, entity: menu.entity, issues: menu.issues)
      guard let id = item.name else {
        menu.issues.add(element.path, "an item without _Name cannot be invoked")
        continue
      }
      var action = JSON.object([JSON.Member("id", .string(id))])
      action["title"] = item.text("Text").map(JSON.string)
      action["icon"] = item.icon("Image")
      if item.text("Mode")?.lowercased() == "deletion" { action["role"] = "destructive" }
      item.reportUnreadMembers()
      actions.append((id, action))
    }
    var swiped: Set<ExactText> = []
    var swipe = JSON.object([])
    for (name, edge) in [("LeadingItems", "leading"), ("TrailingItems", "trailing")] {
      var revealed: [JSON] = []
      for item in menu.list(name) {
        guard let id = item.value.string, let action = actions.first(where: { $0.id.exact == id.exact })
        else {
          menu.issues.add(item.path, "no item has this _Name")
          continue
        }
        if swiped.insert(id.exact).inserted {
          revealed.append(action.action)
        } else {
          revealed.append(.string(id))
        }
      }
      swipe[edge] = list(revealed)
    }
    if swipe != .object([]) { cell["swipe"] = swipe }
    cell["menu"] = list(actions.map { swiped.contains($0.id.exact) ? .string($0.id) : $0.action })
  }

  // MARK: Parts of the list

  /// Returns a function from an id to the cell of a `Header` or an `EmptySection`; nil without a
  /// caption.
  static func listPart(_ object: MDKObject, kind: String) -> ((String) -> JSON)? {
    var object = object
    let caption = object.text("Caption")
    object.reportUnreadMembers()
    return caption.map { caption in
      { ["id": .string($0), "title": .string(caption), "kind": .string(kind)] }
    }
  }

  // MARK: Other cells

  /// The cell of a `ContactCell`.
  static func contactCell(_ object: MDKObject, id: String) -> JSON? {
    var object = object
    guard object.flag("Visible") != false else { return nil }
    var cell: JSON = ["id": .string(id), "title": .string(object.text("Headline") ?? ""), "kind": "contact"]
    cell["subtitle"] = object.text("Subheadline").map(JSON.string)
    cell["description"] = object.text("Description").map(JSON.string)
    var image = self.image(
      source: object.text("DetailImage"), initials: object.text("DetailImageText"),
      path: object.path(of: "DetailImage"), object.issues)
    image?["person"] = true
    cell["image"] = image
    var actions: [JSON] = []
    var values = JSON.object([])
    for element in object.list("ActivityItems") {
      var item = MDKObject(element.value, path: element.path, entity: object.entity, issues: object.issues)
      guard let type = item.text("ActivityType") else { continue }
      guard let known = activities[type.lowercased()] else {
        object.issues.add(item.path(of: "ActivityType"), "\"\(type)\" is not an activity that cells know")
        continue
      }
      guard values[known.id] == nil else {
        object.issues.add(item.path, "a cell has one activity of each type")
        continue
      }
      values[known.id] = item.text("ActivityValue").map(JSON.string) ?? .null
      actions.append([
        "id": .string(known.id), "icon": ["name": .string(known.icon), "label": .string(type)],
      ])
      item.reportUnreadMembers()
    }
    cell["actions"] = list(actions)
    if values != .object([]) { cell["data"] = ["activities": values] }
    object.reportUnreadMembers()
    return cell
  }

  private static let activities: [String: (id: String, icon: String)] = [
    "phone": ("phone", "call"), "email": ("email", "mail"), "message": ("message", "message"),
    "videocall": ("video", "video"), "detail": ("info", "information"),
  ]

  /// The cell of an element of `KeyAndValues`.
  static func keyValueCell(_ object: MDKObject, id: String) -> JSON? {
    var object = object
    guard object.flag("Visible") != false else { return nil }
    var cell: JSON = [
      "id": .string(id), "title": .string(object.text("KeyName") ?? ""), "kind": "keyValue",
    ]
    cell["subtitle"] = object.text("Value").map(JSON.string)
    object.reportUnreadMembers()
    return cell
  }
}
