/// The metrics of a view: columns of one advance, or fonts.
enum ViewMetrics: TextMetrics {
  case columns(ColumnMetrics)
  case fonts(FontRequest, any FontMetrics)

  /// The metrics of real fonts; `nil` in other views.
  var fonts: (any FontMetrics)? {
    if case .fonts(_, let metrics) = self { metrics } else { nil }
  }

  /// The fonts that the view requests; `nil` in a terminal.
  var request: FontRequest? {
    switch self {
    case .columns(let metrics): metrics.request
    case .fonts(let request, _): request
    }
  }

  private var metrics: any TextMetrics {
    switch self {
    case .columns(let metrics): metrics
    case .fonts(_, let metrics): metrics
    }
  }

  func asciiAdvance(of role: FontRole) -> Int32? { metrics.asciiAdvance(of: role) }

  func hyphenAdvance(of role: FontRole) -> Int32 { metrics.hyphenAdvance(of: role) }

  func exactSpaceAdvance(of role: FontRole) -> Int32 { metrics.exactSpaceAdvance(of: role) }

  func prepare(
    _ text: UnsafeBufferPointer<UInt8>, role: FontRole, breaks: LineBreakRule?, budget: Int32,
    into segments: inout [Segment]
  ) -> PreparedText {
    metrics.prepare(text, role: role, breaks: breaks, budget: budget, into: &segments)
  }

  func clusters(
    of segment: Segment, from start: Int, in text: UnsafeBufferPointer<UInt8>, role: FontRole, phase: Int,
    limit: Int, to clusters: UnsafeMutablePointer<Cluster>
  ) -> Int {
    metrics.clusters(
      of: segment, from: start, in: text, role: role, phase: phase, limit: limit, to: clusters)
  }
}

extension ViewMetrics: Hashable {
  static func == (left: ViewMetrics, right: ViewMetrics) -> Bool {
    switch (left, right) {
    case (.columns(let one), .columns(let other)): one == other
    // Equal requests of one generation have equal metrics.
    case (.fonts(let one, let metrics), .fonts(let other, let others)):
      metrics.generation == others.generation && one == other
    default: false
    }
  }

  func hash(into hasher: inout Hasher) {
    switch self {
    case .columns(let metrics): hasher.combine(metrics)
    case .fonts(let request, _): hasher.combine(request)
    }
  }
}
