extension Frame {
  /// What an element is to someone who operates it: an action, a mark that opens something, or the selection control.
  public struct Widget: Equatable, Sendable {
    /// The role, as ARIA names it.
    public enum Role: String, Sendable {
      case button, checkbox, radio
    }

    /// What the element is set to: a toggle or a control, or a download.
    public enum State: String, Sendable {
      case on, off
      case ready, running, done
    }

    public var role: Role
    /// What `action.invoke` takes for it; `nil` where the client itself offers something: a menu, or a selection.
    public var id: String?
    /// What a screen reader says for it.
    public var label: String
    public var state: State?
    /// How far a download has come, 0…1, once it has begun.
    public var progress: Double?
    public var isEnabled: Bool
  }
}

extension CellLayout {
  /// What an element is to someone who operates it; `action` is how many elements of actions stand in front of it.
  func widget(of element: PlacedElement, action: Int) -> Frame.Widget? {
    switch element.slot {
    case .actions:
      return action < plan.actionCount ? widget(of: cell.actions[action]) : button("more actions")
    case .control:
      let isCheckbox = rules.selection == .multiple
      var control = button("select")
      control.role = isCheckbox ? .checkbox : .radio
      control.state = isSelected ? .on : .off
      return control
    case .accessory:
      switch plan.accessoryGlyph {
      case .menu: return button("more actions")
      case .detail: return button("more information")
      case .chevron, .mirroredChevron: return button("open", id: Action.drillDown)
      default: return nil
      }
    default: return nil
    }
  }

  private func button(_ label: String, id: String? = nil) -> Frame.Widget {
    Frame.Widget(role: .button, id: id, label: label, isEnabled: cell.isEnabled)
  }

  /// An action, named by its title, else by its icon, else by its id.
  private func widget(of action: CellFields.ActionEntry) -> Frame.Widget {
    let title = action.title >= 0 ? words(ofDisplay: cell.fields[Int(action.title)].display) : nil
    var widget = button(
      title ?? words(action.iconWords) ?? words(action.name) ?? "",
      id: String(decoding: action.name, as: UTF8.self))
    widget.isEnabled = action.isEnabled
    switch action.kind {
    case .button, .menu: break
    case .toggle: widget.state = action.isOn ? .on : .off
    case .download:
      widget.progress = action.progress.map { max(0, min($0, 1)) }
      widget.state = widget.progress.map { $0 < 1 ? .running : .done } ?? .ready
    }
    return widget
  }
}
