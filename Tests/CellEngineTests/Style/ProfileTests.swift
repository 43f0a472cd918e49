import Testing

@testable import CellEngine

@Suite("Style profiles")
struct ProfileTests {
  private func resolve(
    _ profile: String, width: Double? = 80, _ change: (inout Environment) -> Void = { _ in }
  ) throws -> Style {
    var environment = Environment()
    environment.profile = profile
    environment.width = width.map { .definite($0) } ?? .unlimited
    change(&environment)
    return try Style(environment)
  }

  @Test func namesAreTheProtocols() {
    #expect(Profile.all.map(\.name) == ["compose", "android", "ios", "ios-classic", "swiftui"])
    for profile in Profile.all { #expect(Profile.named(profile.name) == profile) }
    #expect(Profile.named("compos") == nil)
  }

  @Test(
    "the width class follows from the width",
    arguments: [
      ("compose", 74, .compact), ("compose", 75, .medium), ("compose", 104, .medium),
      ("compose", 105, .expanded), ("android", 74, .compact), ("android", 75, .expanded),
      ("ios", 83, .compact), ("ios", 84, .expanded), ("ios-classic", 83, .compact),
      ("ios-classic", 84, .expanded), ("swiftui", 83, .compact), ("swiftui", 84, .expanded),
    ] as [(String, Double, WidthClass)])
  func widthClasses(profile: String, width: Double, expected: WidthClass) throws {
    #expect(try resolve(profile, width: width).widthClass == expected)
    #expect(try resolve(profile, width: nil).widthClass == .expanded)
    for (choice, outright) in [(.compact, .compact), (.expanded, .expanded), (.regular, .expanded)]
      as [(Environment.ClassChoice, WidthClass)]
    {
      #expect(try resolve(profile, width: width) { $0.widthClass = choice }.widthClass == outright)
    }
    let medium = try resolve(profile, width: width) { $0.widthClass = .medium }.widthClass
    #expect(medium == (profile == "compose" ? .medium : expected))
  }

  @Test func compactHeightIsThatOfIOS() throws {
    for profile in Profile.all {
      let low = try resolve(profile.name) { $0.height = 23 }
      let high = try resolve(profile.name) { $0.height = 24 }
      #expect(low.heightClass == (profile.name == "ios" ? .compact : .regular))
      #expect(high.heightClass == .regular)
    }
    let low = try resolve("ios") { $0.heightClass = .compact }
    #expect((low.titleLines, low.descriptionLines, low.tagLines) == (1, 1, 1))
    let set = try resolve("ios") {
      $0.heightClass = .compact
      $0.descriptionLines = 2
    }
    #expect(set.descriptionLines == 2)
  }

  @Test(
    arguments: [
      ("compose", .below, .column), ("android", .hidden, .column), ("ios", .below, .column),
      ("ios-classic", .below, .column), ("swiftui", .hidden, .hidden),
    ] as [(String, Environment.DescriptionPlacement, Environment.DescriptionPlacement)])
  func descriptions(
    profile: String, compact: Environment.DescriptionPlacement, expanded: Environment.DescriptionPlacement
  ) throws {
    #expect(try resolve(profile, width: 40).description == compact)
    #expect(try resolve(profile, width: 120).description == expanded)
    #expect(try resolve(profile, width: 120) { $0.split = 0.4 }.description == .column)
    #expect(try resolve(profile, width: 40) { $0.description = .below }.description == .below)
  }

  @Test func whatS0BoundsIsLiftedOutrightOnly() throws {
    let set = try resolve("android") {
      $0.descriptionLines = 9
      $0.titleLines = 0
    }
    #expect((set.descriptionLines, set.titleLines) == (3, 3))
    #expect(set.diagnostics.count == 1 && set.diagnostics[0].contains("set lineLimits to none"))
    #expect(try resolve("android") { $0.descriptionLines = 2 }.diagnostics.isEmpty)
    let lifted = try resolve("android") { $0.lineLimits = Environment.LineLimits.none }
    #expect((lifted.descriptionLines, lifted.titleLines) == (0, 0) && lifted.diagnostics.isEmpty)
    #expect(try resolve("ios") { $0.descriptionLines = 9 }.descriptionLines == 9)
  }

  @Test("every profile is consistent", arguments: Profile.all)
  func numbers(profile: Profile) {
    for slot: Slot in [.control, .unread, .icons, .image, .title, .subtitle, .footnote] {
      #expect(!profile.lacks.contains(slot))
    }
    #expect(
      profile.image.smallest <= profile.image.standard && profile.image.standard <= profile.image.largest)
    #expect(profile.description.titleShare > 0 && profile.description.titleShare < 1)
    #expect(profile.distances.leastHeights == profile.distances.leastHeights.sorted())
    #expect(profile.distances.compactMargin <= profile.distances.margin)
    for style in [profile.texts.title, profile.texts.subtitle, profile.texts.footnote, profile.texts.status] {
      #expect(style.lineHeight > style.size)
    }
  }

