import CellEngine
import CellProtocol
import CellStore
import CellWire

extension SessionConfigureMethod: Handler {
  static var showsOwners: Bool { true }

  static func fonts(for call: MethodCall) throws(RPCError) -> [FontRequest] {
    let session = try call.ownSession()
    return session.fontRequests(for: try call.params.settings(changing: session.settings))
  }

  static func answer(_ call: MethodCall, _ result: inout JSONWriter) throws(RPCError) -> Outcome {
    let session = try call.ownSession()
    let context = call.context
    // With a store, the change waits, and the memory of the line is used again.
    let call = session.storedID == nil ? call : call.detached()
    var settings = session.settings
    // Other daemons can change other settings before.
    func changed() throws(RPCError) -> SessionSettings {
      try call.params.settings(changing: session.settings, obstacle: context.journal.obstacle)
    }
    return try context.edits.makeExclusively(
      session,
      at: { () throws(RPCError) in try changed().durability.and(session.settings.durability) },
      call.reply, &result,
      check: { () throws(RPCError) in
        settings = try changed()
        try check(settings, session, call.fonts)
      },
      entry: {
        .change(
          StoredChange(
            session: session.storedID ?? 0, records: ListRecords(of: session, ["settings": settings.json]),
            settings: settings.json, level: settings.durability))
      },
      show: { (result) throws(RPCError) in
        session.configure(settings, call.fonts)
        context.settingsChanged(session)
        call.info(of: session).write(to: &result)
      })
  }

  private static func check(
    _ settings: SessionSettings, _ session: Session, _ fonts: LoadedFonts
  ) throws(RPCError) {
    if settings.selection == .single, session.list.summary.selected > 1 {
      throw .tooManySelected(session.list.summary.selected)
    }
    try session.check(settings, fonts)
  }
}
