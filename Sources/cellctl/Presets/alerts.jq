# title: Alerts of Prometheus
# command: curl --silent --show-error --fail http://localhost:9090/api/v1/alerts
# fits: status=success, data/alerts/*/labels/alertname, data/alerts/*/state
# version: 1

# Prometheus has its alerts in data/alerts, and Alertmanager prints an array.
records | if .data then .data.alerts[]? else . end
| (.labels // {}) as $labels
| (.annotations // {}) as $notes
| (.state // .status.state | text // "") as $state
| ($labels.severity | text // "" | ascii_downcase) as $severity
| {
    id: (.fingerprint // [$labels | to_entries | sort_by(.key)[] | .key, .value] | if . == [] then "none" else key end),
    title: ([$labels.alertname, "(no name)"] | some),
    subtitle: ([$notes.summary, $notes.message] | some),
    description: ($notes.description | text // "" | split("\n") | join(" ")),
    href: ([$notes.runbook_url, .generatorURL] | some),
    tags: ([
      (if $state == "pending" or $state == "suppressed" then $state else empty end),
      ($labels | to_entries[]
        | select(.key | . == "alertname" or . == "severity" or . == "prometheus" or startswith("__") | not)
        | "\(.key)=\(.value | text // "?")")
    ] | .[:6]),
    status: [
      (if $state == "pending" or $state == "inactive" or $state == "suppressed"
        then {text: ([$severity, $state] | some), state: (if $state == "pending" then "informative" else "neutral" end)}
      else {
        text: ([$severity, $state, "firing"] | some),
        state: (
          if $severity == "warning" or $severity == "warn" then "critical"
          elif $severity == "info" then "informative" elif $severity == "none" then "neutral" else "negative" end
        )
      } end),
      ([.activeAt, .startsAt] | some | age // empty)
    ]
  }
