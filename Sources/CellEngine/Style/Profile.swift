/// A style profile: everything in which the systems that the Fiori guideline describes differ, as data.
///
/// Rules name the page of the guideline that they come from: S0 is *Object Cell* for Android, S1 *FioriObjectCell* for
/// Jetpack Compose, S2 *Object Cell* for iOS, S3 *Object Header* for iOS, S4 the older *Object Cell* for iOS.
///
/// Lengths are in dp (one dp is one point) unless they say otherwise. A profile is added by writing one value, and
/// naming it in ``all``.
public struct Profile: Sendable {
  public var name: String
  public var widthClasses: WidthClasses
  /// The viewport height in dp below which the height is compact; `nil` where the profile knows no such class. At
  /// compact height the title, the description and the tags have one line each, unless the client says otherwise.
  public var compactHeight: Double?
  public var description: Description
  public var title: Title
  /// Lines of tags; 0 is no limit.
  public var tagLines: Int
  /// Bounds that no number of lines set by a client exceeds; only lifting all line limits outright does.
  public var bounds: Bounds?
  /// The slots that a cell of this profile has.
  public var slots: Set<Slot>
  public var thirdRow: ThirdRow
  public var icons: IconStack
  public var statuses: Statuses
  public var actions: Actions
  public var control: Control
  public var image: ImageSize
  public var avatars: Avatars
  /// From how many text lines on the row is aligned at the top; 0 is always.
  public var topAlignedFrom: Int
  public var givingWay = GivingWay.standard
  public var distances: Distances
  public var ornaments = Ornaments.fiori
  public var header = HeaderDistances.fiori
  public var texts: TextStyles
  /// The family that texts in points are set in, where a client names none.
  public var fontFamily: String

  /// All profiles, the default first.
  public static let all: [Profile] = [compose, android, ios, iosClassic, swiftUI]

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
  /// Lines of the title; 0 is no limit.
  public var titleLines: Int { title.lines }
  /// How many statuses are shown where nothing stands beside them.
  public var statusLimit: Int { statuses.limit }
}
