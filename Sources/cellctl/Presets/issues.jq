# title: Issues on GitHub
# command: gh issue list --json number,title,author,state,stateReason,labels,assignees,milestone,updatedAt,url
# fits: number, title, stateReason, labels
# version: 1
records
| {
    id: (.number | key),
    title: ([.title, "(no title)"] | some),
    subtitle: ([(.number | text // empty | "#\(.)"), ([.author.name, .author.login] | some)] | line),
    footnote: ([
      ([.assignees[]?.login | text // empty | "@\(.)"] | join(", ")),
      .milestone.title
    ] | line),
    href: (.url | text),
    tags: ([.labels[]?.name | text // empty] | .[:5]),
    status: [
      (if .state == "OPEN" then {text: "Open", state: "informative"}
      elif .stateReason == "NOT_PLANNED" then {text: "Not planned", state: "neutral"}
      elif .state == "CLOSED" then {text: "Closed", state: "positive"}
      else empty end),
      (.updatedAt | age // empty)
    ]
  }
