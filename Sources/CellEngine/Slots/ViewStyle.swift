/// The style of a view in plain numbers, its marks, and its ellipsis as measured; made once per
/// view.
struct ViewStyle: ~Copyable {
  let environment: LayoutEnvironment
  let rules: LayoutRules
  let lengths: LayoutLengths
  let glyphs: GlyphSet
  let ellipsis: PreparedEllipsis
  /// The first bytes of the ellipsis.
  let ellipsisWord: ShortText
  /// By font role.
  private var fonts = Scratch<FontLengths>(capacity: FontRole.allCases.count)
  /// By font role and mode.
  private var truncations = Scratch<Truncation>(
    capacity: FontRole.allCases.count * TruncationMode.allCases.count)
  /// Whether letters have advances of their own. Then texts of printable ASCII are prepared, too,
  /// and lines that are cut inside of words are cut again when they are placed.
  let measuresLetters: Bool
  /// By a pointer, as texts borrow it: passed on as a value, its references would be counted for
  /// every text.
  let metrics: UnsafePointer<ViewMetrics>
  /// Whether lines are shaped with fonts.
  let hasFonts: Bool

  init(_ environment: LayoutEnvironment) {
    self.environment = environment
    let metrics = environment.metrics
    let room = UnsafeMutablePointer<ViewMetrics>.allocate(capacity: 1)
    room.initialize(to: metrics)
    self.metrics = UnsafePointer(room)
    hasFonts = metrics.fonts != nil
    measuresLetters = metrics.asciiAdvance(of: .title) == nil
    let text = Array(environment.ellipsis.utf8)
    ellipsis = PreparedEllipsis(text, metrics: metrics)
    ellipsisWord = ShortText(ellipsis.bytes)
    lengths = LayoutLengths(environment)
    glyphs = GlyphSet(environment.glyphs, metrics: metrics, drawn: DrawnWidths(environment))
    rules = LayoutRules(
      environment, lengths: lengths, glyphs: glyphs, ellipsisByteCount: UInt8(ellipsis.bytes.count))
    for role in FontRole.allCases {
      // In columns all roles are the same.
      let own =
        environment.unit == .column ? ellipsis : PreparedEllipsis(text, metrics: metrics, role: role)
      fonts.append(FontLengths(metrics, role, ellipsis: own))
      for mode in TruncationMode.allCases {
        truncations.append(Truncation(mode: mode, unit: environment.truncateAt, ellipsis: own))
      }
    }
  }

  deinit {
    let room = UnsafeMutablePointer(mutating: metrics)
    room.deinitialize(count: 1)
    room.deallocate()
  }

  /// The lengths of a role's font.
  @inline(__always)
  func fonts(of role: FontRole) -> FontLengths { fonts[Int(role.rawValue)] }

  /// How texts of a font role are cut in a mode.
  @inline(__always)
  func truncation(_ mode: TruncationMode, _ role: FontRole) -> UnsafePointer<Truncation> {
    UnsafePointer(
      truncations.storage + (Int(role.rawValue) &* TruncationMode.allCases.count &+ Int(mode.code)))
  }
}

/// The lengths of a role's font that wrapping needs, in layout units.
struct FontLengths {
  /// The advance of every printable ASCII character; 0 if each has its own.
  let asciiAdvance: Int32
  /// How columns are counted.
  let model: WidthModel
  let hyphenAdvance: Int32
  /// The exact advance of U+0020, in 1/16 of a layout unit.
  let exactSpaceAdvance: Int32
  let ellipsisAdvance: Int32

  init(_ metrics: ViewMetrics, _ role: FontRole, ellipsis: PreparedEllipsis) {
    asciiAdvance = metrics.asciiAdvance(of: role) ?? 0
    model = if case .columns(let columns) = metrics { columns.model } else { WidthModel() }
    hyphenAdvance = metrics.hyphenAdvance(of: role)
    exactSpaceAdvance = metrics.exactSpaceAdvance(of: role)
    ellipsisAdvance = ellipsis.advance
  }
}
