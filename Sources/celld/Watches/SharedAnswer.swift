/// An answer for a watch, and for all watches with the same request that know the same rows.
struct SharedAnswer {
  /// Everything that an answer depends on.
  struct Question: Equatable {
    private let view: ObjectIdentifier
    private let window: RowWindow
    private let form: RowForm
    private let exact: Bool
    private let limit: Int
    private let told: Watch.Told
    private let revision: UInt64
    private let layout: UInt64

    init(_ watch: Watch, limit: Int) {
      view = ObjectIdentifier(watch.view)
      window = watch.request.window
      form = watch.request.form
      exact = watch.request.exact
      self.limit = limit
      told = watch.told
      revision = watch.session.revision
      layout = watch.view.layout
    }
  }

  let question: Question
  /// Whether it has a row that the client does not have.
  private let hasNewRows: Bool
  let told: Watch.Told
  let body: MessageBody

  init(_ question: Question, _ answer: RowAnswer, _ body: MessageBody) {
    self.question = question
    hasNewRows = answer.hasNewRows
    told = Watch.Told(answer)
    self.body = body
  }

  /// Whether it has news for the watch. A watch without rows gets every change.
  func isNews(to watch: Watch) -> Bool {
    hasNewRows || !watch.request.hasRows || told.shape != watch.told.shape || told.layout != watch.told.layout
      || told.isExact != watch.told.isExact
  }
}
