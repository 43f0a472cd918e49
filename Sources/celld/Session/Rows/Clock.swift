import CellWire

/// The state that a client has: rows of a session at a revision, in a view and a form. Clocks are
/// opaque to clients.
///
/// It has no number of this process, so it is valid after a restart.
struct Clock: Equatable, Sendable {
  /// The maximum length of a clock, in bytes of JSON.
  static let longest = 128

  /// The history of the session.
  var life: UInt64
  /// The look of rows in the view.
  var fingerprint: UInt64
  var revision: UInt64
  var form: UInt64

  init(life: UInt64, fingerprint: Fingerprint, revision: UInt64, form: RowForm) {
    self.life = life
    self.fingerprint = fingerprint.value
    self.revision = revision
    self.form = form.code
  }

  /// Reads a clock that ``write(to:)`` wrote; `nil` for anything else.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4, let life = UInt64(parts[0], radix: 16),
      let fingerprint = UInt64(parts[1], radix: 16), let revision = UInt64(parts[2]),
      let form = UInt64(parts[3])
    else { return nil }
    self.life = life
    self.fingerprint = fingerprint
    self.revision = revision
    self.form = form
  }

  /// Writes the clock as a JSON string.
  func write(to json: inout JSONWriter) {
    json.beginString()
    json.appendHexadecimal(life)
    json.bytes.append(UInt8(ascii: "."))
    json.appendHexadecimal(fingerprint)
    for number in [revision, form] {
      json.bytes.append(UInt8(ascii: "."))
      json.appendDigits(number)
    }
    json.endString()
  }
}

extension JSONWriter {
  fileprivate mutating func appendHexadecimal(_ number: UInt64) {
    for half in [number >> 32, number & 0xffff_ffff] {
      // One digit in each byte, the first one in the highest.
      var digits = (half | half << 16) & 0x0000_ffff_0000_ffff
      digits = (digits | digits << 8) & 0x00ff_00ff_00ff_00ff
      digits = (digits | digits << 4) & 0x0f0f_0f0f_0f0f_0f0f
      // Adding 6 carries from 10 on: these digits are letters.
      let letters = (digits &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
      digits |= 0x3030_3030_3030_3030
      digits &+= letters &* UInt64(UInt8(ascii: "a") - UInt8(ascii: "9") - 1)
      withUnsafeBytes(of: digits.bigEndian) { bytes.append(contentsOf: $0) }
    }
  }
}
