# title: Kubernetes events, the newest first
# command: kubectl get events --all-namespaces --output=json
# fits: items/*/kind=Event, items/*/involvedObject/kind, items/*/reason
# version: 1
def time: .series.lastObservedTime // .lastTimestamp // .deprecatedLastTimestamp // .eventTime
  // .metadata.creationTimestamp;

[records | if .items then .items[] else . end]
| sort_by(time | epoch // 0) | reverse[]
| (.involvedObject // .regarding // {}) as $object
| (.series.count // .count // .deprecatedCount // 1) as $count
| {
    id: (.metadata.uid // [.metadata.namespace, .metadata.name] | key),
    title: ([.reason, .type] | some // "Event"),
    subtitle: ([
      ([$object.kind | text // empty | ascii_downcase] + [$object.name | text // empty] | join("/")),
      $object.namespace,
      (if $count > 1 then "\($count) times" else null end)
    ] | line),
    description: ([.message, .note] | some // "" | split("\n ") | join("\n") | split("\n") | join(" ")),
    status: [
      (if .type == "Normal" or .type == null then empty else {text: (.type | text), state: "critical"} end),
      (time | age // empty)
    ]
  }
