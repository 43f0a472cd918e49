# title: Workflow runs on GitHub
# command: gh run list --json databaseId,number,displayTitle,workflowName,headBranch,event,status,conclusion,startedAt,updatedAt,url
# fits: databaseId, workflowName, conclusion
# version: 1
records
| ([.conclusion, .status, "unknown"] | some) as $word
| {
    id: (.databaseId | key),
    title: ([.displayTitle, .name, .workflowName, "(no title)"] | some),
    subtitle: ([
      ([(.workflowName | text // empty), (.number | text // empty | "#\(.)")] | map(select(. != "")) | join(" ")),
      .headBranch,
      (if .event == "push" then null else .event end)
    ] | line),
    footnote: (if .status != "completed" then null else
      [.startedAt, .updatedAt | epoch // empty] | if length < 2 then null else "took \(.[1] - .[0] | span)" end end),
    href: (.url | text),
    status: [
      {
        text: ($word | split("_") | join(" ") | (.[:1] | ascii_upcase) + .[1:]),
        state: (if $word == "cancelled" or $word == "skipped" or $word == "stale" then "neutral"
          elif $word == "queued" or $word == "requested" or $word == "pending" then "informative"
          else $word | state end)
      },
      ([.startedAt, .createdAt] | some | age // empty)
    ]
  }
