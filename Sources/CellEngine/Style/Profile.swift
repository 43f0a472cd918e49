/// A style profile: the differences between the systems that the Fiori guideline describes, as
/// data.
///
/// Rules name the page of the guideline that they come from. S0 is *Object Cell* for Android, S1
/// *FioriObjectCell* for Jetpack Compose. S2 is *Object Cell* for iOS, S3 *Object Header* for iOS,
/// and S4 the older *Object Cell* for iOS.
///
/// Lengths are in dp (one dp is one point) if no other unit is named. A profile is added by writing
/// one value, and naming it in ``all``.
public struct Profile: Sendable {
  public var name: String
  /// The page of the guideline.
  public var page: String
  public var widthClasses: WidthClasses
  /// The viewport height in dp below which the height is compact; `nil` in a profile without that
  /// class. At compact height the title, the description and the tags have one line each, unless
  /// the client sets more.
  public var compactHeight: Double?
  public var description: Description
  public var title: Title
  /// Lines of tags; 0 means no limit.
  public var tagLines: Int
  /// Bounds on the numbers of lines that a client sets. Only lifting all line limits exceeds them.
  public var bounds: Bounds?
  /// The slots that a cell of this profile does not have. An alias of another slot is not among
  /// them, see ``ThirdRow``.
  var lacks: SlotSet
  public var thirdRow: ThirdRow
  public var icons: IconStack
  public var statuses: Statuses
  public var actions: Actions
  public var control: Control
  public var image: ImageSize
  public var avatars: ProfileAvatars
  public var alignment: Alignment
  public var givingWay = GivingWay.standard
  public var largeText = LargeText.standard
  public var distances: ProfileDistances
  public var ornaments = ProfileOrnaments.fiori
  public var overlays = ProfileOverlays.cocoa
  public var header = ProfileHeader.fiori
  public var listParts = ProfileListParts.cocoa
  /// Whether the system has object headers, so that their rules apply (S3).
  public var hasObjectHeader = true
  public var texts: TextStyles
  /// The font family of texts in points, unless a client names one.
  public var fontFamily: String

  /// All profiles, the default first.
  public static let all: [Profile] = [compose, android, ios, iosClassic, swiftUI]

  /// The maximum number of icons, and of statuses, that a profile shows.
  static let mostIcons = all.map(\.icons.limit).max() ?? 0
  static let mostStatuses = all.map(\.statuses.limit).max() ?? 0

  /// The profile with this name.
  public static func named(_ name: String) -> Profile? {
    all.first { $0.name == name }
  }
}

extension Profile: Hashable {
  public static func == (left: Profile, right: Profile) -> Bool { left.name == right.name }
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Profile {
  /// Lines of the title; 0 means no limit.
  public var titleLines: Int { title.lines }
  /// The maximum number of statuses, if nothing is next to them.
  public var statusLimit: Int { statuses.limit }
}
