import CHarfBuzz

@testable import CellEngine
@testable import CellFonts

/// The fonts that `scripts/setup --tests` installs, shared by all tests.
let library = FontLibrary()

/// Returns the fonts of a family, by default Inter at 16 points.
func fonts(
  _ family: String = "Inter", size: Double = 16, weight: Int = 400, from library: FontLibrary = library
) throws -> FontSet {
  try library.set(
    for: FontRequest(family: family) { _ in FontRequest.RoleStyle(size: size, weight: weight) })
}

/// A cluster of a prepared text.
struct PreparedCluster: Equatable {
  var byteCount: Int
  var advance: Int32
  var kind: Segment.Kind
  var allowsBreakAfter: Bool
}

/// A prepared text.
struct Prepared {
  var header: PreparedText
  var segments: [Segment]
  /// The clusters of all segments.
  var clusters: [PreparedCluster] = []

  var advances: [Int32] { clusters.map(\.advance) }
  var advance: Int32 { advances.reduce(0, +) }

  init(
    _ text: String, _ metrics: some TextMetrics, breaks: LineBreakRule? = .normal, budget: Int32 = .max
  ) {
    self.init(Array(text.utf8), metrics, breaks: breaks, budget: budget)
  }

  init(
    _ text: [UInt8], _ metrics: some TextMetrics, breaks: LineBreakRule? = .normal, budget: Int32 = .max
  ) {
    var arena: [Segment] = []
    var header = text.withUnsafeBufferPointer {
      metrics.prepare($0, role: .title, breaks: breaks, budget: budget, into: &arena)
    }
    segments = arena.withUnsafeBufferPointer { Array(PreparedText.segments(of: &header, in: $0)) }
    self.header = header
    var start = 0
    var phase = 0
    for segment in segments {
      appendClusters(of: segment, from: start, in: text, phase, metrics)
      start += segment.byteCount
      phase = segment.phase
    }
  }

  private mutating func appendClusters(
    of segment: Segment, from start: Int, in text: [UInt8], _ phase: Int, _ metrics: some TextMetrics
  ) {
    if segment.kind == .hardBreak {
      clusters.append(
        PreparedCluster(
          byteCount: segment.byteCount, advance: 0, kind: .hardBreak,
          allowsBreakAfter: segment.allowsBreakAfter))
      return
    }
    guard segment.kind != .continuation else {
      clusters[clusters.count - 1].byteCount += segment.byteCount
      return
    }
    var room = [Cluster](
      repeating: Cluster(byteCount: 0, advance: 0, kind: .ink), count: Segment.maximumByteCount)
    let count = text.withUnsafeBufferPointer { text in
      room.withUnsafeMutableBufferPointer {
        metrics.clusters(
          of: segment, from: start, in: text, role: .title, phase: phase, limit: .max, to: $0.baseAddress!)
      }
    }
    for cluster in room[..<count] {
      clusters.append(
        PreparedCluster(
          byteCount: cluster.byteCount, advance: Int32(cluster.advance), kind: cluster.kind,
          allowsBreakAfter: false))
    }
    clusters[clusters.count - 1].allowsBreakAfter = segment.allowsBreakAfter
  }
}

extension FontSet {
  func shape(_ line: String, isRightToLeft: Bool = false) -> ShapedLine {
    Array(line.utf8).withUnsafeBufferPointer { shape($0, role: .title, isRightToLeft: isRightToLeft) }
  }

  func joins(_ text: String, at offset: Int) -> Bool {
    Array(text.utf8).withUnsafeBufferPointer { joins($0, at: offset) }
  }

  /// The families of the runs of a line, from left to right.
  func runFamilies(_ line: String) -> [String] { shape(line).runs.map(\.family) }
}

/// The shape of a text in one face, from HarfBuzz itself.
struct Glyphs {
  /// The advance in 1/64 pt.
  var advance = 0.0
  /// The bytes before which a cut changes the shape.
  var unsafeCuts: Set<Int> = []
  /// The bytes at which glyphs begin.
  var starts: Set<Int> = []

  init(_ text: String, _ family: String, size: Double = 16, weight: Int = 400) throws {
    let set = try fonts(family, size: size, weight: weight)
    let font = set.primaryFace.font
    let buffer = hb_buffer_create()
    defer { hb_buffer_destroy(buffer) }
    hb_buffer_add_utf8(buffer, text, -1, 0, -1)
    hb_buffer_guess_segment_properties(buffer)
    hb_shape(font, buffer, nil, 0)
    var count: UInt32 = 0
    guard let infos = hb_buffer_get_glyph_infos(buffer, &count),
      let positions = hb_buffer_get_glyph_positions(buffer, &count)
    else { return }
    var units = 0
    for index in 0..<Int(count) {
      units += Int(positions[index].x_advance)
      var info = infos[index]
      starts.insert(Int(info.cluster))
      if hb_glyph_info_get_glyph_flags(&info).rawValue & HB_GLYPH_FLAG_UNSAFE_TO_BREAK.rawValue != 0 {
        unsafeCuts.insert(Int(info.cluster))
      }
    }
    advance = Double(units) * size * 64 / set.primaryFace.unitsPerEm
  }
}

/// Texts of many scripts, and difficult ones.
let texts = [
  "", " ", "a", "Bearing temperature rose to 78 °C within two hours after start-up; check lubrication.",
  "AVATAR To -> be, office affluent — “kerned”", "ブレーキの摩耗を測定し、ロープの張力を記録してください。👷🏽‍♀️ 二人で作業すること。",
  "엘리베이터 정기 점검 일정", "电梯定期检查，记录钢丝绳张力。", "فحص المصعد الدوري في المبنى رقم ٣", "בדיקת מעלית 12 (דחוף)",
  "การตรวจสอบลิฟต์ตามระยะเวลา", "लिफ्ट का आवधिक निरीक्षण", "Проверка лифта: тормоз", "soft\u{AD}hyphen\u{AD}ated",
  "line\nfeed\n\nand   spaces  ", "👨‍👩‍👧‍👦🇩🇪🇫🇷👍🏿1️⃣☎︎☎️", "e\u{301}a\u{308}\u{323} Zalgo̵̢͈",
  "mixed אבג and عربي text", "no\u{A0}break\u{202F}space", "\u{2067}isolated\u{2069} text",
  String(repeating: "unbroken", count: 60), String(repeating: "عربي", count: 60),
  String(repeating: "漢字", count: 90),
]
