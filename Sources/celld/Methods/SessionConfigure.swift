import CellEngine
import CellProtocol
import CellStore

extension SessionConfigureMethod: Handler {
  static var showsOwners: Bool { true }

  static func fonts(for call: MethodCall) throws(RPCError) -> [FontRequest] {
    let session = try call.ownSession()
    return session.fontRequests(for: try call.params.settings(changing: session.settings))
  }

  static func answer(_ call: MethodCall, _ result: inout JSONWriter) throws(RPCError) -> Outcome {
    let session = try call.ownSession()
    let context = call.context
    let settings = try call.params.settings(changing: session.settings, levels: context.journal.levels)
    return try context.edits.makeExclusively(
      session, at: max(settings.durability, session.settings.durability), call.reply, &result,
      check: { () throws(RPCError) in try check(settings, session, call.fonts) },
      entry: {
        .change(
          StoredChange(
            session: session.storedID ?? 0, records: ListRecords(of: session, ["settings": settings.json]),
            settings: settings.json, level: settings.durability))
      },
      show: { (result) throws(RPCError) in
        try session.configure(settings, call.fonts)
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
