extension Frame {
  /// An element that can be operated: an action, a mark that opens something, or the selection
  /// control.
  public struct Widget: Equatable, Sendable {
    /// The role in ARIA.
    public enum Role: String, Sendable {
      case button, checkbox, radio
    }

    /// The state of a toggle, a control, or a download.
    public enum State: String, Sendable {
      case on, off
      case ready, running, done
    }

    public var role: Role
    /// The id for `action.invoke`; `nil` for the selection control.
    public var id: String?
    /// The label for screen readers.
    public var label: String
    public var state: State?
    /// The progress of a download, 0…1; `nil` before it starts.
    public var progress: Double?
    public var isEnabled: Bool
  }
}

extension Frame.Widget {
  /// Makes the widget of an element. Returns `nil` if the element cannot be operated.
  init?(_ element: PlacedElement, _ content: PlacedContent, of view: borrowing CellView) {
    switch element.slot {
    case .actions:
      if let action = content.action {
        self.init(view.cell.actions[Int(action)], of: view)
      } else {
        self.init("more actions", .menu, of: view)
      }
    case .control:
      self.init("select", of: view)
      role = view.style.selection == .multiple ? .checkbox : .radio
      state = view.isSelected ? .on : .off
    case .accessory:
      // The chevron of a section only shows that its cells are hidden.
      guard case .accessory(let mark) = content, view.cell.kind != .section else { return nil }
      switch mark {
      case .menu: self.init("more actions", .menu, of: view)
      case .detail: self.init("more information", .detail, of: view)
      case .chevron: self.init("open", .open, of: view)
      }
    default: return nil
    }
  }

  private init(_ label: String, _ action: KnownAction? = nil, of view: borrowing CellView) {
    self.init(role: .button, id: action?.rawValue, label: label, isEnabled: view.cell.isEnabled)
  }

  /// Makes the widget of an action. Its label is its title, or else its icon, or else its id.
  init(_ action: CellFields.ActionEntry, of view: borrowing CellView) {
    let title =
      action.shownTitle.flatMap { SpokenWords.words(ofDisplay: view.cell.fields[Int($0)].display) }
    self.init(
      title ?? SpokenWords.words(action.iconWords) ?? SpokenWords.words(action.name) ?? "",
      of: view)
    id = String(decoding: action.name, as: UTF8.self)
    isEnabled = action.isEnabled
    switch action.kind {
    case .button, .menu: break
    case .toggle: state = action.isOn ? .on : .off
    case .download:
      progress = action.progress.map { max(0, min($0, 1)) }
      state = progress.map { $0 < 1 ? .running : .done } ?? .ready
    }
  }
}
