# title: Pull requests on GitHub
# command: gh pr list --json number,title,author,state,isDraft,labels,reviewDecision,statusCheckRollup,headRefName,additions,deletions,updatedAt,url
# fits: number, title, headRefName
# version: 1
def checks: [.statusCheckRollup[]? | [.conclusion, .state, .status] | some // "PENDING" | ascii_upcase] as $all
  | if $all == [] then empty
    elif any($all[]; . == "FAILURE" or . == "ERROR" or . == "TIMED_OUT" or . == "STARTUP_FAILURE" or . == "ACTION_REQUIRED")
    then {text: "Checks", icon: {name: "error"}, state: "negative"}
    elif all($all[]; . == "SUCCESS" or . == "NEUTRAL" or . == "SKIPPED" or . == "CANCELLED" or . == "STALE")
    then {text: "Checks", icon: {name: "success"}, state: "positive"}
    else {text: "Checks", icon: {name: "pending"}, state: "informative"} end;

records
| {
    id: (.number | key),
    title: ([.title, "(no title)"] | some),
    subtitle: ([(.number | text // empty | "#\(.)"), ([.author.name, .author.login] | some), .headRefName] | line),
    footnote: ([
      (if .additions == null and .deletions == null then null else "+\(.additions // 0) −\(.deletions // 0)" end),
      (.updatedAt | age)
    ] | line),
    href: (.url | text),
    tags: ([.labels[]?.name | text // empty] | .[:5]),
    status: [
      (if .state == "MERGED" then {text: "Merged", state: "positive"}
      elif .state == "CLOSED" then {text: "Closed", state: "neutral"}
      elif .isDraft == true then {text: "Draft", state: "neutral"}
      elif .reviewDecision == "APPROVED" then {text: "Approved", state: "positive"}
      elif .reviewDecision == "CHANGES_REQUESTED" then {text: "Changes", state: "negative"}
      elif .reviewDecision == "REVIEW_REQUIRED" then {text: "Review", state: "critical"}
      else {text: "Open", state: "informative"} end),
      checks
    ]
  }
