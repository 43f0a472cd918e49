import CellClient
import CellEngine
import CellProtocol

/// A profile and a width class in which cells are shown.
struct ComparisonVariant {
  let profile: Profile
  let widthClass: WidthClass

  /// In points. It has the class in every profile.
  var width: Int { EnvironmentOptions.pictureWidth(of: widthClass) }
  var caption: String { "\(profile.name), \(widthClass.rawValue), \(width)" }
}

/// The variants of a comparison, and the environment of each.
struct ComparisonPlan {
  /// The variants of each profile.
  let variants: [[ComparisonVariant]]
  /// Members of all environments.
  let members: Parameters

  init(profiles: [Profile], classes: [WidthClass], members: Parameters) {
    self.members = members
    variants = profiles.map { profile in
      classes.filter { $0 != .medium || profile.widthClasses.medium != nil }
        .map { ComparisonVariant(profile: profile, widthClass: $0) }
    }.filter { !$0.isEmpty }
  }

  /// Returns the environment of a variant.
  func environment(at variant: ComparisonVariant) -> Parameters {
    var environment = Parameters()
    environment.set("unit", LengthUnit.point.rawValue)
    environment.set("separator", "line")
    environment.set("width", variant.width)
    environment.set("widthClass", variant.widthClass.rawValue)
    environment.set("profile", variant.profile.name)
    environment.set(members)
    return environment
  }

  /// Adds pictures of the names and explanations, as wide as the widest line of panels. A browser
  /// wraps those of HTML, which need no picture.
  func addHeadings(
    to sections: inout [ComparisonPage.Section], of page: ComparisonPage, _ format: PictureFormat,
    _ client: Client
  ) throws {
    guard format.row != .html else { return }
    let width = page.contentWidth(of: sections)
    for index in sections.indices {
      sections[index].heading = try heading(of: sections[index], width: width, client)
    }
  }

  /// Returns the picture of a section's name and explanation, with as many lines as they need.
  private func heading(
    of section: ComparisonPage.Section, width: Double, _ client: Client
  ) throws -> PicturePage.Row? {
    var cell = Parameters()
    cell.set("id", "heading")
    cell.set("title", section.name)
    cell.set("description", section.explanation)
    var environment = members
    environment.set("unit", LengthUnit.point.rawValue)
    environment.set("width", Int(width))
    environment.set("profile", Profile.ios.name)
    environment.set("description", "below")
    environment.set("lineLimits", "none")
    var request = Parameters()
    request.set("cell", cell)
    request.set("environment", environment)
    request.set("format", RowFormat.svg.rawValue)
    return try client.call("cell.layout", request).withResult { $0["row"].flatMap(PicturePage.Row.init) }
  }
}
