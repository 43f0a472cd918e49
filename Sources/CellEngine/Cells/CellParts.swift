/// A small icon of the icon stack, or the icon of a status or action: a name from the icon table,
/// or a short text.
public struct Icon: Equatable, Sendable {
  /// A name of ``IconTable``; an unknown name shows its first letter.
  public var name: String?
  /// A short text, drawn as it is.
  public var text: String?
  /// The words of a screen reader for it.
  public var label: String?

  /// An icon by its members; at least one of `name` and `text` is set in a valid icon.
  public init(name: String? = nil, text: String? = nil, label: String? = nil) {
    self.name = name
    self.text = text
    self.label = label
  }
}

/// A detail image or an avatar. Its initials are shown if the picture is missing.
public struct Image: Equatable, Sendable {
  /// The frame of an image: round for a person, square for an object (S0, S1, S2).
  public enum Shape: String, CaseIterable, Sendable {
    case circle, square
  }

  public var initials: String?
  public var shape: Shape?
  /// Whether the image shows a person.
  public var person: Bool
  /// The edge in points; `nil` is the profile's own size.
  public var size: Double?
  /// The source of the picture, for programs that draw it.
  public var source: String?
  /// The words of a screen reader for it.
  public var label: String?

  /// An image by its members.
  public init(
    initials: String? = nil, shape: Shape? = nil, person: Bool = false, size: Double? = nil,
    source: String? = nil, label: String? = nil
  ) {
    self.initials = initials
    self.shape = shape
    self.person = person
    self.size = size
    self.source = source
    self.label = label
  }
}

/// An attribute of the object at the right: a text, an icon, or both, with a semantic state.
public struct Status: Equatable, Sendable {
  /// The semantic colours of Fiori.
  public enum State: String, CaseIterable, Sendable {
    case neutral, informative, positive, critical, negative
  }

  public var text: String?
  public var icon: Icon?
  public var state: State
  /// The words of a screen reader for it.
  public var label: String?

  /// A status by its members; at least one of `text` and `icon` is set in a valid status.
  public init(text: String? = nil, icon: Icon? = nil, state: State = .neutral, label: String? = nil) {
    self.text = text
    self.icon = icon
    self.state = state
    self.label = label
  }
}

/// A rating control: a value in halves of a star, out of `max`, with an optional count of votes.
public struct Rating: Equatable, Sendable {
  public var value: Double
  public var max: Int
  public var count: Int?

  /// A rating of `value` out of `max` stars.
  public init(value: Double, max: Int = 5, count: Int? = nil) {
    self.value = value
    self.max = max
    self.count = count
  }
}

/// The parts at the trailing edge.
public enum Accessory: String, CaseIterable, Sendable {
  case none, disclosure, detail, menu, action
}

/// A secondary action of a cell.
public struct Action: Equatable, Sendable {
  /// How an action behaves: a toggle has `on`, a download has `progress`, a menu has `items`.
  public enum Kind: String, CaseIterable, Sendable {
    case button, toggle, download, menu
  }

  /// The effect of an action on the object, which its colour shows.
  public enum Role: String, CaseIterable, Sendable {
    case normal, destructive, positive
  }

  /// The parts of an action that a row shows.
  public enum Presentation: String, CaseIterable, Sendable {
    /// Icon and title, as far as they fit.
    case auto
    /// The icon only.
    case icon
    /// The title between borders.
    case button
  }

  public var id: String
  public var title: String?
  /// The title of a toggle that is on; `nil` if it is always `title`.
  public var titleOn: String?
  public var icon: Icon?
  public var kind: Kind
  /// The state of a toggle; `nil` if the cell does not set it.
  public var on: Bool?
  /// The progress of a download, 0…1; `nil` if the cell does not set it.
  public var progress: Double?
  public var role: Role
  public var presentation: Presentation
  public var enabled: Bool
  public var items: [Action]

  /// An action by its members.
  public init(
    id: String, title: String? = nil, titleOn: String? = nil, icon: Icon? = nil, kind: Kind = .button,
    on: Bool? = nil, progress: Double? = nil, role: Role = .normal, presentation: Presentation = .auto,
    enabled: Bool = true, items: [Action] = []
  ) {
    self.id = id
    self.title = title
    self.titleOn = titleOn
    self.icon = icon
    self.kind = kind
    self.on = on
    self.progress = progress
    self.role = role
    self.presentation = presentation
    self.enabled = enabled
    self.items = items
  }
}

/// The actions that a swipe shows at each edge (S0, S1, S2).
public struct SwipeActions: Equatable, Sendable {
  public var leading: [ActionOffer]
  public var trailing: [ActionOffer]

  /// The actions at both edges.
  public init(leading: [ActionOffer] = [], trailing: [ActionOffer] = []) {
    self.leading = leading
    self.trailing = trailing
  }
}

/// A column of a grid cell.
public struct GridColumn: Equatable, Sendable {
  /// The width of a grid column.
  public enum Width: Equatable, Sendable {
    /// A fixed width in dp, at least 1.
    case fixed(Double)
    /// A share of the row's width, 0…1.
    case fraction(Double)
    /// The room that the other columns leave.
    case rest
  }

  public var text: String
  public var width: Width

  /// A column that shows `text` in `width`.
  public init(text: String, width: Width = .rest) {
    self.text = text
    self.width = width
  }
}

/// Content that only the object header of a cell shows. All other content of the header is that of
/// the cell (S3).
public struct HeaderContent: Equatable, Sendable {
  /// The header chart: a title, a subtitle, a key figure, its trend and a series.
  public struct Chart: Equatable, Sendable {
    /// The form of the series.
    public enum Form: String, CaseIterable, Sendable {
      case column, line, area
    }

    public var title: String?
    public var subtitle: String?
    /// The key figure, such as 78 °C.
    public var kpi: String?
    /// The direction of the key figure: a text, an arrow and a semantic state.
    public var trend: Status?
    public var form = Form.column
    public var values: [Double]
    /// The labels of the lowest and the highest value. Without them, the values are shown.
    public var minimum: String?
    public var maximum: String?

    /// A chart by its members.
    public init(
      title: String? = nil, subtitle: String? = nil, kpi: String? = nil, trend: Status? = nil,
      form: Form = .column, values: [Double] = [], minimum: String? = nil, maximum: String? = nil
    ) {
      self.title = title
      self.subtitle = subtitle
      self.kpi = kpi
      self.trend = trend
      self.form = form
      self.values = values
      self.minimum = minimum
      self.maximum = maximum
    }
  }

  public var tags: [String]
  /// At most two.
  public var footnotes: [String]
  public var chart: Chart?
  public var description: String?

  /// A header's content by its members.
  public init(
    tags: [String] = [], footnotes: [String] = [], chart: Chart? = nil, description: String? = nil
  ) {
    self.tags = tags
    self.footnotes = footnotes
    self.chart = chart
    self.description = description
  }
}

/// An entry of a swipe or of the context menu.
///
/// A string literal is a reference: `["delete"]`.
public enum ActionOffer: Equatable, Sendable {
  /// The id of an action of the cell.
  case reference(String)
  /// An action that the row does not show.
  case whole(Action)

  /// The id of the action.
  public var id: String {
    switch self {
    case .reference(let id): id
    case .whole(let action): action.id
    }
  }

  /// The action, unless it is a reference.
  public var action: Action? {
    if case .whole(let action) = self { action } else { nil }
  }
}

extension ActionOffer: ExpressibleByStringInterpolation {
  /// A reference.
  public init(stringLiteral id: String) { self = .reference(id) }
}
