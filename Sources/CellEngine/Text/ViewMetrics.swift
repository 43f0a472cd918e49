/// The metrics of a view: terminal columns, points of a fixed advance, or points of real fonts.
enum ViewMetrics: TextMetrics {
  case columns(ColumnMetrics)
  case fixed(FixedAdvanceMetrics)
  case fonts(FontRequest, any FontMetrics)

  /// The metrics of real fonts; `nil` in other views.
  var fonts: (any FontMetrics)? {
    if case .fonts(_, let metrics) = self { metrics } else { nil }
  }

  /// The fonts that the view requests; `nil` in columns.
  var request: FontRequest? {
    switch self {
    case .columns: nil
    case .fixed(let metrics): metrics.request
    case .fonts(let request, _): request
    }
  }

  func asciiAdvance(of role: FontRole) -> Int32? {
    switch self {
    case .columns(let metrics): metrics.asciiAdvance(of: role)
    case .fixed(let metrics): metrics.asciiAdvance(of: role)
    case .fonts(_, let metrics): metrics.asciiAdvance(of: role)
    }
  }

  func hyphenAdvance(of role: FontRole) -> Int32 {
    switch self {
    case .columns(let metrics): metrics.hyphenAdvance(of: role)
    case .fixed(let metrics): metrics.hyphenAdvance(of: role)
    case .fonts(_, let metrics): metrics.hyphenAdvance(of: role)
    }
  }

  func exactSpaceAdvance(of role: FontRole) -> Int32 {
    switch self {
    case .columns(let metrics): metrics.exactSpaceAdvance(of: role)
    case .fixed(let metrics): metrics.exactSpaceAdvance(of: role)
    case .fonts(_, let metrics): metrics.exactSpaceAdvance(of: role)
    }
  }

  func prepare(
    _ text: UnsafeBufferPointer<UInt8>, role: FontRole, breaks: LineBreakRule?, budget: Int32,
    into segments: inout [Segment]
  ) -> PreparedText {
    switch self {
    case .columns(let metrics): metrics.prepare(text, breaks: breaks, budget: budget, into: &segments)
    case .fixed(let metrics):
      metrics.prepare(text, role: role, breaks: breaks, budget: budget, into: &segments)
    case .fonts(_, let metrics):
      metrics.prepare(text, role: role, breaks: breaks, budget: budget, into: &segments)
    }
  }

  func clusters(
    of segment: Segment, from start: Int, in text: UnsafeBufferPointer<UInt8>, role: FontRole, phase: Int,
    limit: Int, to clusters: UnsafeMutablePointer<Cluster>
  ) -> Int {
    switch self {
    case .columns(let metrics):
      metrics.clusters(
        of: segment, from: start, in: text, role: role, phase: phase, limit: limit, to: clusters)
    case .fixed(let metrics):
      metrics.clusters(
        of: segment, from: start, in: text, role: role, phase: phase, limit: limit, to: clusters)
    case .fonts(_, let metrics):
      metrics.clusters(
        of: segment, from: start, in: text, role: role, phase: phase, limit: limit, to: clusters)
    }
  }
}

extension ViewMetrics: Hashable {
  static func == (left: ViewMetrics, right: ViewMetrics) -> Bool {
    switch (left, right) {
    case (.columns(let one), .columns(let other)): one == other
    case (.fixed(let one), .fixed(let other)): one == other
    // Equal requests of one generation have equal metrics.
    case (.fonts(let one, let metrics), .fonts(let other, let others)):
      metrics.generation == others.generation && one == other
    default: false
    }
  }

  func hash(into hasher: inout Hasher) {
    switch self {
    case .columns(let metrics): hasher.combine(metrics)
    case .fixed(let metrics): hasher.combine(metrics)
    case .fonts(let request, _): hasher.combine(request)
    }
  }
}
