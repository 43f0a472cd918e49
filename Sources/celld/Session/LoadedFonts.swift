import CellEngine

/// The fonts of one request, which are loaded before the request is answered.
struct LoadedFonts: FontSource {
  private var results: [FontRequest: Result<any FontMetrics, FontFault>] = [:]

  /// No fonts.
  init() {}

  /// The fonts of a style in use.
  init(of style: Style) {
    if let request = style.fontRequest, let metrics = style.fontMetrics {
      results[request] = .success(metrics)
    }
  }

  /// The fonts of `requests`, or the reason why they cannot be loaded. Loading takes milliseconds,
  /// so only workers may call this.
  init(_ requests: [FontRequest], from source: any FontSource) {
    for request in requests {
      results[request] = Result { () throws(FontFault) in try source.metrics(for: request) }
    }
  }

  /// Takes the fonts of `requests` that `source` has loaded already. Returns the requests that must
  /// be loaded.
  mutating func take(_ requests: [FontRequest], from source: any FontSource) -> [FontRequest] {
    var missing: [FontRequest] = []
    for request in requests where results[request] == nil {
      if let metrics = source.metricsAtHand(for: request) {
        results[request] = .success(metrics)
      } else if !missing.contains(request) {
        missing.append(request)
      }
    }
    return missing
  }

  /// Adds the fonts of `other`.
  mutating func add(_ other: LoadedFonts) {
    results.merge(other.results) { $1 }
  }

  /// The fonts of these and of `other`.
  func adding(_ other: LoadedFonts) -> LoadedFonts {
    var all = self
    all.add(other)
    return all
  }

  func metrics(for request: FontRequest) throws(FontFault) -> any FontMetrics {
    guard let result = results[request] else { throw .noFonts }
    return try result.get()
  }

  func metricsAtHand(for request: FontRequest) -> (any FontMetrics)? {
    try? results[request]?.get()
  }
}
