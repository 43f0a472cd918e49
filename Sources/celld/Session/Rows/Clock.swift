import CellProtocol

/// The state that a client has: rows of a session at a revision, in a layout and a form. Clocks are
/// opaque to clients.
///
/// The daemon uses each layout number once, so it also identifies the session and the view.
struct Clock: Equatable, Sendable {
  /// The maximum length of a clock, in bytes of JSON.
  static let longest = 128

  var instance: UInt64
  var layout: UInt64
  var revision: UInt64
  var form: UInt64

  init(instance: UInt64, layout: UInt64, revision: UInt64, form: RowForm) {
    self.instance = instance
    self.layout = layout
    self.revision = revision
    self.form = form.code
  }

  /// Reads a clock that ``write(to:)`` wrote; `nil` for anything else.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4, let instance = UInt64(parts[0], radix: 16), let layout = UInt64(parts[1]),
      let revision = UInt64(parts[2]), let form = UInt64(parts[3])
    else { return nil }
    self.instance = instance
    self.layout = layout
    self.revision = revision
    self.form = form
  }

  /// Writes the clock as a JSON string.
  func write(to json: inout JSONWriter) {
    json.beginString()
    var shift = 60
    while shift > 0, instance >> UInt64(shift) == 0 { shift -= 4 }
    for place in stride(from: shift, through: 0, by: -4) {
      let digit = UInt8(truncatingIfNeeded: instance >> UInt64(place) & 15)
      json.bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
    for number in [layout, revision, form] {
      json.bytes.append(UInt8(ascii: "."))
      json.appendDigits(number)
    }
    json.endString()
  }
}
