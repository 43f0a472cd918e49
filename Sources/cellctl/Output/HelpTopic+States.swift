import CellEngine

extension HelpTopic {
  static var statesPage: [HelpBlock] {
    [
      .paragraph(
        """
        A status and an info label have a state, which is the meaning of their colour. Without one, the state is \
        neutral.
        """),
      .table(stateTable),
      .paragraph("In a cell:"),
      .example(#"{"id":1,"title":"Import","status":{"text":"Failed","state":"negative"}}"#),
      .paragraph("In a mapping, and in a patch:"),
      .example(
        """
        cellctl push jobs --map 'title={name},status/text={state},status/state={level}'
        cellctl patch jobs 1 'status={"text":"Done","state":"positive"}'
        """),
      .paragraph("A state is shown by colour only, so the text of a status must be clear without it."),
    ]
  }

  /// The states with their colours and meanings.
  static var stateTable: [(name: String, text: String)] {
    Status.State.allCases.map { (name: $0.rawValue, text: meaning(of: $0)) }
  }

  private static func meaning(of state: Status.State) -> String {
    switch state {
    case .neutral: "in the colour of text: nothing to notice, such as Open or Draft"
    case .informative: "blue: worth knowing, such as New or In Progress"
    case .positive: "green: good, such as Done, Approved or Running"
    case .critical: "orange (in a terminal yellow): needs attention soon, such as Delayed or Low"
    case .negative: "red: wrong, such as Failed, Rejected or Overdue"
    }
  }
}
