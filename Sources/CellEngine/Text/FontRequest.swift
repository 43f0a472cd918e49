/// The fonts that a view in points asks for.
public struct FontRequest: Hashable, Sendable {
  /// A size in points, text scale included, and a weight of 1…1000, as in CSS.
  public struct RoleStyle: Hashable, Sendable {
    public var size: Double
    public var weight: Int

    /// A style by its members.
    public init(size: Double, weight: Int = 400) {
      self.size = size
      self.weight = weight
    }
  }

  /// The family that is measured without any font: every column advances by half of the size.
  public static let fixedFamily = "fixed"

  public var family: String
  /// Whether the client named the family. Else it is the family of the profile, which may have a
  /// fallback.
  public var isFamilyNamed: Bool
  private var styles: [RoleStyle]

  /// A request with the style that `style` returns for each role.
  public init(family: String, isFamilyNamed: Bool = true, style: (FontRole) -> RoleStyle) {
    self.family = family
    self.isFamilyNamed = isFamilyNamed
    styles = FontRole.allCases.map(style)
  }

  /// The style of the texts of `role`.
  public subscript(role: FontRole) -> RoleStyle { styles[Int(role.rawValue)] }
}
