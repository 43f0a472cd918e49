# title: Units of systemd
# alias: services --type=service
# command: systemctl list-units --output=json
# fits: unit, load, active, sub
# version: 1
records
| {
    id: (.unit | key),
    title: ([.unit, "(no name)"] | some),
    subtitle: (if .description == .unit then null else .description | text end),
    tags: [.load | text // empty | select(. != "loaded" and . != "")],
    status: [
      {
        text: ([.sub, .active] | some),
        state: (
          if .active == "active" then (if .sub == "exited" or .sub == "elapsed" then "neutral" else "positive" end)
          elif .sub == "auto-restart" then "critical"
          elif .load == "error" or .load == "bad-setting" then "negative"
          elif .active == null then "neutral"
          else .active | state end
        )
      }
    ]
  }
