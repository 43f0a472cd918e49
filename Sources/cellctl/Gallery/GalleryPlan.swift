import CellEngine
import CellProtocol

/// A profile at a width class, in which a gallery shows its exhibits.
struct GalleryPlace {
  let profile: Profile
  let widthClass: WidthClass
  /// In the gallery's unit.
  let width: Int

  var caption: String { "\(profile.name), \(widthClass.rawValue), \(width)" }
}

/// What a gallery shows, and in which environment.
struct GalleryPlan {
  let unit: LengthUnit
  /// The places of each profile.
  let places: [[GalleryPlace]]
  /// What the options say of the environment; it comes before what an exhibit says.
  let members: Parameters

  /// - Parameter width: what a place has at most.
  /// - Throws: `Failure` with status `usage` where there is no such profile or member.
  init(_ options: EnvironmentOptions, unit: LengthUnit, width: Int) throws {
    self.unit = unit
    members = try EnvironmentMember.parameters(of: options.members)
    let classes = WidthClass.allCases.filter { options.widthClass.admits($0) }
    places = try Self.profiles(named: options.profile).map { profile in
      classes.filter { $0 != .medium || profile.widthClasses.medium != nil }.map { widthClass in
        GalleryPlace(
          profile: profile, widthClass: widthClass, width: min(Self.width(of: widthClass, in: unit), width))
      }
    }.filter { !$0.isEmpty }
  }

  /// The environment of an exhibit.
  func environment(of exhibit: Exhibit, at place: GalleryPlace) -> Parameters {
    var environment = Parameters()
    environment.set("unit", unit.rawValue)
    if unit == .point { environment.set("separator", "line") }
    environment.set("width", place.width)
    environment.set("widthClass", place.widthClass.rawValue)
    environment.set("profile", place.profile.name)
    for (name, value) in exhibit.environment { environment.set(name, json: value) }
    environment.set(members)
    return environment
  }

  private static func profiles(named name: String?) throws -> [Profile] {
    guard let name else { return Profile.all }
    if let profile = Profile.named(name) { return [profile] }
    throw Failure(
      .usage, "there is no profile '\(name)'",
      hint: Suggestion.sentence(for: name, among: Profile.all.map(\.name)))
  }

  /// A width that is of the class in every profile.
  private static func width(of widthClass: WidthClass, in unit: LengthUnit) -> Int {
    switch (unit, widthClass) {
    case (.column, .compact): 44
    case (.column, .medium): 80
    case (.column, .expanded): 110
    case (.point, .compact): EnvironmentOptions.pictureWidth(of: .compact)
    case (.point, .medium): EnvironmentOptions.pictureWidth(of: .medium)
    case (.point, .expanded): EnvironmentOptions.pictureWidth(of: .expanded)
    }
  }
}

extension Environment.ClassChoice? {
  /// Whether what is chosen shows the class.
  fileprivate func admits(_ widthClass: WidthClass) -> Bool {
    switch self {
    case nil, .auto: true
    case .compact: widthClass == .compact
    case .medium: widthClass == .medium
    case .expanded, .regular: widthClass == .expanded
    }
  }
}
