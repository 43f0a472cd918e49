import CellEngine
import CellProtocol

/// A profile and a width class in which a gallery shows its exhibits.
struct GalleryVariant {
  let profile: Profile
  let widthClass: WidthClass
  /// The width in the gallery's unit.
  let width: Int

  var caption: String { "\(profile.name), \(widthClass.rawValue), \(width)" }
}

/// The variants of a gallery, and the environment of each exhibit.
struct GalleryPlan {
  let unit: LengthUnit
  /// The variants of each profile.
  let variants: [[GalleryVariant]]
  /// The members set by options. They win over those of an exhibit.
  let members: Parameters

  /// - Parameter width: the maximum width of a variant.
  /// - Throws: `Failure` with status `usage` for an unknown profile or member.
  init(_ options: EnvironmentOptions, unit: LengthUnit, width: Int) throws {
    self.init(
      profiles: try Self.profiles(named: options.profile),
      classes: WidthClass.allCases.filter { options.widthClass.admits($0) }, unit: unit, width: width,
      members: try EnvironmentMember.parameters(of: options.members))
  }

  /// - Parameters:
  ///   - width: the maximum width of a variant.
  ///   - members: members of all environments.
  init(profiles: [Profile], classes: [WidthClass], unit: LengthUnit, width: Int, members: Parameters) {
    self.unit = unit
    self.members = members
    variants = profiles.map { profile in
      classes.filter { $0 != .medium || profile.widthClasses.medium != nil }.map { widthClass in
        GalleryVariant(
          profile: profile, widthClass: widthClass, width: min(Self.width(of: widthClass, in: unit), width))
      }
    }.filter { !$0.isEmpty }
  }

  /// Returns the environment of a variant.
  /// - Parameter own: members of what is shown, as JSON by name. Those of options win.
  func environment(at variant: GalleryVariant, own: [String: String] = [:]) -> Parameters {
    var environment = Parameters()
    environment.set("unit", unit.rawValue)
    if unit == .point { environment.set("separator", "line") }
    environment.set("width", variant.width)
    environment.set("widthClass", variant.widthClass.rawValue)
    environment.set("profile", variant.profile.name)
    for (name, value) in own { environment.set(name, json: value) }
    environment.set(members)
    return environment
  }

  /// Adds pictures of the names and explanations, as wide as the widest line of panels. A browser
  /// wraps those of HTML, which need no picture.
  func addHeadings(
    to sections: inout [GalleryPage.Section], of page: GalleryPage, _ format: PictureFormat, _ client: Client
  ) throws {
    guard format.row != .html else { return }
    let width = page.contentWidth(of: sections)
    for index in sections.indices {
      sections[index].heading = try heading(of: sections[index], width: width, client)
    }
  }

  /// Returns the picture of a section's name and explanation, with as many lines as they need.
  private func heading(
    of section: GalleryPage.Section, width: Double, _ client: Client
  ) throws -> PicturePage.Row? {
    var cell = Parameters()
    cell.set("id", "heading")
    cell.set("title", section.name)
    cell.set("description", section.explanation)
    var environment = members
    environment.set("unit", unit.rawValue)
    environment.set("width", Int(width / unit.dpAcross))
    environment.set("profile", Profile.ios.name)
    environment.set("description", "below")
    environment.set("lineLimits", "none")
    var request = Parameters()
    request.set("cell", cell)
    request.set("environment", environment)
    request.set("format", RowFormat.svg.rawValue)
    return try client.call("cell.layout", request).withResult { $0["row"].flatMap(PicturePage.Row.init) }
  }

  private static func profiles(named name: String?) throws -> [Profile] {
    guard let name else { return Profile.all }
    if let profile = Profile.named(name) { return [profile] }
    throw Failure(
      .usage, "unknown profile '\(name)'",
      hint: Suggestion.sentence(for: name, among: Profile.all.map(\.name)))
  }

  /// Returns a width that has the class in every profile.
  private static func width(of widthClass: WidthClass, in unit: LengthUnit) -> Int {
    switch (unit, widthClass) {
    case (.column, .compact): 44
    case (.column, .medium): 80
    case (.column, .expanded): 110
    case (.point, let widthClass): EnvironmentOptions.pictureWidth(of: widthClass)
    }
  }
}

extension Environment.ClassChoice? {
  /// Whether the choice includes the class.
  fileprivate func admits(_ widthClass: WidthClass) -> Bool {
    switch self {
    case nil, .auto: true
    case .compact: widthClass == .compact
    case .medium: widthClass == .medium
    case .expanded, .regular: widthClass == .expanded
    }
  }
}
