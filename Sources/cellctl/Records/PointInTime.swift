import CProcess
import Glibc

/// A point in time, read from a text or a number.
struct PointInTime {
  /// The seconds since 1970; nil if the text has no year, or if its day can be its month.
  private(set) var seconds: Double?
  /// Whether only the day is known.
  private(set) var isDay = false

  /// The forms of a day, as strptime(3) reads them.
  private static let days = [
    "%Y-%m-%d", "%Y/%m/%d", "%Y%m%d", "%d.%m.%Y", "%d.%m.%y", "%m/%d/%Y", "%m/%d/%y", "%d/%m/%Y", "%d/%m/%y",
    "%d %b %Y", "%d/%b/%Y", "%d-%b-%Y", "%d-%b-%y", "%b %d, %Y", "%b %d",
  ]
  private static let times = ["%I:%M:%S %p", "%I:%M %p", "%H:%M:%S", "%H:%M", "%H%M%S"]

  /// Reads a text with a date, and numbers of seconds, milliseconds and smaller units since 1970. A
  /// text without a time zone is in the local one.
  init?(_ text: String) {
    let text = text.trimmingBlanks
    if let number = Double(text) {
      // Between 2001 and 2065.
      seconds = [1, 1e3, 1e6, 1e9].lazy.map { number / $0 }.first { (1e9..<3e9).contains(abs($0)) }
      if seconds == nil { return nil }
      return
    }
    guard (6...60).contains(text.utf8.count), text.utf8.contains(where: { $0 >= 0x30 && $0 <= 0x39 }) else {
      return nil
    }
    let read = text.withCString { text in Self.days.lazy.compactMap { Self(text, day: $0) }.first }
    guard let read else { return nil }
    self = read
  }

  private init?(_ text: UnsafePointer<CChar>, day: String) {
    var rest = text
    var fields = tm()
    func take(_ format: String) -> Bool {
      var read = fields
      guard let end = cp_parse_time(rest, format, &read) else { return false }
      (rest, fields) = (end, read)
      return true
    }
    func skip(_ bytes: String) {
      while rest.pointee != 0, bytes.utf8.contains(UInt8(bitPattern: rest.pointee)) { rest += 1 }
    }
    if take("%a") { skip(", ") }
    guard take(day) else { return nil }
    var hasYear = day.lowercased().contains("y")
    // Years have two or four digits. The zero of some programs is a date, too.
    if day.hasSuffix("y"), isdigit(Int32(rest[-2])) == 0 { return nil }
    if day != Self.days[0], hasYear, !(1000..<2200).contains(fields.tm_year + 1900) { return nil }
    let isSwapped = day.hasPrefix("%m/") && fields.tm_mday <= 12 && fields.tm_mday != fields.tm_mon + 1
    var offset: Int?
    isDay = rest.pointee == 0
    if !isDay {
      let start = rest
      skip("Tt ,:")
      guard rest != start, Self.times.contains(where: take) else { return nil }
      skip(".,")
      skip("0123456789")
      if !hasYear { hasYear = take(" %Y") }
      if take(" %z") { offset = fields.tm_gmtoff }
      skip(" ")
      let zone = rest
      skip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
      if offset == nil, ["UTC", "GMT"].contains(String(cString: zone).prefix(rest - zone)) { offset = 0 }
      if !hasYear { hasYear = take(" %Y") }
      skip(" ")
      guard rest.pointee == 0 || rest.pointee == CChar(UInt8(ascii: "(")) else { return nil }
    } else if !hasYear {
      return nil
    }
    guard hasYear, fields.tm_year > -1899, !isSwapped else { return }
    if let offset {
      seconds = Double(timegm(&fields) - offset)
    } else {
      fields.tm_isdst = -1
      seconds = Double(mktime(&fields))
    }
  }

  /// The date and time in the local zone.
  var localText: String? {
    seconds.map { Self.localText(time_t($0), isDay ? "%Y-%m-%d" : "%Y-%m-%d %H:%M") }
  }

  /// Returns a time in the local zone.
  static func localText(_ seconds: time_t, _ format: String) -> String {
    var time = seconds
    var fields = tm()
    localtime_r(&time, &fields)
    var text = [CChar](repeating: 0, count: 40)
    let count = strftime(&text, text.count, format, &fields)
    return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