  /// A profile is a value. A new one works without changes to other code.
  @Test func aProfileOfOnesOwnIsLaidOut() throws {
    var kiosk = Profile.compose
    kiosk.name = "kiosk"
    kiosk.widthClasses = Profile.WidthClasses(expanded: 320)
    kiosk.statuses = Profile.Statuses(limit: 1)
    kiosk.lacks.insert(.tags)
    kiosk.actions.drawsChevron = true
    var environment = Environment()
    environment.width = .definite(40)
    let resolved = try Style(environment, profile: kiosk)
    #expect(resolved.widthClass == .expanded && resolved.profile.name == "kiosk")
    var cell = Cell(id: "1", title: "Title")
    cell.status = [Status(text: "One"), Status(text: "Two")]
    cell.tags = ["tag"]
    cell.accessory = .disclosure
    let packed = CellRecord(cell)
    let prepared = PreparedCells([packed], for: Preparation(resolved))
    var layout = CellLayout(resolved)
    var text: [UInt8] = []
    var diagnostics: [String] = []
    layout.layOut(packed, state: CellState(of: cell), prepared: prepared, at: 0) { row in
      TextRenderer().append(row, to: &text)
      diagnostics = row.diagnostics
    }
    #expect(String(decoding: text, as: UTF8.self) == "Title                              One ›\n")
    #expect(diagnostics.count == 2 && diagnostics.allSatisfy { $0.contains("profile kiosk") })
  }

  /// The paths of all numbers in a value.
  private func paths(in value: Any, at path: String = "") -> [String: Double] {
    let mirror = Mirror(reflecting: value)
    if let number = value as? Double { return [path: number] }
    if let number = value as? Int { return [path: Double(number)] }
    if mirror.displayStyle == .optional {
      return mirror.children.first.map { paths(in: $0.value, at: path) } ?? [:]
    }
    var found: [String: Double] = [:]
    for (index, child) in mirror.children.enumerated() {
      let name = child.label ?? String(index)
      if ["texts", "order"].contains(name) { continue }
      found.merge(paths(in: child.value, at: path.isEmpty ? name : "\(path).\(name)")) { $1 }
    }
    return found
  }

  @Test("profile.get has every number of a profile", arguments: Profile.all)
  func allNumbers(profile: Profile) {
    let numbers = ProfileNumbers(of: profile).all
    let listed = Dictionary(numbers.map { ($0.name, $0.value) }) { first, _ in first }
    #expect(listed.count == numbers.count, "a name occurs twice")
    #expect(listed == paths(in: profile))
    #expect(numbers.allSatisfy { !$0.source.isEmpty })
  }

  @Test func colorsHaveNamesAndRoles() {
    #expect(Set(ColorToken.allCases.map(\.name)).count == ColorToken.allCases.count)
    for token in ColorToken.allCases {
      #expect(token.role.description == "\(token)" && token.name.hasPrefix("sap"))
    }
  }

  @Test func fontRolesHaveNames() {
    for role in FontRole.allCases { #expect(role.name == "\(role)") }
  }
}
