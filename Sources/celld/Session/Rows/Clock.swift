/// What a client knows: rows of one life of a session, at a revision, in a layout, in a form. For clients it
/// is opaque.
///
/// Layout numbers are given out once per daemon, so they stand for the session and the view as well.
struct Clock: Equatable, Sendable {
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

  /// Reads what ``text`` wrote; `nil` for anything else.
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

  var text: String {
    "\(String(instance, radix: 16)).\(layout).\(revision).\(form)"
  }
}
